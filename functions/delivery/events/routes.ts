import * as z from 'zod/mini';
import { roles } from '../../core/access.ts';
import { listOf } from '../../core/fields.ts';
import { id_suffix } from '../../core/ids.ts';
import { filteredQuery } from '../../core/list-query.ts';
import { idOf } from '../../core/resource.ts';
import { route } from '../../core/route.ts';
import { Event, EventWithDeliveries } from './schema.ts';
import { EventTypeName } from './type-name.ts';

/** How a list of events ends a page: a response of Lambda has at most 6 MB. */
export const endsEarly = ' A page also ends before 4 MB.';

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
  description:
    'With its cause and its deliveries to webhooks. A key sees these with `deliveries:read` only.',
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
