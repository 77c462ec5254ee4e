import * as z from 'zod/mini';
import { listOf } from '../../core/fields.ts';
import { filteredQuery } from '../../core/list-query.ts';
import { idOf } from '../../core/resource.ts';
import { route } from '../../core/route.ts';
import { endsEarly } from '../../delivery/events/routes.ts';
import { Event } from '../../delivery/events/schema.ts';
import { EventTypeName } from '../../delivery/events/type-name.ts';

export const getTimeline = route({
  id: 'customers.timeline',
  // It shows documents, verifications and cards, which is more than the customer.
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
