import * as z from 'zod/mini';
import { EmptyRequest, listOf } from '../../core/fields.ts';
import { filteredQuery, pageQuery } from '../../core/list-query.ts';
import { idOf } from '../../core/resource.ts';
import { routesOf } from '../../core/resource-routes.ts';
import { route } from '../../core/route.ts';
import { EventTypeName } from '../events/type-name.ts';
import { AttemptResource, DeliveryResource, DeliveryWithAttempts } from './schema.ts';
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
