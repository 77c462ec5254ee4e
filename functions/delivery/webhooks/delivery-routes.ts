import * as z from 'zod/mini';
import { clearable, defaulted } from '../../core/fields.ts';
import { withDescription } from '../../core/resource.ts';
import { action, changing, routeLike } from '../../core/resource-routes.ts';
import { route } from '../../core/route.ts';
import { DeliveryResource, StatisticsPeriod, WebhookStatistics } from '../deliveries/schema.ts';
import { EventTypeName } from '../events/type-name.ts';
import { RecoveryResource, RecoveryScopeSchema } from '../recoveries/schema.ts';
import { WebhookEventTypes } from './input.ts';
import { WebhookId } from './schema.ts';

export const testWebhook = routeLike(
  { ...action, ...changing },
  {
    id: 'webhooks.test',
    path: '/webhooks/{webhook_id}/test',
    summary: 'Send a test event to a webhook',
    description:
      'Sends the example of the event type to this webhook only, regardless of its subscriptions.',
    params: z.object({ webhook_id: WebhookId }),
    body: z
      .strictObject({
        event_type: defaulted(EventTypeName, 'webhook.test').check(
          z.meta({ description: 'The type of the event; `webhook.test` by default.' }),
        ),
      })
      .check(
        z.meta({
          id: 'WebhookTestRequest',
          description: 'The input to send a test event; it can be omitted.',
        }),
      ),
    errors: ['webhook_not_found', 'action_not_allowed'],
    returns: { status: 202, body: DeliveryResource },
    permissions: {
      outbox: ['put'],
      resources: ['get', 'batch', 'check'],
      deliveries: ['get', 'batch', 'put'],
      deliverQueue: ['send'],
    },
    idempotency: 'refreshed',
  },
);

export const getWebhookStatistics = route({
  id: 'webhooks.get-statistics',
  method: 'GET',
  path: '/webhooks/{webhook_id}/statistics',
  summary: 'See how the deliveries of a webhook went',
  description:
    'The deliveries of a day or a week by hour or day, how long their attempts took, and the errors of the newest ones by cause. Counts are those of the list of deliveries about a minute ago.',
  params: z.object({ webhook_id: WebhookId }),
  query: z.strictObject({
    period: withDescription(
      z._default(StatisticsPeriod, 'day'),
      '`day`, the default: the 24 hours up to this one; `week`: the seven days up to today (UTC).',
    ),
  }),
  returns: { status: 200, body: WebhookStatistics },
  errors: ['webhook_not_found'],
  permissions: {
    resources: ['batch'],
    counters: ['query'],
    deliveries: ['batch'],
    'deliveries/by_webhook': ['query'],
  },
});

const rate_per_second_max = 100;
const rate_per_second_default = 20;

const Since = z.iso.datetime({ offset: true }).check(
  z.meta({
    description: 'Events from this instant on, RFC 3339. Events are kept 400 days, deliveries 90.',
    examples: ['2026-11-20T15:04:05.123Z'],
  }),
);

export const recoverWebhook = routeLike(changing, {
  method: 'POST',
  id: 'webhooks.recover',
  path: '/webhooks/{webhook_id}/recover',
  summary: 'Send again what a webhook missed',
  description:
    '`failed` sends deliveries again that used all their attempts. `missing` sends events without a delivery and events that were suppressed while the webhook was disabled. It runs in the background and waits while the endpoint fails. A webhook has one running recovery at a time, and a business five. `GET /recoveries/{recovery_id}` shows its progress.',
  params: z.object({ webhook_id: WebhookId }),
  body: z
    .strictObject({
      scope: RecoveryScopeSchema,
      since: Since,
      ...clearable({ event_types: WebhookEventTypes }),
      rate_per_second: defaulted(
        z.int().check(z.minimum(1), z.maximum(rate_per_second_max)),
        rate_per_second_default,
      ).check(z.meta({ description: 'The maximum number that is queued per second.' })),
    })
    .check(z.meta({ id: 'RecoveryCreate', description: 'The deliveries to send again.' })),
  returns: { status: 202, body: RecoveryResource },
  errors: ['webhook_not_found', 'action_not_allowed', 'recovery_limit_reached'],
  permissions: {
    resources: ['batch', 'check'],
    deliveries: ['batch', 'put'],
    deliverQueue: ['send'],
  },
  idempotency: 'cached',
});
