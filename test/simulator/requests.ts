import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { handler as administer } from '../../functions/app/jobs/administer-business.ts';
import { connect } from '../../functions/core/dynamodb/client.ts';
import { commit } from '../../functions/core/dynamodb/commit.ts';
import { idsAt } from '../../functions/core/new-id.ts';
import { commitUnit } from '../../functions/core/outbox/unit-of-work.ts';
import type { Route } from '../../functions/core/route.ts';
import { deadlineOf, systemClock } from '../../functions/core/time.ts';
import { handler as resend } from '../../functions/delivery/deliveries/resend.ts';
import { resendDelivery } from '../../functions/delivery/deliveries/routes.ts';
import { handler as cancelHandler } from '../../functions/delivery/recoveries/cancel.ts';
import { cancelRecovery } from '../../functions/delivery/recoveries/routes.ts';
import { handler as create } from '../../functions/delivery/webhooks/create.ts';
import { handler as remove } from '../../functions/delivery/webhooks/delete.ts';
import { recoverWebhook, testWebhook } from '../../functions/delivery/webhooks/delivery-routes.ts';
import { handler as disable } from '../../functions/delivery/webhooks/disable.ts';
import { handler as enable } from '../../functions/delivery/webhooks/enable.ts';
import { handler as recover } from '../../functions/delivery/webhooks/recover.ts';
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
} from '../../functions/delivery/webhooks/routes.ts';
import { handler as test } from '../../functions/delivery/webhooks/test.ts';
import { openAccount } from '../../functions/tenants/accounts/model.ts';
import { saveNewAccount } from '../../functions/tenants/accounts/table.ts';
import { newKeyPair } from '../../functions/tenants/api-keys/table.ts';
import { anEvent, invoke } from '../helpers/api-event.ts';
import { aContext } from '../helpers/lambda-context.ts';
import { asProcess, note } from './world.ts';

/** The requests that a business may send here. */
const handlers = {
  create: [createWebhook, create],
  delete: [deleteWebhook, remove],
  disable: [disableWebhook, disable],
  enable: [enableWebhook, enable],
  test: [testWebhook, test],
  recover: [recoverWebhook, recover],
  resend: [resendDelivery, resend],
  cancelRecovery: [cancelRecovery, cancelHandler],
} as const satisfies Readonly<Record<string, readonly [Route, unknown]>>;

/** The operation, its subject, and its body. */
export type Request = {
  readonly tenant_id: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
};

type Answer = {
  readonly status: number;
  readonly json: { readonly id: string; readonly code?: string };
};

const tries_max = 4;
const timeout_ms = 29_000;

/** Asks as a careful client does: again under its key while no response comes. Undefined where none ever did. */
export const ask = async (
  what: keyof typeof handlers,
  request: Request,
): Promise<Answer | undefined> => {
  const key = randomUUID();
  for (let tries = 0; tries < tries_max; tries++) {
    const answer = await Promise.race([once(what, request, key), pause(timeout_ms)]);
    if (answer) note(what, JSON.stringify(request.params ?? {}), answer.status);
    if (answer && answer.status < 500) return answer;
    await pause(1_000);
  }
};

const once = (
  what: keyof typeof handlers,
  { tenant_id, params = {}, body }: Request,
  key: string,
): Promise<Answer> => {
  const [route, handler] = handlers[what];
  const headers = [
    ['Content-Type', 'application/json'],
    ['Idempotency-Key', key],
  ] as const;
  const sent = {
    headers,
    params,
    body: body ? JSON.stringify(body) : null,
    authorizer: { tenant_id },
  };
  return asProcess(`webhooks.${what}`, timeout_ms, () =>
    invoke(handler, anEvent(route, sent), aContext(timeout_ms)),
  );
};

const connection = connect();
const clock = systemClock();

/** Settled once what was just asked for has made its first call: before that a timeline without anything else stands still. */
export const firstCalls = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/** A business that is registered. */
export const register = async (): Promise<string> => {
  const deadline = deadlineOf(aContext(timeout_ms), clock, 1_000);
  const { now } = deadline;
  const newId = idsAt(now);
  const { entries, keys } = newKeyPair('sandbox', newId, now);
  const tenant_id = newId('tenant');
  const named = { name: 'Ada', email: 'ada@example.com', currency: 'USD' } as const;
  const owner = { ...named, id: newId('account'), tenant_id, environment: 'sandbox' } as const;
  const account = openAccount(owner, { entries, public_key: keys.public_key }, now);
  await commit(connection, { writes: saveNewAccount(account.after), conditions: [] }, deadline);
  return tenant_id;
};

/** The command of an operator about a business, until it is done. */
export const administrate = async (
  command: 'suspend' | 'reactivate',
  tenant_id: string,
): Promise<void> => {
  for (let tries = 0; tries < tries_max; tries++) {
    const run = asProcess('administer-business', 10_000, () =>
      administer({ command, tenant_id }, aContext()),
    );
    const failed = (error: unknown) => note(command, String(error));
    const answer = await Promise.race([run.catch(failed), pause(10_000)]);
    note(command, tenant_id, answer === undefined ? 'unanswered' : 'answered');
    if (answer) return;
    await pause(1_000);
  }
};

/** Something happens to a customer: an event that every subscriber is to receive. */
export const tellOf = (tenant_id: string, type: string): Promise<void> =>
  asProcess('customers.create', timeout_ms, async () => {
    const deadline = deadlineOf(aContext(timeout_ms), clock, 1_000);
    const newId = idsAt(deadline.now);
    const actor = { type: 'api_key', id: 'key_1' } as const;
    const cause = {
      request_id: 'request',
      idempotency_key: null,
      actor,
      environment: 'sandbox',
      newId,
    };
    const resource = { id: newId('customer'), object: 'customer' };
    const said = { kind: 'event', type, tenant_id, customer_id: resource.id, resource } as const;
    const unit = { changes: [{ ...said, sequence: 1, data: {}, previous: null }], conditions: [] };
    const failed = (error: unknown) => note('not published', String(error));
    await commitUnit(connection, unit, { ...cause, now: deadline.now }, deadline).catch(failed);
  });
