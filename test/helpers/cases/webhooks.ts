import { aDelivery, aRecovery } from '../fixtures/deliveries.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aWebhook, webhookBody } from '../fixtures/webhooks.ts';
import { aCase, again, type Case } from './case.ts';

const aQueue = 'https://sqs.eu-west-1.amazonaws.com/111122223333/orders';
/** The account in which the service runs on this machine. */
const own = '000000000000';

type Status = 'enabled' | 'disabled' | 'deleted';

const aWebhookThat = async (tenant: Tenant, status?: Status) => ({
  params: { webhook_id: String((await aWebhook(tenant, {}, status)).id) },
});

/** Creating, reading, changing and deleting webhooks. */
export const webhookCases = {
  'webhooks.create': [
    aCase('where there is room', 201, ['Query', 'Encrypt', 'TransactWriteItems'], () => ({
      body: webhookBody(),
    })),
    aCase(
      'with headers to be encrypted',
      201,
      ['Query', 'Encrypt + Encrypt + GenerateMac', 'TransactWriteItems'],
      () => ({
        body: webhookBody({ headers: { authorization: 'Bearer of-the-endpoint' } }),
      }),
    ),
    aCase(
      'for a queue of another account',
      201,
      ['Query', 'Encrypt', 'TransactWriteItems'],
      () => ({
        body: webhookBody({ url: undefined, destination: { type: 'sqs', queue_url: aQueue } }),
      }),
    ),
    aCase(
      'again with the same key',
      201,
      ['Query', 'Encrypt', 'TransactWriteItems', 'BatchGetItem'],
      (tenant) => again(tenant, '/webhooks', { body: webhookBody() }),
    ),
    aCase('where there is no room', 409, ['Query', 'GetItem'], async (tenant) => {
      const body = webhookBody();
      while ((await tenant.call({ method: 'POST', path: '/webhooks', body })).status === 201);
      return { body };
    }),
    aCase('at an address that is not allowed', 400, ['GetItem'], () => ({
      body: webhookBody({ url: 'https://10.0.0.1/hook' }),
    })),
    aCase('for a queue of the service itself', 400, ['GetItem'], () => ({
      body: webhookBody({
        url: undefined,
        destination: { type: 'sqs', queue_url: aQueue.replace(/\d{12}/, own) },
      }),
    })),
  ],
  'webhooks.list': [
    aCase('all', 200, ['Query', 'BatchGetItem'], async (tenant) => {
      await aWebhook(tenant);
      return {};
    }),
    aCase('where there are none', 200, ['Query']),
  ],
  'webhooks.get': [
    aCase('that exists', 200, ['BatchGetItem'], aWebhookThat),
    aCase('that is deleted', 404, ['BatchGetItem'], (tenant) => aWebhookThat(tenant, 'deleted')),
  ],
  'webhooks.get-statistics': [
    aCase(
      'of a week',
      200,
      ['BatchGetItem + BatchGetItem + Query + Query', 'BatchGetItem'],
      async (tenant) => ({
        params: { webhook_id: String((await aDelivery(tenant)).webhook_id) },
        query: [['period', 'week']],
      }),
    ),
    aCase(
      'of a webhook that is deleted',
      404,
      ['BatchGetItem + BatchGetItem + Query + Query'],
      (tenant) => aWebhookThat(tenant, 'deleted'),
    ),
  ],
  'webhooks.update': [
    aCase('of one field', 200, ['BatchGetItem', 'TransactWriteItems'], async (tenant) => ({
      ...(await aWebhookThat(tenant)),
      body: { description: 'Changed' },
    })),
    aCase(
      'of a header',
      200,
      ['BatchGetItem', 'GenerateMac', 'Encrypt', 'TransactWriteItems'],
      async (tenant) => {
        const { id } = await aWebhook(tenant, { headers: { a: 'one' } });
        return { params: { webhook_id: String(id) }, body: { headers: { a: 'other' } } };
      },
    ),
    aCase('of its queue', 200, ['BatchGetItem', 'TransactWriteItems'], async (tenant) => {
      const destination = { type: 'sqs', queue_url: aQueue };
      const { id } = await aWebhook(tenant, { url: undefined, destination });
      const body = { destination: { type: 'sqs', queue_url: `${aQueue}.fifo` } };
      return { params: { webhook_id: String(id) }, body };
    }),
    aCase('to another kind of endpoint', 400, ['BatchGetItem'], async (tenant) => ({
      ...(await aWebhookThat(tenant)),
      body: { destination: { type: 'sqs', queue_url: aQueue } },
    })),
    aCase('of nothing', 200, ['BatchGetItem'], async (tenant) => ({
      ...(await aWebhookThat(tenant)),
      body: { description: null },
    })),
  ],
  'webhooks.delete': [
    aCase(
      'that exists',
      204,
      ['BatchGetItem', 'TransactWriteItems', 'SendMessageBatch'],
      aWebhookThat,
      {
        afterwards: 404,
      },
    ),
    aCase('that is deleted already', 404, ['BatchGetItem'], (tenant) =>
      aWebhookThat(tenant, 'deleted'),
    ),
  ],
} satisfies Record<string, readonly Case[]>;

/** The outcome of an action where it is allowed. */
type Outcome = {
  readonly status: number;
  readonly asks: readonly string[];
  /** The reads of a repeat, since no response is kept that shows where a webhook points. */
  readonly refreshes: readonly string[];
};

/** An action: done, repeated, and on a webhook that is gone. */
const acting = (action: string, before: Status, outcome: Outcome): Case[] => [
  aCase('where it is allowed', outcome.status, outcome.asks, (tenant) =>
    aWebhookThat(tenant, before),
  ),
  aCase(
    'again with the same key',
    outcome.status,
    ['BatchGetItem', ...outcome.refreshes],
    async (tenant) => {
      const said = await aWebhookThat(tenant, before);
      return again(tenant, `/webhooks/${said.params.webhook_id}/${action}`, said);
    },
  ),
  aCase('of one that is deleted', 404, ['BatchGetItem', 'GetItem'], (tenant) =>
    aWebhookThat(tenant, 'deleted'),
  ),
];

const recovering = (before: Status) => async (tenant: Tenant) => ({
  ...(await aWebhookThat(tenant, before)),
  body: { scope: 'missing', since: '2026-01-01T00:00:00Z' },
});

const notAllowed = (before: Status): Case =>
  aCase('where it is not allowed', 409, ['BatchGetItem', 'GetItem'], (tenant) =>
    aWebhookThat(tenant, before),
  );

const hurried = ['BatchGetItem', 'TransactWriteItems', 'SendMessageBatch'];

const shown = { status: 200, refreshes: ['BatchGetItem'] } as const;
const sending = { status: 202, refreshes: ['GetItem', 'GetItem'] } as const;

/** The actions on webhooks. */
export const webhookTransitionCases = {
  'webhooks.enable': [
    ...acting('enable', 'disabled', { ...shown, asks: hurried }),
    notAllowed('enabled'),
  ],
  'webhooks.disable': [
    ...acting('disable', 'enabled', { ...shown, asks: hurried }),
    notAllowed('disabled'),
  ],
  'webhooks.rotate-secret': acting('rotate-secret', 'enabled', {
    ...shown,
    asks: ['BatchGetItem', 'Encrypt', 'TransactWriteItems'],
  }),
  'webhooks.test': [
    ...acting('test', 'enabled', { ...sending, asks: hurried }),
    notAllowed('disabled'),
  ],
  'webhooks.recover': [
    aCase('where it is allowed', 202, hurried, recovering('enabled')),
    aCase(
      'again with the same key',
      202,
      ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems'],
      async (tenant) => {
        const said = await recovering('enabled')(tenant);
        return again(tenant, `/webhooks/${said.params.webhook_id}/recover`, said);
      },
    ),
    aCase('where it is not allowed', 409, ['BatchGetItem', 'GetItem'], recovering('disabled')),
    aCase(
      'while another runs',
      409,
      ['BatchGetItem', 'BatchGetItem', 'GetItem'],
      async (tenant) => {
        const said = await recovering('enabled')(tenant);
        await aRecovery(tenant, said.params.webhook_id);
        return said;
      },
    ),
  ],
} satisfies Record<string, readonly Case[]>;
