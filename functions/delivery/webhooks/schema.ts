import * as z from 'zod/mini';
import { Timestamp } from '../../core/fields.ts';
import { StoredMetadata } from '../../core/metadata.ts';
import { idOf, resourceFields, statusFields, withDescription } from '../../core/resource.ts';

/** The id of a webhook. */
export const WebhookId = idOf('webhook');

const WebhookHealth = z
  .object({
    state: z.enum(['healthy', 'degraded', 'open', 'half_open']).check(
      z.meta({
        id: 'WebhookHealthState',
        description:
          '`degraded` after a failed attempt. `open` while its deliveries are paused and only probes are sent; `half_open` while a probe is in flight.',
      }),
    ),
    since: z
      .nullable(Timestamp)
      .check(z.meta({ description: 'Since when it has this status; null if nothing was sent.' })),
    consecutive_failures: z
      .int()
      .check(
        z.minimum(0),
        z.meta({ description: 'The number of failed attempts since the last success.' }),
      ),
    last_success_at: z.nullable(Timestamp).check(
      z.meta({
        description: 'Accurate to about a minute, because not every success is recorded.',
      }),
    ),
    last_failure_at: withDescription(z.nullable(Timestamp), 'When an attempt last failed.'),
    next_probe_at: withDescription(z.nullable(Timestamp), 'When the next probe is planned.'),
    paused_until: z
      .nullable(Timestamp)
      .check(
        z.meta({ description: 'Until when the endpoint asked for a pause with `Retry-After`.' }),
      ),
  })
  .check(z.meta({ id: 'WebhookHealth', description: 'The health of the endpoint.' }));

/** A signing secret without its value. */
export const WebhookSecretInfo = z
  .object({
    version: z
      .int()
      .check(z.minimum(1), z.meta({ description: 'Counts the secrets of this endpoint.' })),
    created_at: withDescription(Timestamp, 'When it was created.'),
    expires_at: withDescription(
      z.nullable(Timestamp),
      'When its grace period ends; null for the newest.',
    ),
    public_key: z.optional(z.string()).check(
      z.meta({
        description:
          'The key that verifies its signatures: `whpk_` and 32 bytes in base64. Absent if a Secret Key signs.',
        examples: ['whpk_zF5XxkPPuwVIjj41r/lG0n0nHQDE4xlCYFpJRYVQzpc='],
      }),
    ),
  })
  .check(
    z.meta({
      id: 'WebhookSecretInfo',
      description: 'A current signing secret; expires_at is the end of its grace period.',
    }),
  );

const policy = {
  policy: z.nullable(z.string()).check(
    z.meta({
      description:
        'The resource policy that lets deliveries in, as JSON text: set it, or add its statement to the policy that is there. Null in events.',
      examples: ['{"Version":"2012-10-17","Statement":[]}'],
    }),
  ),
};

const EventBridgeDestination = z
  .object({
    type: z.literal('eventbridge').check(z.meta({ description: 'An event bus.' })),
    bus_arn: z.string().check(
      z.meta({
        description: 'The ARN of the event bus; in events without its account and name.',
      }),
    ),
    source: z.string().check(
      z.meta({
        description:
          'The `source` of your events on the bus. The policy admits no other, so no other tenant writes there.',
      }),
    ),
    ...policy,
  })
  .check(z.meta({ id: 'EventBridgeDestination', description: 'An Amazon EventBridge event bus.' }));

const SqsDestination = z
  .object({
    type: z.literal('sqs').check(z.meta({ description: 'A queue.' })),
    queue_url: z
      .string()
      .check(
        z.meta({ description: 'The URL of the queue; in events without its account and name.' }),
      ),
    ...policy,
  })
  .check(z.meta({ id: 'SqsDestination', description: 'An Amazon SQS queue.' }));

const WebhookDestination = z
  .nullable(z.discriminatedUnion('type', [EventBridgeDestination, SqsDestination]))
  .check(
    z.meta({
      id: 'WebhookDestination',
      description: 'A bus or a queue in an AWS account of yours, or null.',
    }),
  );
/** A Secret Key where it is shown: once. */
export const SecretOnce = z.optional(z.string()).check(
  z.meta({
    description:
      'The Secret Key that signs deliveries. Shown only once and absent in a replayed response: rotate a lost key. Absent if a private key signs; then `secrets` contains the public key.',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqr'],
  }),
);

const webhookFields = {
  ...resourceFields('webhook', 'webhook'),
  ...statusFields(
    'Webhook',
    ['enabled', 'disabled'],
    ['enable', 'disable', 'rotate-secret', 'test', 'recover'],
  ),
  url: z.string().check(
    z.meta({
      description:
        'The URL of the endpoint, in events without its path and query. For a destination the ARN of its bus or the URL of its queue.',
    }),
  ),
  destination: withDescription(
    WebhookDestination,
    'Where deliveries go in AWS; null where they go to the URL.',
  ),
  description: withDescription(z.nullable(z.string()), 'Its purpose.'),
  event_types: z
    .array(z.string())
    .check(
      z.meta({ description: 'The event types it subscribes to: `*`, `resource.*`, or names.' }),
    ),
  headers: z.record(z.string(), z.string()).check(
    z.meta({
      id: 'MaskedHeaders',
      description:
        'Each value is masked except for the last four characters of a long one; in events it is masked completely.',
      examples: [{ authorization: '****9f3c' }],
    }),
  ),
  metadata: StoredMetadata,
  health: WebhookHealth,
  disabled_reason: z.nullable(
    z
      .enum(['requested', 'endpoint_gone', 'endpoint_failing'])
      .check(z.meta({ id: 'WebhookDisabledReason', description: 'The cause that disabled it.' })),
  ),
  secrets: z
    .array(WebhookSecretInfo)
    .check(z.meta({ description: 'The current signing secrets, without their values.' })),
};

/** A webhook as its owner sees it. */
export const WebhookResource = z
  .object(webhookFields)
  .check(z.meta({ id: 'Webhook', description: 'An endpoint that receives events.' }));
export type WebhookResource = z.infer<typeof WebhookResource>;

/** A webhook with its Secret Key: the answer of create and rotate-secret, and of nothing else. */
export const WebhookWithSecret = z
  .object({
    ...webhookFields,
    secret: SecretOnce,
  })
  .check(
    z.meta({
      id: 'WebhookWithSecret',
      description: 'A webhook with its Secret Key, which is shown only once.',
    }),
  );
