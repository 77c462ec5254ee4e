import * as z from 'zod/mini';
import { changeable, clearable, ReasonRequest } from '../../core/fields.ts';
import { datedQuery } from '../../core/list-query.ts';
import { Metadata, MetadataPatch } from '../../core/metadata.ts';
import { withDescription } from '../../core/resource.ts';
import { changing, routeLike, routesOf } from '../../core/resource-routes.ts';
import { text } from '../../core/text-fields.ts';
import {
  oneEndpoint,
  oneEndpointPrinted,
  RotateSecretRequest,
  WebhookDestinationInput,
  WebhookEventTypes,
  WebhookHeaders,
  WebhookHeadersPatch,
  WebhookSignature,
  WebhookUrl,
} from './input.ts';
import { WebhookResource, WebhookWithSecret } from './schema.ts';

const webhook = routesOf('webhook', WebhookResource);
const Description = text(200, { description: 'Its purpose.' });

export const createWebhook = webhook.create({
  summary: 'Create a webhook',
  description:
    'The response contains the Secret Key that signs deliveries. It is shown only once. With `ed25519`, the public key in `secrets` verifies the signatures.',
  body: z
    .strictObject({
      ...clearable({ url: WebhookUrl, destination: WebhookDestinationInput }),
      ...clearable({
        description: Description,
        event_types: WebhookEventTypes,
        headers: WebhookHeaders,
      }),
      ...clearable({ metadata: Metadata }),
      ...clearable({
        signature: withDescription(
          WebhookSignature,
          'How deliveries are signed; `hmac` by default.',
        ),
      }),
    })
    .check(
      oneEndpoint,
      z.meta({
        ...oneEndpointPrinted,
        id: 'WebhookCreate',
        description: 'The input to create a webhook; only `url` or `destination` is required.',
        examples: [{ url: 'https://example.com/webhooks' }],
      }),
    ),
  returns: { status: 201, body: WebhookWithSecret },
  errors: ['webhook_limit_reached', 'webhook_not_found'],
  permissions: {
    resources: ['batch', 'query', 'put'],
    deliveries: ['batch'],
    webhookSecrets: ['encrypt'],
    fingerprint: ['mac'],
    settings: ['webhookTargets', 'deliveryRole'],
  },
  idempotency: 'refreshed',
});

export const listWebhooks = webhook.list({
  summary: 'List webhooks, newest first',
  description: 'With their health. Secrets are not shown again.',
  query: z.strictObject(datedQuery),
  permissions: { resources: ['query', 'batch'], deliveries: ['batch'], settings: ['deliveryRole'] },
});

export const getWebhook = webhook.get({
  summary: 'Get a webhook',
  description: 'With its health and its current signing secrets, without their values.',
  permissions: { resources: ['batch'], deliveries: ['batch'], settings: ['deliveryRole'] },
});

export const updateWebhook = webhook.update({
  summary: 'Change a webhook',
  description:
    'A JSON merge patch. Open deliveries go to the new URL, bus or queue; the kind of the endpoint stays. If its origin differs, the stored headers are removed: send those that the new endpoint needs in the same request.',
  body: z
    .strictObject({
      ...changeable({ url: WebhookUrl, destination: WebhookDestinationInput }),
      ...clearable({
        description: Description,
        event_types: WebhookEventTypes,
        headers: WebhookHeadersPatch,
      }),
      ...clearable({ metadata: MetadataPatch }),
    })
    .check(
      z.meta({
        id: 'WebhookPatch',
        description:
          'Only the fields to change. `event_types` replaces; `headers` and `metadata` merge by name.',
      }),
    ),
  permissions: {
    resources: ['batch', 'put'],
    outbox: ['put'],
    deliveries: ['batch'],
    webhookSecrets: ['encrypt'],
    fingerprint: ['mac'],
    settings: ['webhookTargets', 'deliveryRole'],
  },
});

export const deleteWebhook = routeLike(changing, {
  id: 'webhooks.delete',
  method: 'DELETE',
  path: '/webhooks/{webhook_id}',
  summary: 'Delete a webhook',
  description: 'Open deliveries are canceled; all its deliveries stay readable.',
  params: webhook.params,
  returns: { status: 204 },
  errors: ['webhook_not_found'],
  permissions: {
    resources: ['batch', 'put', 'delete'],
    deliveries: ['batch', 'put'],
    deliverQueue: ['send'],
  },
});

export const enableWebhook = webhook.action('enable', {
  summary: 'Enable a webhook',
  description: 'Its paused deliveries are sent, oldest first, and its health is reset.',
  body: ReasonRequest,
  permissions: {
    resources: ['batch', 'put'],
    deliveries: ['batch', 'put'],
    deliverQueue: ['send'],
    settings: ['deliveryRole'],
  },
  idempotency: 'refreshed',
});

export const disableWebhook = webhook.action('disable', {
  summary: 'Disable a webhook',
  description: 'Nothing new is sent; open deliveries are paused until it is enabled.',
  body: ReasonRequest,
  permissions: {
    outbox: ['put'],
    resources: ['batch', 'put'],
    deliveries: ['batch', 'put'],
    deliverQueue: ['send'],
    settings: ['deliveryRole'],
  },
  idempotency: 'refreshed',
});

export const rotateWebhookSecret = webhook.action('rotate-secret', {
  errors: ['webhook_not_found'],
  summary: 'Replace the Secret Key of a webhook',
  description:
    'Deliveries are signed with the new secret, and with the earlier ones until their grace periods end. If the response is lost, you can repeat the call with a new Idempotency-Key; the secret in use keeps its grace period.',
  body: RotateSecretRequest,
  returns: { status: 200, body: WebhookWithSecret },
  permissions: {
    resources: ['batch', 'put'],
    deliveries: ['batch'],
    webhookSecrets: ['encrypt'],
    settings: ['deliveryRole'],
  },
  idempotency: 'refreshed',
});
