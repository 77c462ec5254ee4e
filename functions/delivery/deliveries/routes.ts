import * as z from 'zod/mini';
import { defaulted, EmptyRequest, listOf } from '../../core/fields.ts';
import { filteredQuery, pageQuery } from '../../core/list-query.ts';
import { idOf, withDescription } from '../../core/resource.ts';
import { action, changing, routeLike, routesOf } from '../../core/resource-routes.ts';
import { route } from '../../core/route.ts';
import { EventTypeName } from '../events/type-name.ts';
import { WebhookId } from '../webhooks/schema.ts';
import {
  AttemptResource,
  DeliveryResource,
  DeliveryWithAttempts,
  StatisticsPeriod,
  WebhookStatistics,
} from './schema.ts';
import { deliveryStatuses } from './states.ts';

const delivery = routesOf('delivery', DeliveryResource);

export const listDeliveries = delivery.list({
  summary: 'List deliveries, newest first',
  description: 'Kept for 90 days.',
  query: z.strictObject({
    ...filteredQuery(),
    webhook_id: z.optional(idOf('webhook')),
    event_id: z.optional(idOf('event')),
    event_type: z.optional(EventTypeName),
    status: z.optional(
      z.enum([...deliveryStatuses, 'undelivered']).check(
        z.meta({
          id: 'DeliveryStatusFilter',
          description: '`undelivered` means pending, retrying, paused, failed and suppressed.',
        }),
      ),
    ),
  }),
  permissions: {
    deliveries: ['batch'],
    resources: ['batch'],
    'deliveries/by_tenant': ['query'],
    'deliveries/by_webhook': ['query'],
    'deliveries/by_event': ['query'],
    'deliveries/by_status': ['query'],
  },
});

export const getDelivery = delivery.get({
  summary: 'Get a delivery with its newest attempts',
  description:
    '`last_attempt` and `attempts` contain the responses of the endpoint. The etag also changes with `allowed_actions`.',
  returns: { status: 200, body: DeliveryWithAttempts },
  permissions: { deliveries: ['query'], resources: ['get'] },
});

export const listAttempts = route({
  id: 'deliveries.list-attempts',
  method: 'GET',
  path: '/deliveries/{delivery_id}/attempts',
  summary: 'List the attempts of a delivery, newest first',
  description: 'A page is shorter than `limit` if its attempts are large.',
  params: delivery.params,
  query: z.strictObject(pageQuery),
  returns: { status: 200, body: listOf(AttemptResource, 'AttemptList') },
  errors: ['delivery_not_found'],
  permissions: { deliveries: ['get', 'query'] },
});

export const resendDelivery = delivery.action('resend', {
  summary: 'Send a delivery once more',
  description:
    'A resend does not count as an automatic attempt. The receiver gets the same `webhook-id`. A delivery can be resent at most fifty times; then `allowed_actions` and `status_reason` say so.',
  body: EmptyRequest,
  returns: { status: 202, body: DeliveryResource },
  errors: ['delivery_not_found', 'action_not_allowed', 'delivery_in_flight'],
  permissions: {
    deliveries: ['get', 'batch', 'put'],
    resources: ['get', 'check'],
    deliverQueue: ['send'],
  },
  idempotency: 'refreshed',
});

export const testWebhook = routeLike(
  { ...action, ...changing },
  {
    id: 'webhooks.test',
    path: '/webhooks/{webhook_id}/test',
    summary: 'Send a test event to a webhook',
    description: 'Sends the example of the event type to this webhook only, regardless of its subscriptions.',
    params: z.object({ webhook_id: WebhookId }),
    body: z
      .strictObject({
        event_type: defaulted(EventTypeName, 'webhook.test').check(
          z.meta({ description: 'The type of the event; `webhook.test` by default.' }),
        ),
      })
      .check(z.meta({ id: 'WebhookTestRequest', description: 'The input to send a test event; it can be omitted.' })),
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
