import * as z from 'zod/mini';
import { Timestamp } from '../../core/fields.ts';
import {
  idOf,
  objectNamed,
  resourceFields,
  statusFields,
  withDescription,
} from '../../core/resource.ts';
import { EventTypeName } from '../events/type-name.ts';
import { attemptErrorKinds, attemptTriggers, deliveryStatuses } from './states.ts';

const Trigger = z
  .enum(attemptTriggers)
  .check(z.meta({ id: 'AttemptTrigger', description: 'Why an attempt was made.' }));
const milliseconds = (description: string) =>
  withDescription(z.nullable(z.number().check(z.minimum(0))), description);
const Duration = z
  .number()
  .check(z.minimum(0), z.meta({ description: 'How long it took, in milliseconds.' }));
const AttemptNumber = z
  .int()
  .check(z.minimum(1), z.meta({ description: 'Counts the attempts of the delivery.' }));
const Started = withDescription(Timestamp, 'When it began.');

const AttemptErrorKindSchema = z
  .enum(attemptErrorKinds)
  .check(z.meta({ id: 'AttemptErrorKind', description: 'The kind of error.' }));

const AttemptError = z
  .object({
    kind: AttemptErrorKindSchema,
    message: z.string().check(z.meta({ description: 'The error.' })),
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
    body: z.string().check(
      z.meta({
        description:
          'The first 4 KB, read as UTF-8. A body in gzip, deflate or br is decoded first.',
      }),
    ),
    body_bytes: z
      .int()
      .check(z.meta({ description: 'The length of the body, counted or as declared.' })),
    read_error: z.optional(z.string()).check(
      z.meta({
        description:
          'Why the response could not be read to its end, as an error code; absent if it could. `ETIMEDOUT`: the body did not end in time. The status decides all the same.',
      }),
    ),
    body_sha256: z
      .string()
      .check(z.meta({ description: 'SHA-256 of what was read, 16 KB at most, in hex.' })),
  })
  .check(z.meta({ id: 'AttemptResponse', description: 'The response, as far as it is kept.' }));

/** One attempt, with everything that was kept of it. */
export const AttemptResource = z
  .object({
    number: AttemptNumber,
    trigger: Trigger,
    started_at: Started,
    duration_ms: Duration,
    timings: z
      .object({
        dns_ms: milliseconds('Until the name was resolved.'),
        connect_ms: milliseconds('Until the connection was open.'),
        tls_ms: milliseconds('Until it was encrypted.'),
        first_byte_ms: milliseconds('From the written request to the headers of the response.'),
      })
      .check(
        z.meta({
          id: 'AttemptTimings',
          description:
            'Milliseconds; null for a step that did not happen, for example on a reused connection.',
        }),
      ),
    remote_address: withDescription(z.nullable(z.string()), 'The address that was called.'),
    request: z.object({ headers: Headers }).check(
      z.meta({
        id: 'AttemptRequest',
        description: 'The sent request, signature and added headers masked.',
      }),
    ),
    response: z.nullable(AttemptResponse),
    error: z.nullable(AttemptError),
    next_attempt_at: withDescription(z.nullable(Timestamp), 'When the next attempt was planned.'),
    secret_versions: z.array(z.int()).check(z.meta({ description: 'The secrets that signed it.' })),
  })
  .check(z.meta({ id: 'Attempt', description: 'One request to the endpoint and its result.' }));
export type AttemptResource = z.infer<typeof AttemptResource>;

const LastAttempt = z
  .object({
    number: AttemptNumber,
    trigger: Trigger,
    started_at: Started,
    duration_ms: Duration,
    response_status: withDescription(
      z.nullable(z.int()),
      'The HTTP status, if there was a response.',
    ),
    error: z.nullable(AttemptError),
  })
  .check(z.meta({ id: 'LastAttempt', description: 'The newest attempt in short.' }));

const deliveryFields = {
  ...resourceFields('delivery', 'delivery'),
  ...statusFields('Delivery', deliveryStatuses, ['resend']),
  event_id: idOf('event'),
  event_type: EventTypeName,
  webhook_id: idOf('webhook'),
  url: z.string().check(
    z.meta({
      description:
        'The URL of the last attempt, or the ARN of the bus; before, that of the webhook when the delivery was created.',
    }),
  ),
  attempts_made: z.int().check(z.meta({ description: 'Finished attempts of every kind.' })),
  attempts_left: z.int().check(z.meta({ description: 'The remaining automatic attempts.' })),
  next_attempt_at: withDescription(z.nullable(Timestamp), 'When the next attempt is planned.'),
  last_attempt: z.nullable(LastAttempt),
  completed_at: withDescription(z.nullable(Timestamp), 'When it succeeded or failed.'),
};

/** A delivery of one event to one webhook. */
export const DeliveryResource = z
  .object(deliveryFields)
  .check(z.meta({ id: 'Delivery', description: 'One event for one webhook.' }));
export type DeliveryResource = z.infer<typeof DeliveryResource>;

/** A delivery with its newest attempts, oldest first. */
export const DeliveryWithAttempts = z
  .object({
    ...deliveryFields,
    attempts: z.array(AttemptResource).check(
      z.meta({
        description:
          'The newest ten, oldest first, or fewer if they are large. `attempts_made` counts all, and `GET /deliveries/{delivery_id}/attempts` lists them.',
      }),
    ),
  })
  .check(
    z.meta({ id: 'DeliveryWithAttempts', description: 'A delivery with its newest attempts.' }),
  );
export type DeliveryWithAttempts = z.infer<typeof DeliveryWithAttempts>;

const countOf = (description: string) => z.int().check(z.minimum(0), z.meta({ description }));

/** How many deliveries have each of the counted results. */
export const deliveryCounts = {
  succeeded: countOf('Delivered.'),
  retrying: countOf('Failed so far; another attempt follows.'),
  failed: countOf('Failed, without another attempt.'),
  paused: countOf('Waiting for the endpoint.'),
};

const latencyFields = {
  attempts: countOf('How many attempts were counted: the newest one of each delivery.'),
  more: z.boolean().check(
    z.meta({
      description: 'True while earlier deliveries are still being counted: then there are more.',
    }),
  ),
  p50_ms: milliseconds(
    'The time that half of the attempts did not exceed, within 5 % and half a millisecond; null without an attempt.',
  ),
  p95_ms: milliseconds(
    'The time that 95 % of the attempts did not exceed, within 5 % and half a millisecond; null without an attempt.',
  ),
};

/** How long attempts took. */
export const Latency = z.object(latencyFields).check(
  z.meta({
    id: 'DeliveryLatency',
    description: 'How long the newest attempt of each delivery took, in milliseconds.',
  }),
);

/** The periods of the statistics of a webhook. */
export const StatisticsPeriod = z.enum(['day', 'week']).check(
  z.meta({
    id: 'StatisticsPeriod',
    description: '`day`: the 24 hours up to this one; `week`: the seven days up to today (UTC).',
  }),
);

/** How the deliveries of a webhook went. */
export const WebhookStatistics = z
  .object({
    object: objectNamed('webhook_statistics'),
    webhook_id: idOf('webhook'),
    period: StatisticsPeriod,
    deliveries: z
      .array(
        z
          .object({
            begin: withDescription(Timestamp, 'When the hour or day began, UTC.'),
            ...deliveryCounts,
          })
          .check(
            z.meta({
              id: 'DeliveryCounts',
              description: 'Deliveries created in an hour or day, by status.',
            }),
          ),
      )
      .check(
        z.meta({
          description:
            'Oldest first, by their status about a minute ago, as the list of deliveries has them.',
        }),
      ),
    deliveries_more: z.boolean().check(
      z.meta({
        description:
          'True while earlier deliveries are still being counted, some minutes after a new release: then there are more.',
      }),
    ),
    latency: Latency,
    errors: z
      .array(
        z
          .object({
            kind: AttemptErrorKindSchema,
            response_status: withDescription(
              z.nullable(z.int()),
              'The HTTP status, if there was a response.',
            ),
            count: countOf('How many of the newest 500 deliveries have it.'),
            last_at: withDescription(Timestamp, 'When the newest of these attempts began.'),
          })
          .check(
            z.meta({
              id: 'DeliveryErrors',
              description: 'Deliveries whose newest attempt has the same error.',
            }),
          ),
      )
      .check(
        z.meta({
          description:
            'The errors of the newest 500 deliveries of the period by cause, the most frequent first.',
        }),
      ),
    errors_more: z.boolean().check(
      z.meta({
        description:
          'True if the period has more deliveries than these 500: then the others can have errors too.',
      }),
    ),
  })
  .check(z.meta({ id: 'WebhookStatistics', description: 'How the deliveries of a webhook went.' }));
