import { randomUUID } from 'node:crypto';
import type { Tenant } from '../fixtures/tenants.ts';
import { aWebhook } from '../fixtures/webhooks.ts';
import type { Case } from '../route-cases.ts';

type Status = 'enabled' | 'disabled' | 'deleted';

/** What an action does where it is allowed. */
type Outcome = {
  readonly status: number;
  readonly asks: readonly string[];
  /** What a replay reads, since no answer is kept that shows where a webhook points. */
  readonly rereads: readonly string[];
};

const aWebhookThat = async (tenant: Tenant, status: Status) => ({
  params: { webhook_id: String((await aWebhook(tenant, {}, status)).id) },
});

/** An action: done, replayed, and on a webhook that is gone. */
const acting = (action: string, before: Status, outcome: Outcome): Case[] => [
  {
    name: 'where it is allowed',
    arrange: (tenant) => aWebhookThat(tenant, before),
    status: outcome.status,
    asks: outcome.asks,
  },
  {
    name: 'again with the same key',
    arrange: async (tenant) => {
      const said = { ...(await aWebhookThat(tenant, before)), headers: { 'idempotency-key': randomUUID() } };
      const path = `/webhooks/${said.params.webhook_id}/${action}`;
      await tenant.call({ method: 'POST', path, headers: said.headers });
      return said;
    },
    status: outcome.status,
    asks: ['BatchGetItem', ...outcome.rereads],
  },
  {
    name: 'of one that is deleted',
    arrange: (tenant) => aWebhookThat(tenant, 'deleted'),
    status: 404,
    asks: ['BatchGetItem', 'GetItem'],
  },
];

const recovering = (before: Status) => async (tenant: Tenant) => ({
  ...(await aWebhookThat(tenant, before)),
  body: { scope: 'missing', since: '2026-01-01T00:00:00Z' },
});

const notAllowed = (before: Status): Case => ({
  name: 'where it is not allowed',
  arrange: (tenant) => aWebhookThat(tenant, before),
  status: 409,
  asks: ['BatchGetItem', 'GetItem'],
});

const hurried = ['BatchGetItem', 'TransactWriteItems', 'SendMessageBatch'];

const shown = { status: 200, rereads: ['BatchGetItem'] } as const;
const sending = { status: 202, rereads: ['GetItem', 'GetItem'] } as const;

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
    { name: 'where it is allowed', arrange: recovering('enabled'), status: 202, asks: hurried },
    {
      name: 'again with the same key',
      arrange: async (tenant) => {
        const said = { ...(await recovering('enabled')(tenant)), headers: { 'idempotency-key': randomUUID() } };
        await tenant.call({ method: 'POST', path: `/webhooks/${said.params.webhook_id}/recover`, ...said });
        return said;
      },
      status: 202,
      asks: ['BatchGetItem', 'TransactWriteItems'],
    },
    {
      name: 'where it is not allowed',
      arrange: recovering('disabled'),
      status: 409,
      asks: ['BatchGetItem', 'GetItem'],
    },
  ],
} satisfies Record<string, readonly Case[]>;
