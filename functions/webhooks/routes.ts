import * as z from 'zod/mini';
import { clearable, listOf, ReasonRequest, text } from '../fields.ts';
import { datedQuery } from '../list-query.ts';
import { Metadata, MetadataPatch } from '../metadata.ts';
import { withDescription } from '../resource.ts';
import { route } from '../route.ts';
import { builders } from '../route-access.ts';
import { WebhookEventTypes, WebhookHeaders, WebhookHeadersPatch, WebhookSignature, WebhookUrl } from './input.ts';
import { WebhookId, WebhookResource, WebhookWithSecret } from './schema.ts';
import { grace_seconds_default, grace_seconds_max } from './secrets.ts';

const params = z.object({ webhook_id: WebhookId });
const Description = text(200, { description: 'What it is for.' });
const acting = { outbox: ['put'], idempotency: ['batch', 'get', 'put'] } as const;

export const createWebhook = route({
  id: 'webhooks.create',
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook',
  description:
    'The answer holds the Secret Key that deliveries are signed with. It is shown this once; what `ed25519` signs is verified by ' +
    'the public key among `secrets`.',
  body: z
    .strictObject({
      url: WebhookUrl,
      ...clearable({ description: Description, event_types: WebhookEventTypes, headers: WebhookHeaders }),
      ...clearable({ metadata: Metadata }),
      signature: withDescription(
        z.optional(WebhookSignature),
        'How deliveries are signed; `hmac` unless said otherwise.',
      ),
    })
    .check(z.meta({ id: 'WebhookCreate', description: 'What creates a webhook; only the URL is required.' })),
  returns: { status: 201, body: WebhookWithSecret },
  errors: ['webhook_limit_reached', 'webhook_not_found'],
  permissions: {
    resources: ['batch', 'query', 'put'],
    deliveries: ['batch'],
    idempotency: ['get', 'put'],
    webhookSecrets: ['encrypt'],
    fingerprint: ['mac'],
    settings: ['webhookTargets'],
  },
  reachable: ['api', 'dashboard'],
  roles: builders,
  replay: 'reread',
});

export const listWebhooks = route({
  id: 'webhooks.list',
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhooks, newest first',
  description: 'With their health; a secret is never shown again.',
  query: z.strictObject(datedQuery),
  returns: { status: 200, body: listOf(WebhookResource, 'WebhookList') },
  errors: [],
  permissions: { cursorKey: ['mac'], resources: ['query', 'batch'], deliveries: ['batch'] },
  reachable: ['api', 'dashboard'],
});

export const getWebhook = route({
  id: 'webhooks.get',
  method: 'GET',
  path: '/webhooks/{webhook_id}',
  summary: 'Get a webhook',
  description: 'With its health and the secrets that sign now, without their values.',
  params,
  returns: { status: 200, body: WebhookResource },
  errors: ['webhook_not_found'],
  permissions: { resources: ['batch'], deliveries: ['batch'] },
  reachable: ['api', 'dashboard'],
});

export const updateWebhook = route({
  id: 'webhooks.update',
  method: 'PATCH',
  path: '/webhooks/{webhook_id}',
  summary: 'Change a webhook',
  description: 'A JSON merge patch. What has not arrived yet goes where it then points.',
  params,
  body: z
    .strictObject({
      url: z.optional(WebhookUrl),
      ...clearable({ description: Description, event_types: WebhookEventTypes, headers: WebhookHeadersPatch }),
      ...clearable({ metadata: MetadataPatch }),
    })
    .check(
      z.meta({
        id: 'WebhookPatch',
        description: 'Only the fields to change. `event_types` replaces; `headers` and `metadata` merge by name.',
      }),
    ),
  returns: { status: 200, body: WebhookResource },
  errors: ['webhook_not_found'],
  permissions: {
    resources: ['batch', 'put'],
    deliveries: ['batch'],
    webhookSecrets: ['encrypt'],
    fingerprint: ['mac'],
    settings: ['webhookTargets'],
  },
  reachable: ['api', 'dashboard'],
  roles: builders,
});

export const deleteWebhook = route({
  id: 'webhooks.delete',
  method: 'DELETE',
  path: '/webhooks/{webhook_id}',
  summary: 'Delete a webhook',
  description: 'What has not arrived is canceled; its deliveries stay readable.',
  params,
  returns: { status: 204 },
  errors: ['webhook_not_found'],
  permissions: { resources: ['batch', 'put', 'delete'], deliveries: ['batch', 'put'], deliverQueue: ['send'] },
  reachable: ['api', 'dashboard'],
  roles: builders,
});

const action = {
  method: 'POST',
  params,
  errors: ['webhook_not_found', 'action_not_allowed'],
  reachable: ['api', 'dashboard'],
  roles: builders,
} as const;

export const enableWebhook = route({
  ...action,
  id: 'webhooks.enable',
  path: '/webhooks/{webhook_id}/enable',
  summary: 'Enable a webhook',
  description: 'Its paused deliveries are sent, oldest first, and its health counts anew.',
  body: ReasonRequest,
  returns: { status: 200, body: WebhookResource },
  permissions: {
    idempotency: acting.idempotency,
    resources: ['batch', 'put'],
    deliveries: ['batch', 'put'],
    deliverQueue: ['send'],
  },
  replay: 'reread',
  retry: 'reads_record_first',
});

export const disableWebhook = route({
  ...action,
  id: 'webhooks.disable',
  path: '/webhooks/{webhook_id}/disable',
  summary: 'Disable a webhook',
  description: 'Nothing new is sent; open deliveries are paused until it is enabled.',
  body: ReasonRequest,
  returns: { status: 200, body: WebhookResource },
  permissions: { ...acting, resources: ['batch', 'put'], deliveries: ['batch', 'put'], deliverQueue: ['send'] },
  replay: 'reread',
  retry: 'reads_record_first',
});

export const rotateWebhookSecret = route({
  ...action,
  id: 'webhooks.rotate-secret',
  errors: ['webhook_not_found'],
  path: '/webhooks/{webhook_id}/rotate-secret',
  summary: 'Replace the Secret Key of a webhook',
  description:
    'Deliveries are signed with the new secret and with those before until the grace of each ends. A lost answer may be repeated under a new key: the secret in use keeps its grace.',
  body: z
    .strictObject({
      grace_seconds: z
        ._default(z.int().check(z.minimum(0), z.maximum(grace_seconds_max)), grace_seconds_default)
        .check(z.meta({ description: 'For how long the secret in use signs beside the new one.' })),
      signature: withDescription(
        z.optional(WebhookSignature),
        'How the new one signs; as the one in use unless said otherwise.',
      ),
    })
    .check(z.meta({ id: 'WebhookRotateSecret', description: 'When the secret in use ends.' })),
  returns: { status: 200, body: WebhookWithSecret },
  permissions: {
    resources: ['batch', 'put'],
    deliveries: ['batch'],
    idempotency: ['batch', 'get', 'put'],
    webhookSecrets: ['encrypt'],
  },
  replay: 'reread',
  retry: 'reads_record_first',
});
