import * as z from 'zod/mini';
import { type Attempt, attemptErrorKinds } from '../../domain/deliveries/attempt.ts';
import { attemptsLeft, type Delivery } from '../../domain/deliveries/delivery.ts';
import { deliveryActions, resentEnough, unreachable } from '../../domain/deliveries/resend.ts';
import { deliveryStatuses } from '../../domain/deliveries/status.ts';
import type { WebhookState } from '../../domain/webhooks/webhook.ts';
import { byName } from '../by-name.ts';
import { eventTypeNames } from '../event-summaries.ts';
import { Timestamp } from '../fields.ts';
import { idOf, resourceFields, statusFields } from '../resource.ts';

const Trigger = z.enum(['automatic', 'manual', 'recovery', 'test', 'probe']);
const milliseconds = z.nullable(z.number().check(z.minimum(0)));

const AttemptError = z
  .object({ kind: z.enum(attemptErrorKinds), message: z.string() })
  .check(z.meta({ id: 'AttemptError' }));

/** Headers as they are shown. Not a zod record: that would drop `__proto__` silently. */
const Headers = z
  .custom<Record<string, string>>((value) => typeof value === 'object' && value !== null)
  .check(
    z.meta({
      printed: { type: 'object', propertyNames: { type: 'string' }, additionalProperties: { type: 'string' } },
    }),
  );

/** One attempt, with everything that was kept of it. */
export const ShownAttempt = z
  .object({
    number: z.int().check(z.minimum(1)),
    trigger: Trigger,
    started_at: Timestamp,
    duration_ms: z.number().check(z.minimum(0)),
    timings: z.object({
      dns_ms: milliseconds,
      connect_ms: milliseconds,
      tls_ms: milliseconds,
      first_byte_ms: milliseconds,
    }),
    remote_address: z.nullable(z.string()),
    request: z.object({ headers: Headers }),
    response: z.nullable(
      z.object({
        status: z.int(),
        headers: Headers,
        body: z.string(),
        body_bytes: z.int(),
        body_sha256: z.string(),
      }),
    ),
    error: z.nullable(AttemptError),
    next_attempt_at: z.nullable(Timestamp),
    secret_versions: z.array(z.int()),
  })
  .check(z.meta({ id: 'Attempt', description: 'One POST to the endpoint and what it came to.' }));

const deliveryFields = {
  ...resourceFields('delivery', 'delivery'),
  ...statusFields(deliveryStatuses, ['resend']),
  event_id: idOf('event'),
  event_type: z.enum(eventTypeNames as unknown as readonly [string, ...string[]]),
  webhook_id: idOf('webhook'),
  url: z.string(),
  attempts_made: z.int().check(z.meta({ description: 'Finished attempts of every kind.' })),
  attempts_left: z.int().check(z.meta({ description: 'Automatic attempts that are left.' })),
  next_attempt_at: z.nullable(Timestamp),
  last_attempt: z.nullable(
    z.object({
      number: z.int(),
      trigger: Trigger,
      started_at: Timestamp,
      duration_ms: z.number(),
      response_status: z.nullable(z.int()),
      error: z.nullable(AttemptError),
    }),
  ),
  completed_at: z.nullable(Timestamp),
};

/** A delivery of one event to one webhook. */
export const ShownDelivery = z.object(deliveryFields).check(z.meta({ id: 'Delivery' }));
export type ShownDelivery = z.infer<typeof ShownDelivery>;

/** A delivery with its newest attempts, oldest first. */
export const DeliveryWithAttempts = z
  .object({
    ...deliveryFields,
    attempts: z.array(ShownAttempt).check(
      z.meta({
        description:
          'The newest ten, oldest first, or fewer where they are large: `attempts_made` says how many there were, and ' +
          '`GET /deliveries/{delivery_id}/attempts` lists all.',
      }),
    ),
  })
  .check(z.meta({ id: 'DeliveryWithAttempts' }));
export type DeliveryWithAttempts = z.infer<typeof DeliveryWithAttempts>;

/** The one projection from a stored delivery, and from what its webhook now is: undefined where that is long gone. */
export const showDelivery = (delivery: Delivery, webhook: WebhookState | undefined): ShownDelivery => ({
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
export const showAttempt = (attempt: Attempt): z.infer<typeof ShownAttempt> => ({
  ...attempt,
  timings: { ...attempt.timings },
  request: { headers: byName(attempt.request.headers) },
  response: attempt.response && { ...attempt.response, headers: byName(attempt.response.headers) },
  secret_versions: [...attempt.secret_versions],
});

/** The delivery and what was tried last. */
export const showDeliveryWithAttempts = (
  { delivery, attempts }: { readonly delivery: Delivery; readonly attempts: readonly Attempt[] },
  webhook: WebhookState | undefined,
): DeliveryWithAttempts => ({
  ...showDelivery(delivery, webhook),
  attempts: attempts.map(showAttempt),
});

/** What did not arrive waits for its webhook first of all. */
const reasonOf = (delivery: Delivery, webhook: WebhookState | undefined): string | null => {
  const waits = delivery.status === 'succeeded' ? null : unreachable(webhook);
  return waits ?? resentEnough(delivery) ?? delivery.last_attempt?.error?.message ?? null;
};
