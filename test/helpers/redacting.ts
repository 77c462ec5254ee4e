import assert from 'node:assert/strict';
import { erased } from '../../functions/app/redactions/model.ts';
import type { Item } from '../../functions/core/dynamodb/client.ts';
import { deflated } from '../../functions/core/dynamodb/compression.ts';
import { idempotencyRecordKey } from '../../functions/core/dynamodb/idempotency-records.ts';
import { type TableName, tables } from '../../functions/core/dynamodb/keys.ts';
import { storesOf } from '../../functions/core/dynamodb/stores.ts';
import { isNew, type Write } from '../../functions/core/dynamodb/writes.ts';
import { idsAt } from '../../functions/core/new-id.ts';
import type { Work } from '../../functions/core/outbox/unit-of-work.ts';
import { saveAttempt } from '../../functions/delivery/deliveries/attempts-table.ts';
import type { Attempt } from '../../functions/delivery/deliveries/model.ts';
import { idOfDelivery } from '../../functions/delivery/deliveries/new-delivery.ts';
import { saveDelivery } from '../../functions/delivery/deliveries/table.ts';
import { beginRedaction } from '../../functions/identity/customers/model.ts';
import { customerKeys, saveCustomer } from '../../functions/identity/customers/table.ts';
import type { Check } from '../../functions/identity/verifications/checks.ts';
import { durations } from './durations.ts';
import {
  agreements,
  at,
  cardsAndMore,
  closed,
  customer_id,
  documents,
  identity,
  newId,
  onboardingLinks,
  others,
  owner,
  secret,
  tenant_id,
} from './everything-of-a-customer.ts';
import { aStoredDelivery } from './fixtures/deliveries.ts';
import { anAppendedEvent } from './fixtures/events.ts';
import { putting, testDatabase } from './test-database.ts';

/** Ends the caller. */
export class Killed extends Error {}

/** When the worker is killed: at the so-many-th call, before or after what it does. */
export type CrashPoint = { readonly at: number; readonly when: 'before' | 'after' };

const attempt = (number: number): Attempt => ({
  number,
  trigger: 'automatic',
  started_at: at.toISOString(),
  duration_ms: 1,
  remote_address: null,
  timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null },
  request: { headers: {} },
  response: {
    status: 302,
    headers: { location: secret },
    body: secret,
    body_bytes: 8,
    body_sha256: secret,
  },
  error: number === 1 ? null : { kind: 'redirect', message: `to ${secret}` },
  next_attempt_at: null,
  secret_versions: [1],
});

/** Events of requests, two of them of one request, with a delivery each, of which one was tried more often than one transaction can empty. */
const reported = (): Write[] =>
  Array.from({ length: 12 }, (_, nth) => {
    const idempotency_key = `${secret} ${Math.floor(nth / 2)}`;
    const event = anAppendedEvent({
      id: newId('event'),
      ...owner,
      created_at: at.toISOString(),
      sequence: nth + 1,
      type: 'customer.updated',
      resource: { id: customer_id, object: 'customer' },
      data: { id: customer_id, first_name: secret, metadata: { note: secret } },
      previous: { email: secret },
      causation: { request_id: 'r', idempotency_key, actor: { type: 'api_key', id: 'key_1' } },
    });
    const event_id = String(event.item.event_id);
    const delivery = aStoredDelivery({
      id: idOfDelivery(event_id, 'whk_1'),
      event_id,
      webhook_id: 'whk_1',
      ...(nth > 0 && { first_attempt: attempt(1) }),
    });
    const attempts =
      nth > 0 ? [] : Array.from({ length: 30 }, (_one, before) => attempt(before + 2));
    const key = idempotencyRecordKey(tenant_id, idempotency_key, 'customers.update', [customer_id]);
    const replay: Write = {
      kind: 'put',
      key,
      item: { body: deflated(secret), resource: null },
      when: isNew,
    };
    return [
      event,
      saveDelivery(delivery),
      ...attempts.map((one) => saveAttempt(delivery, one)),
      ...(nth % 2 ? [] : [replay]),
    ];
  }).flat();

/** A customer whose redaction was asked for, with everything that there can be of one, in a test database. */
export const redacting = (crash?: CrashPoint) => {
  let calls = 0;
  let dies = crash;
  let dying: object | undefined;
  const begin = (call: object) => {
    calls += 1;
    if (dies?.at !== calls) return;
    const { when } = dies;
    dies = undefined;
    if (when === 'before') throw new Killed();
    dying = call;
  };
  const end = (call: object) => {
    if (call === dying) throw new Killed();
  };
  const mortal = async <T>(effect: () => T): Promise<T> => {
    begin(effect);
    const answer = effect();
    end(effect);
    return answer;
  };
  const { connection, give, find, everything, close } = testDatabase([], {
    before: begin,
    after: end,
  });
  const requested = beginRedaction(
    closed,
    erased('customer', closed),
    { token: 'token', last_pass_after_ms: durations.redaction_lag_ms },
    at,
  );
  const all = [
    ...cardsAndMore(),
    ...documents(),
    ...onboardingLinks(),
    ...agreements(),
    ...identity(),
    ...reported(),
    ...others(),
    ...saveCustomer(closed),
  ];
  give(...all, ...saveCustomer(requested.after, closed));
  const forgotten = new Set<string>();
  let versions = 3;
  const customer = () => find(customerKeys.customer(tenant_id, customer_id)) ?? assert.fail();
  return {
    of: owner,
    forgotten,
    close,
    everything: () => (Object.keys(tables) as TableName[]).flatMap(everything),
    calls: () => calls,
    versions: () => versions,
    customer,
    outside: {
      forget: ({ id }: { readonly id: string }) => mortal(() => void forgotten.add(id)),
      forgetCheck: (_id: string, { reference }: Check) =>
        mortal(() => void forgotten.add(String(reference))),
      storage: { erase: () => mortal(() => (versions > 0 ? versions-- && 1 : 0)) },
    },
    /** The work of a message that comes now. */
    work: (): Work => {
      const now = new Date();
      const deadline = { now, deadline: now.getTime() + 60_000 };
      const causation = {
        request_id: 'r',
        idempotency_key: null,
        actor: { type: 'system', id: 'test' },
      } as const;
      const cause = { ...causation, environment: 'sandbox', now, newId: idsAt(now) };
      return { ...storesOf(connection), deadline, cause };
    },
    /** An hour passes: the worker that held the lease of the redaction is gone, and what it found last is long visible everywhere. */
    later: () => {
      const { pk, sk, ...item } = customer();
      const redaction = {
        ...(item.redaction as Item),
        requested_at: at.toISOString(),
        held_until: null,
      };
      give(putting(customerKeys.customer(tenant_id, customer_id), { ...item, redaction }));
    },
  };
};
