import * as z from 'zod/mini';
import { listOf } from '../../core/fields.ts';
import { pageQuery } from '../../core/list-query.ts';
import { objectNamed } from '../../core/resource.ts';
import { route } from '../../core/route.ts';
import { EventTypeName } from '../events/type-name.ts';

/** Printed by name alone: only the reference knows the schema of every type, and no function should load it. */
const DeliveredBody = z.looseObject({}).check(
  z.meta({
    description: 'A delivered body.',
    printed: { allOf: [{ $ref: '#/components/schemas/WebhookEvent' }] },
  }),
);

export const listEventTypes = route({
  id: 'event-types.list',
  method: 'GET',
  path: '/event-types',
  summary: 'List the types of events',
  description:
    'The types that webhooks can subscribe to, with the JSON Schema and an example of each delivered body.',
  query: z.strictObject(pageQuery),
  returns: {
    status: 200,
    body: listOf(
      z
        .object({
          object: objectNamed('event_type'),
          name: EventTypeName,
          description: z.string().check(z.meta({ description: 'The change.' })),
          schema: z
            .looseObject({})
            .check(z.meta({ description: 'JSON Schema of the delivered body.' })),
          example: DeliveredBody,
        })
        .check(
          z.meta({ id: 'EventType', description: 'A type of event, with what is delivered.' }),
        ),
      'EventTypeList',
    ),
  },
  permissions: {},
});
