import * as z from 'zod/mini';
import { withMaskedCardNumbers } from '../../core/card-number.ts';
import { Timestamp } from '../../core/fields.ts';
import type { StoredEvent } from '../../core/outbox/model.ts';
import { EnvironmentName, idOf, objectNamed, withDescription } from '../../core/resource.ts';
import { DeliveryWithAttempts } from '../deliveries/schema.ts';
import { EventTypeName } from './type-name.ts';

const eventFields = {
  id: idOf('event'),
  object: objectNamed('event'),
  type: EventTypeName,
  created_at: Timestamp.check(z.meta({ description: 'The `timestamp` of the signed body.' })),
  sequence: z.int().check(
    z.minimum(1),
    z.meta({
      description:
        'The version of the resource after this event; it increases by one with each event. Deliveries come in any order: ignore an event with a lower number than you have seen for the same resource.',
    }),
  ),
  environment: EnvironmentName,
  tenant_id: idOf('tenant', 'business'),
  test: z.optional(z.boolean()).check(
    z.meta({
      description:
        'Present, and true, only in events of POST /v1/webhooks/{webhook_id}/test, which that webhook alone receives.',
      examples: [true],
    }),
  ),
  customer_id: withDescription(
    z.nullable(idOf('customer')),
    'The customer that it is about, where there is one.',
  ),
  resource: z
    .object({
      id: z.string().check(z.meta({ description: 'Its id.' })),
      object: z.string().check(z.meta({ description: 'The kind of object.' })),
    })
    .check(z.meta({ id: 'EventResource', description: 'The resource of the event.' })),
  data: z.looseObject({}).check(
    z.meta({
      description:
        'The resource at this version, as GET returned it; a webhook without its path, query and header values, a person without the address.',
    }),
  ),
  previous: z.nullable(z.looseObject({})).check(
    z.meta({
      description:
        'The old values of the changed fields except `version` and `updated_at`; null except in `*.updated`.',
    }),
  ),
  causation: z
    .object({
      request_id: z.string().check(
        z.meta({
          description:
            'The `x-request-id` of the request or run that caused it; `GET /requests/{request_id}` shows a request.',
        }),
      ),
      idempotency_key: withDescription(
        z.nullable(z.string()),
        'The Idempotency-Key of that request. Digits that could be a card number are masked but for the last four.',
      ),
      actor: z
        .object({
          type: z.enum(['api_key', 'operator', 'onboarding_link', 'system']).check(
            z.meta({
              id: 'ActorType',
              description:
                'A key of yours, a person in the dashboard, a customer by an onboarding link, or the service.',
            }),
          ),
          id: z.string().check(z.meta({ description: 'The id of the actor.' })),
        })
        .check(z.meta({ id: 'Actor', description: 'The kind of actor.' })),
      key_thumbprint: z.optional(z.string()).check(
        z.meta({
          description:
            'For card.revealed: the JWK thumbprint (RFC 7638, SHA-256) of the key that encrypted the number.',
        }),
      ),
    })
    .check(z.meta({ id: 'Causation', description: 'The cause of the event.' })),
};

/** An event. */
export const Event = z
  .object(eventFields)
  .check(z.meta({ id: 'Event', description: 'One change of one resource.' }));
export type Event = z.infer<typeof Event>;

/** An event with its deliveries and their attempts. */
export const EventWithDeliveries = z
  .object({
    ...eventFields,
    deliveries: z.nullable(z.array(DeliveryWithAttempts)).check(
      z.meta({
        description: 'To your webhooks, newest first. Null for a key without `deliveries:read`.',
      }),
    ),
  })
  .check(z.meta({ id: 'EventWithDeliveries', description: 'An event with its deliveries.' }));

/** The one projection from a stored event: what was signed, and what caused it. */
export const toEventResource = (event: StoredEvent): Event => {
  const { environment, test, data, previous } = JSON.parse(event.body);
  return {
    id: event.event_id,
    object: 'event',
    type: event.type,
    created_at: event.created_at,
    sequence: event.sequence,
    environment,
    tenant_id: event.tenant_id,
    ...(test === true && { test }),
    customer_id: event.customer_id,
    resource: { ...event.resource },
    data,
    previous,
    causation: shownCausation(event.causation),
  };
};

const shownCausation = (causation: StoredEvent['causation']) => {
  const { idempotency_key, actor } = causation;
  return {
    ...causation,
    idempotency_key: idempotency_key && withMaskedCardNumbers(idempotency_key),
    actor: { ...actor },
  };
};
