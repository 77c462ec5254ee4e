import * as z from 'zod/mini';
import { byName, Timestamp } from '../fields.ts';
import { Metadata } from '../metadata.ts';
import { idOf, resourceFields, statusFields, withDescription } from '../resource.ts';
import { maskedForAll, maskedForOwner } from './custom-headers.ts';
import type { Health } from './health.ts';
import { type Webhook, webhookActions } from './model.ts';
import { liveSecrets } from './secrets.ts';
import { maskedUrl } from './url.ts';

/** The id of a webhook. */
export const WebhookId = idOf('webhook');

const WebhookHealth = z
  .object({
    state: z.enum(['healthy', 'degraded', 'open', 'half_open']).check(
      z.meta({
        id: 'WebhookHealthState',
        description:
          '`degraded` since an attempt failed; `open` while its deliveries are paused and nothing is sent but a probe now and then; `half_open` while one finds out whether it is back.',
      }),
    ),
    since: z.nullable(Timestamp).check(z.meta({ description: 'Since when it is so; null while nothing was sent.' })),
    consecutive_failures: z
      .int()
      .check(z.minimum(0), z.meta({ description: 'How many attempts have failed since one succeeded.' })),
    last_success_at: z
      .nullable(Timestamp)
      .check(z.meta({ description: 'To about a minute: not every success is noted.' })),
    last_failure_at: withDescription(z.nullable(Timestamp), 'When an attempt last failed.'),
    next_probe_at: withDescription(z.nullable(Timestamp), 'When it is next asked whether it is back.'),
    paused_until: z
      .nullable(Timestamp)
      .check(z.meta({ description: 'Until when the endpoint asked to be left alone, with `Retry-After`.' })),
  })
  .check(z.meta({ id: 'WebhookHealth', description: 'How the endpoint is doing.' }));

/** The one projection from the health of an endpoint as stored. */
export const toHealth = (health: Health): z.infer<typeof WebhookHealth> => ({
  state: health.state,
  since: health.since,
  consecutive_failures: health.consecutive_failures,
  last_success_at: health.last_success_at,
  last_failure_at: health.last_failure_at,
  next_probe_at: health.next_probe_at,
  paused_until: health.paused_until,
});

const WebhookSecretInfo = z
  .object({
    version: z.int().check(z.minimum(1), z.meta({ description: 'Counts the secrets of this webhook.' })),
    created_at: withDescription(Timestamp, 'When it was made.'),
    expires_at: withDescription(z.nullable(Timestamp), 'When its grace ends; null for the newest.'),
    public_key: z.optional(z.string()).check(
      z.meta({
        description:
          'What its signatures are verified by: `whpk_` and 32 bytes in base64. Absent where a Secret Key signs.',
        examples: ['whpk_zF5XxkPPuwVIjj41r/lG0n0nHQDE4xlCYFpJRYVQzpc='],
      }),
    ),
  })
  .check(
    z.meta({ id: 'WebhookSecretInfo', description: 'A secret that signs now; expires_at is the end of its grace.' }),
  );

const shownFields = {
  ...resourceFields('webhook', 'webhook'),
  ...statusFields('Webhook', ['enabled', 'disabled'], ['enable', 'disable', 'rotate-secret', 'test', 'recover']),
  url: z.string().check(z.meta({ description: 'Where deliveries go; in events without its path and query.' })),
  description: withDescription(z.nullable(z.string()), 'What it is for.'),
  event_types: z.array(z.string()).check(z.meta({ description: 'What it subscribes to: `*`, `noun.*`, or names.' })),
  headers: z.record(z.string(), z.string()).check(
    z.meta({
      id: 'MaskedHeaders',
      description: 'Each value is masked but for the last four characters of a long one; in events it is masked whole.',
      examples: [{ authorization: '****9f3c' }],
    }),
  ),
  metadata: Metadata,
  health: WebhookHealth,
  disabled_reason: z.nullable(
    z
      .enum(['requested', 'endpoint_gone', 'endpoint_failing'])
      .check(z.meta({ id: 'WebhookDisabledReason', description: 'Who or what disabled it.' })),
  ),
  secrets: z.array(WebhookSecretInfo).check(z.meta({ description: 'The secrets that sign now, never their values.' })),
};

type Shown = { readonly webhook: Webhook; readonly health: Health };

/** A webhook as its owner sees it. */
export const WebhookResource = z
  .object(shownFields)
  .check(z.meta({ id: 'Webhook', description: 'An endpoint of yours that events are delivered to.' }));
export type WebhookResource = z.infer<typeof WebhookResource>;

/** A webhook with its Secret Key: the answer of create and rotate-secret, and of nothing else. */
export const WebhookWithSecret = z
  .object({
    ...shownFields,
    secret: z.optional(z.string()).check(
      z.meta({
        description:
          'The Secret Key that deliveries are signed with. Shown this once; absent in a replay: rotate a lost one. ' +
          'Absent where a private key signs: its public key is among `secrets`.',
        examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqr'],
      }),
    ),
  })
  .check(z.meta({ id: 'WebhookWithSecret', description: 'A webhook and, this once, its Secret Key.' }));

/**
 * What events tell of a webhook: what GET shows, less what opens its endpoint. They reach the business's other endpoints,
 * which may be somebody else's.
 */
export const toldWebhook = (shown: WebhookResource): WebhookResource => ({
  ...shown,
  url: maskedUrl(shown.url),
  headers: maskedForAll(shown.headers),
});

/** The one projection from a stored webhook and its endpoint's health. Of secrets only that they are there. */
export const toWebhookResource = ({ webhook, health }: Shown, now: Date): WebhookResource => ({
  id: webhook.id,
  object: 'webhook',
  created_at: webhook.created_at,
  updated_at: webhook.updated_at,
  version: webhook.version,
  status: webhook.status,
  status_reason: webhook.status_reason,
  allowed_actions: [...webhookActions[webhook.status]] as WebhookResource['allowed_actions'],
  url: webhook.url,
  description: webhook.description,
  event_types: [...webhook.event_types],
  headers: byName(maskedForOwner(webhook.headers)),
  metadata: byName(webhook.metadata),
  health: toHealth(health),
  disabled_reason: webhook.disabled_reason,
  secrets: liveSecrets(webhook.secrets, now).map(({ version, created_at, expires_at, public_key }) => ({
    ...{ version, created_at, expires_at },
    ...(public_key !== undefined && { public_key }),
  })),
});
