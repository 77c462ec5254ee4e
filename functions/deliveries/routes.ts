import * as z from 'zod/mini';
import { EventTypeName } from '../events/type-name.ts';
import { EmptyRequest, listOf } from '../fields.ts';
import { filteredQuery, pageQuery } from '../list-query.ts';
import { idOf } from '../resource.ts';
import { route } from '../route.ts';
import { builders } from '../route-access.ts';
import { WebhookId } from '../webhooks/schema.ts';
import { deliveryStatuses } from './model.ts';
import { AttemptResource, DeliveryResource, DeliveryWithAttempts } from './schema.ts';

const params = z.object({ delivery_id: idOf('delivery') });

export const listDeliveries = route({
  id: 'deliveries.list',
  method: 'GET',
  path: '/deliveries',
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
  returns: { status: 200, body: listOf(DeliveryResource, 'DeliveryList') },
  errors: [],
  permissions: {
    cursorKey: ['mac'],
    deliveries: ['batch'],
    resources: ['batch'],
    'deliveries/by_tenant': ['query'],
    'deliveries/by_webhook': ['query'],
    'deliveries/by_event': ['query'],
    'deliveries/by_status': ['query'],
  },
  reachable: ['api', 'dashboard'],
});

export const getDelivery = route({
  id: 'deliveries.get',
  method: 'GET',
  path: '/deliveries/{delivery_id}',
  summary: 'Get a delivery with its newest attempts',
  description: '`last_attempt` and `attempts` contain the responses of the endpoint.',
  params,
  returns: { status: 200, body: DeliveryWithAttempts },
  errors: ['delivery_not_found'],
  permissions: { deliveries: ['query'], resources: ['get'] },
  reachable: ['api', 'dashboard'],
});

export const listAttempts = route({
  id: 'deliveries.list-attempts',
  method: 'GET',
  path: '/deliveries/{delivery_id}/attempts',
  summary: 'List the attempts of a delivery, newest first',
  description: 'A page is shorter than `limit` if its attempts are large.',
  params,
  query: z.strictObject(pageQuery),
  returns: { status: 200, body: listOf(AttemptResource, 'AttemptList') },
  errors: ['delivery_not_found'],
  permissions: { cursorKey: ['mac'], deliveries: ['get', 'query'] },
  reachable: ['api', 'dashboard'],
});

export const resendDelivery = route({
  id: 'deliveries.resend',
  method: 'POST',
  path: '/deliveries/{delivery_id}/resend',
  summary: 'Send a delivery once more',
  description:
    'A resend does not count as an automatic attempt. The receiver gets the same `webhook-id`. A delivery can be resent at most fifty times; then `allowed_actions` and `status_reason` say so.',
  params,
  body: EmptyRequest,
  returns: { status: 202, body: DeliveryResource },
  errors: ['delivery_not_found', 'action_not_allowed', 'delivery_in_flight'],
  permissions: {
    deliveries: ['get', 'batch', 'put'],
    resources: ['get', 'check'],
    idempotency: ['batch', 'get', 'put'],
    deliverQueue: ['send'],
  },
  reachable: ['api', 'dashboard'],
  roles: builders,
  idempotency: 'refreshed',
  retry: 'reads_record_first',
});

export const testWebhook = route({
  method: 'POST',
  id: 'webhooks.test',
  path: '/webhooks/{webhook_id}/test',
  summary: 'Send a test event to a webhook',
  description: 'Sends the example of the event type to this webhook only, regardless of its subscriptions.',
  params: z.object({ webhook_id: WebhookId }),
  body: z
    .strictObject({
      event_type: z
        ._default(EventTypeName, 'webhook.test')
        .check(z.meta({ description: 'The type of the event; `webhook.test` by default.' })),
    })
    .check(z.meta({ id: 'WebhookTest', description: 'The input to send a test event; it can be omitted.' })),
  returns: { status: 202, body: DeliveryResource },
  errors: ['webhook_not_found', 'action_not_allowed'],
  permissions: {
    outbox: ['put'],
    idempotency: ['batch', 'get', 'put'],
    resources: ['get', 'batch', 'check'],
    deliveries: ['get', 'batch', 'put'],
    deliverQueue: ['send'],
  },
  reachable: ['api', 'dashboard'],
  roles: builders,
  idempotency: 'refreshed',
  retry: 'reads_record_first',
});
