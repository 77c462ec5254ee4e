import * as z from 'zod/mini';
import { EmptyRequest } from '../fields.ts';
import { idOf } from '../resource.ts';
import { route } from '../route.ts';
import { builders } from '../route-access.ts';
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

export const recoverWebhook = route({
  method: 'POST',
  id: 'webhooks.recover',
  path: '/webhooks/{webhook_id}/recover',
  summary: 'Send again what a webhook missed',
  description:
    '`failed` sends once more what used up its attempts; `missing` sends what never came: events that it was not told of, ' +
    'and those that were suppressed while it was disabled. It goes on by itself, however many there are; while the endpoint does ' +
    'not take deliveries it waits. `GET /recoveries/{recovery_id}` says how far it is.',
  params: z.object({ webhook_id: WebhookId }),
  body: z
    .strictObject({
      scope: RecoveryScopeSchema,
      since: Since,
      event_types: z.optional(WebhookEventTypes),
      rate_per_second: z
        ._default(z.int().check(z.minimum(1), z.maximum(rate_per_second_max)), rate_per_second_default)
        .check(z.meta({ description: 'How many are put on their way in a second, at most.' })),
    })
    .check(z.meta({ id: 'RecoveryCreate', description: 'What is sent again.' })),
  returns: { status: 202, body: RecoveryResource },
  errors: ['webhook_not_found', 'action_not_allowed'],
  permissions: {
    resources: ['batch', 'check'],
    deliveries: ['batch', 'put'],
    idempotency: ['get', 'put'],
    deliverQueue: ['send'],
  },
  reachable: ['api', 'dashboard'],
  roles: builders,
  replay: 'stored',
});

const params = z.object({ recovery_id: idOf('recovery') });

export const getRecovery = route({
  id: 'recoveries.get',
  method: 'GET',
  path: '/recoveries/{recovery_id}',
  summary: 'Get a recovery and how far it is',
  description: '`matched` and `sent` grow while it runs.',
  params,
  returns: { status: 200, body: RecoveryResource },
  errors: ['recovery_not_found'],
  permissions: { deliveries: ['get'] },
  reachable: ['api', 'dashboard'],
});

export const callOffRecovery = route({
  id: 'recoveries.cancel',
  method: 'POST',
  path: '/recoveries/{recovery_id}/cancel',
  summary: 'Cancel a recovery',
  description: 'What is on its way arrives; nothing more is put there.',
  params,
  body: EmptyRequest,
  returns: { status: 200, body: RecoveryResource },
  errors: ['recovery_not_found', 'action_not_allowed'],
  permissions: { deliveries: ['get', 'put'], idempotency: ['get', 'put'] },
  reachable: ['api', 'dashboard'],
  roles: builders,
  replay: 'stored',
});
