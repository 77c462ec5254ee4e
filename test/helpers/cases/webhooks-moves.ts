import { randomUUID } from 'node:crypto';
import type { Tenant } from '../fixtures/tenants.ts';
import { aWebhook } from '../fixtures/webhooks.ts';
import { aCase, type Case } from './case.ts';

type Status = 'enabled' | 'disabled' | 'deleted';

/** What an action does where it is allowed. */
type Outcome = {
  readonly status: number;
  readonly asks: readonly string[];
  /** What a replay reads, since no answer is kept that shows where a webhook points. */
  readonly refreshes: readonly string[];
};

const aWebhookThat = async (tenant: Tenant, status: Status) => ({
  params: { webhook_id: String((await aWebhook(tenant, {}, status)).id) },
});

/** An action: done, replayed, and on a webhook that is gone. */
const acting = (action: string, before: Status, outcome: Outcome): Case[] => [
  aCase('where it is allowed', outcome.status, outcome.asks, (tenant) => aWebhookThat(tenant, before)),
  aCase('again with the same key', outcome.status, ['BatchGetItem', ...outcome.refreshes], async (tenant) => {
    const said = { ...(await aWebhookThat(tenant, before)), headers: { 'idempotency-key': randomUUID() } };
    const path = `/webhooks/${said.params.webhook_id}/${action}`;
    await tenant.call({ method: 'POST', path, headers: said.headers });
    return said;
  }),
  aCase('of one that is deleted', 404, ['BatchGetItem', 'GetItem'], (tenant) => aWebhookThat(tenant, 'deleted')),
];

const recovering = (before: Status) => async (tenant: Tenant) => ({
  ...(await aWebhookThat(tenant, before)),
  body: { scope: 'missing', since: '2026-01-01T00:00:00Z' },
});

const notAllowed = (before: Status): Case =>
  aCase('where it is not allowed', 409, ['BatchGetItem', 'GetItem'], (tenant) => aWebhookThat(tenant, before));

const hurried = ['BatchGetItem', 'TransactWriteItems', 'SendMessageBatch'];

const shown = { status: 200, refreshes: ['BatchGetItem'] } as const;
const sending = { status: 202, refreshes: ['GetItem', 'GetItem'] } as const;

/** What is done with webhooks. */
export const webhookMoveCases = {
  'webhooks.enable': [...acting('enable', 'disabled', { ...shown, asks: hurried }), notAllowed('enabled')],
  'webhooks.disable': [...acting('disable', 'enabled', { ...shown, asks: hurried }), notAllowed('disabled')],
  'webhooks.rotate-secret': acting('rotate-secret', 'enabled', {
    ...shown,
    asks: ['BatchGetItem', 'Encrypt', 'TransactWriteItems'],
  }),
  'webhooks.test': [...acting('test', 'enabled', { ...sending, asks: hurried }), notAllowed('disabled')],
  'webhooks.recover': [
    aCase('where it is allowed', 202, hurried, recovering('enabled')),
    aCase('again with the same key', 202, ['BatchGetItem', 'TransactWriteItems'], async (tenant) => {
      const said = { ...(await recovering('enabled')(tenant)), headers: { 'idempotency-key': randomUUID() } };
      await tenant.call({ method: 'POST', path: `/webhooks/${said.params.webhook_id}/recover`, ...said });
      return said;
    }),
    aCase('where it is not allowed', 409, ['BatchGetItem', 'GetItem'], recovering('disabled')),
  ],
} satisfies Record<string, readonly Case[]>;
