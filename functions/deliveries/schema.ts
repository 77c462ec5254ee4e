import * as z from 'zod/mini';
import { EventTypeName } from '../events/type-name.ts';
import { byName, Timestamp } from '../fields.ts';
import { idOf, resourceFields, statusFields, withDescription } from '../resource.ts';
import type { WebhookState } from '../webhooks/model.ts';
import { type Attempt, attemptErrorKinds } from './attempt.ts';
import { deliveryActions, resentEnough, unreachable } from './claim.ts';
import { attemptsLeft, type Delivery, deliveryStatuses } from './model.ts';

const Trigger = z
  .enum(['automatic', 'manual', 'recovery', 'test', 'probe'])
  .check(z.meta({ id: 'AttemptTrigger', description: 'Why an attempt was made.' }));
const milliseconds = (description: string) => withDescription(z.nullable(z.number().check(z.minimum(0))), description);
const Duration = z.number().check(z.minimum(0), z.meta({ description: 'How long it took, in milliseconds.' }));
const AttemptNumber = z.int().check(z.minimum(1), z.meta({ description: 'Counts the attempts of the delivery.' }));
const Started = withDescription(Timestamp, 'When it began.');

const AttemptError = z
  .object({
    kind: z.enum(attemptErrorKinds).check(z.meta({ id: 'AttemptErrorKind', description: 'What kind of failure.' })),
    message: z.string().check(z.meta({ description: 'What went wrong.' })),
  })
  .check(z.meta({ id: 'AttemptError', description: 'Why an attempt failed.' }));

/** Headers as they are shown. Not a zod record: that would drop `__proto__` silently. */
const Headers = z
  .custom<Record<string, string>>((value) => typeof value === 'object' && value !== null)
  .check(
    z.meta({
      id: 'ShownHeaders',
      description: 'Headers by name.',
      printed: { type: 'object', additionalProperties: { type: 'string' } },
    }),
  );

const AttemptResponse = z
  .object({
    status: z.int().check(z.meta({ description: 'The HTTP status.' })),
    headers: Headers,
    body: z.string().check(z.meta({ description: 'The first 4 KB, read as UTF-8.' })),
    body_bytes: z.int().check(z.meta({ description: 'The length of the body, counted or as declared.' })),
    body_sha256: z.string().check(z.meta({ description: 'SHA-256 of what was read, 16 KB at most, in hex.' })),
  })
  .check(z.meta({ id: 'AttemptResponse', description: 'What came back, as far as it is kept.' }));

/** One attempt, with everything that was kept of it. */
export const AttemptResource = z
  .object({
    number: AttemptNumber,
    trigger: Trigger,
    started_at: Started,
    duration_ms: Duration,
    timings: z
      .object({
        dns_ms: milliseconds('Until the name was an address.'),
        connect_ms: milliseconds('Until the connection stood.'),
        tls_ms: milliseconds('Until it was encrypted.'),
        first_byte_ms: milliseconds('From the request written to the headers of the answer.'),
      })
      .check(
        z.meta({
          id: 'AttemptTimings',
          description: 'Milliseconds; null for what did not happen, as on a connection that was used before.',
        }),
      ),
    remote_address: withDescription(z.nullable(z.string()), 'The address that was called.'),
    request: z
      .object({ headers: Headers })
      .check(z.meta({ id: 'AttemptRequest', description: 'What was sent, signature and added headers masked.' })),
    response: z.nullable(AttemptResponse),
    error: z.nullable(AttemptError),
    next_attempt_at: withDescription(z.nullable(Timestamp), 'When it is tried again, as planned then.'),
    secret_versions: z.array(z.int()).check(z.meta({ description: 'The secrets that signed it.' })),
  })
  .check(z.meta({ id: 'Attempt', description: 'One POST to the endpoint and what it came to.' }));

const LastAttempt = z
  .object({
    number: AttemptNumber,
    trigger: Trigger,
    started_at: Started,
    duration_ms: Duration,
    response_status: withDescription(z.nullable(z.int()), 'The HTTP status, where there was an answer.'),
    error: z.nullable(AttemptError),
  })
  .check(z.meta({ id: 'LastAttempt', description: 'The newest attempt in short.' }));

const deliveryFields = {
  ...resourceFields('delivery', 'delivery'),
  ...statusFields('Delivery', deliveryStatuses, ['resend']),
  event_id: idOf('event'),
  event_type: EventTypeName,
  webhook_id: idOf('webhook'),
  url: z
    .string()
    .check(z.meta({ description: 'Where the last attempt went, or where the webhook pointed when it was made.' })),
  attempts_made: z.int().check(z.meta({ description: 'Finished attempts of every kind.' })),
  attempts_left: z.int().check(z.meta({ description: 'Automatic attempts that are left.' })),
  next_attempt_at: withDescription(z.nullable(Timestamp), 'When it is tried next.'),
  last_attempt: z.nullable(LastAttempt),
  completed_at: withDescription(z.nullable(Timestamp), 'When it arrived or was given up.'),
};

/** A delivery of one event to one webhook. */
export const DeliveryResource = z
  .object(deliveryFields)
  .check(z.meta({ id: 'Delivery', description: 'One event on its way to one webhook.' }));
export type DeliveryResource = z.infer<typeof DeliveryResource>;

/** A delivery with its newest attempts, oldest first. */
export const DeliveryWithAttempts = z
  .object({
    ...deliveryFields,
    attempts: z.array(AttemptResource).check(
      z.meta({
        description:
          'The newest ten, oldest first, or fewer where they are large: `attempts_made` says how many there were, and ' +
          '`GET /deliveries/{delivery_id}/attempts` lists all.',
      }),
    ),
  })
  .check(z.meta({ id: 'DeliveryWithAttempts', description: 'A delivery with its newest attempts.' }));
export type DeliveryWithAttempts = z.infer<typeof DeliveryWithAttempts>;

/** The one projection from a stored delivery, and from what its webhook now is: undefined where that is long gone. */
export const toDeliveryResource = (delivery: Delivery, webhook: WebhookState | undefined): DeliveryResource => ({
  id: delivery.id,
  object: 'delivery',
  created_at: delivery.created_at,
  updated_at: delivery.updated_at,
  version: delivery.version,
  status: delivery.status,
  status_reason: reasonOf(delivery, webhook),
  allowed_actions: deliveryActions(delivery, webhook),
  event_id: delivery.event_id,
  event_type: delivery.event_type,
  webhook_id: delivery.webhook_id,
  url: delivery.url,
  attempts_made: delivery.attempts_made,
  attempts_left: attemptsLeft(delivery),
  next_attempt_at: delivery.next_attempt_at,
  last_attempt: delivery.last_attempt && { ...delivery.last_attempt },
  completed_at: delivery.completed_at,
});

/** One attempt, its headers by name. */
export const toAttemptResource = (attempt: Attempt): z.infer<typeof AttemptResource> => ({
  ...attempt,
  timings: { ...attempt.timings },
  request: { headers: byName(attempt.request.headers) },
  response: attempt.response && { ...attempt.response, headers: byName(attempt.response.headers) },
  secret_versions: [...attempt.secret_versions],
});

/** The delivery and what was tried last. */
export const toDeliveryWithAttempts = (
  { delivery, attempts }: { readonly delivery: Delivery; readonly attempts: readonly Attempt[] },
  webhook: WebhookState | undefined,
): DeliveryWithAttempts => ({
  ...toDeliveryResource(delivery, webhook),
  attempts: attempts.map(toAttemptResource),
});

/** What did not arrive waits for its webhook first of all. */
const reasonOf = (delivery: Delivery, webhook: WebhookState | undefined): string | null => {
  const waits = delivery.status === 'succeeded' ? null : unreachable(webhook);
  return waits ?? resentEnough(delivery) ?? delivery.last_attempt?.error?.message ?? null;
};
