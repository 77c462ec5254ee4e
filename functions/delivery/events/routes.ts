import * as z from 'zod/mini';
import { roles } from '../../core/access.ts';
import { listOf } from '../../core/fields.ts';
import { id_suffix } from '../../core/ids.ts';
import { filteredQuery, pageQuery } from '../../core/list-query.ts';
import { idOf, objectNamed } from '../../core/resource.ts';
import { route } from '../../core/route.ts';
import { Event, EventWithDeliveries } from './schema.ts';
import { EventTypeName } from './type-name.ts';

/** Printed by name alone: only the reference knows the schema of every type, and no function should load it. */
const DeliveredBody = z.looseObject({}).check(
  z.meta({
    description: 'A delivered body.',
    printed: { allOf: [{ $ref: '#/components/schemas/WebhookEvent' }] },
  }),
);

/** A response of Lambda has at most 6 MB. */
const endsEarly = ' A page also ends before 4 MB.';

export const listEvents = route({
  id: 'events.list',
  method: 'GET',
  path: '/events',
  summary: 'List events, newest first',
  description: 'Events are kept for 400 days, with or without a webhook.',
  query: z.strictObject({
    ...filteredQuery(endsEarly),
    type: z.optional(EventTypeName),
    resource_id: z.optional(
      z
        .string()
        .check(
          z.regex(
            new RegExp(`^[a-z]{2,5}_${id_suffix}$`),
            'Must be the id of a resource, such as cus_01jd5fq7k9e8xv3m2n4p6r8t0w.',
          ),
          z.meta({ description: 'Events of one resource, of any type.' }),
        ),
    ),
    customer_id: z.optional(idOf('customer')),
  }),
  returns: { status: 200, body: listOf(Event, 'EventList') },
  permissions: {
    outbox: ['batch'],
    'outbox/by_tenant': ['query'],
    'outbox/by_customer': ['query'],
    'outbox/by_resource': ['query'],
    'outbox/by_type': ['query'],
  },
});

export const getEvent = route({
  id: 'events.get',
  method: 'GET',
  path: '/events/{event_id}',
  summary: 'Get an event with its deliveries',
  description: 'With its cause and its deliveries to webhooks. A key sees these with `deliveries:read` only.',
  parts: { deliveries: { scope: 'deliveries:read', roles } },
  params: z.object({ event_id: idOf('event') }),
  returns: { status: 200, body: EventWithDeliveries },
  errors: ['event_not_found'],
  permissions: {
    outbox: ['get'],
    deliveries: ['batch', 'query'],
    'deliveries/by_event': ['query'],
    resources: ['batch'],
  },
});

export const listEventTypes = route({
  id: 'event-types.list',
  method: 'GET',
  path: '/event-types',
  summary: 'List the types of events',
  description: 'The types that webhooks can subscribe to, with the JSON Schema and an example of each delivered body.',
  query: z.strictObject(pageQuery),
  returns: {
    status: 200,
    body: listOf(
      z
        .object({
          object: objectNamed('event_type'),
          name: EventTypeName,
          description: z.string().check(z.meta({ description: 'What happened.' })),
          schema: z.looseObject({}).check(z.meta({ description: 'JSON Schema of the delivered body.' })),
          example: DeliveredBody,
        })
        .check(z.meta({ id: 'EventType', description: 'A type of event, with what is delivered.' })),
      'EventTypeList',
    ),
  },
  permissions: {},
});

export const getTimeline = route({
  id: 'customers.timeline',
  // What it shows of documents, verifications and cards is more than the customer.
  scope: 'events:read',
  method: 'GET',
  path: '/customers/{customer_id}/timeline',
  summary: 'List everything that happened to a customer, newest first',
  description: 'Its own events and those of its documents, verifications, features and cards.',
  params: z.object({ customer_id: idOf('customer') }),
  query: z.strictObject({ ...filteredQuery(endsEarly), type: z.optional(EventTypeName) }),
  returns: { status: 200, body: listOf(Event, 'Timeline') },
  errors: ['customer_not_found'],
  permissions: {
    resources: ['get'],
    outbox: ['batch'],
    'outbox/by_customer': ['query'],
    'outbox/by_resource': ['query'],
  },
});
