import * as z from 'zod/mini';
import { clearable, defaulted, EmptyRequest } from '../../core/fields.ts';
import { changing, routeLike, routesOf } from '../../core/resource-routes.ts';
import { WebhookEventTypes } from '../webhooks/input.ts';
import { WebhookId } from '../webhooks/schema.ts';
import { RecoveryResource, RecoveryScopeSchema } from './schema.ts';

const rate_per_second_max = 100;
const rate_per_second_default = 20;

const Since = z.iso.datetime({ offset: true }).check(
  z.meta({
    description: 'Of events from this instant on, RFC 3339. Events are kept 400 days, deliveries 90.',
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
    .check(z.meta({ id: 'RecoveryCreate', description: 'What is sent again.' })),
  returns: { status: 202, body: RecoveryResource },
  errors: ['webhook_not_found', 'action_not_allowed', 'recovery_limit_reached'],
  permissions: {
    resources: ['batch', 'check'],
    deliveries: ['batch', 'put'],
    deliverQueue: ['send'],
  },
  idempotency: 'cached',
});

const recovery = routesOf('recovery', RecoveryResource);

export const getRecovery = recovery.get({
  summary: 'Get a recovery and its progress',
  description:
    '`matched` and `sent` grow while it runs. A completed recovery passes once more, a minute after it was requested, for deliveries that failed just before.',
  permissions: { deliveries: ['get'] },
});

export const callOffRecovery = routeLike(changing, {
  id: 'recoveries.cancel',
  method: 'POST',
  path: '/recoveries/{recovery_id}/cancel',
  summary: 'Cancel a recovery',
  description: 'Deliveries in flight are still sent; no more are added.',
  params: recovery.params,
  body: EmptyRequest,
  returns: { status: 200, body: RecoveryResource },
  errors: ['recovery_not_found', 'action_not_allowed'],
  permissions: { deliveries: ['get', 'put'] },
  idempotency: 'cached',
});
