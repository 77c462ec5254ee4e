import * as z from 'zod/mini';
import type { EventType } from '../../domain/events/types.ts';
import { eventTypeNames } from '../event-summaries.ts';
import { Timestamp } from '../fields.ts';
import { exampleOf } from '../openapi/examples.ts';
import { type JsonSchema, type SchemaPrinter, schemaPrinter } from '../openapi/schemas.ts';
import { webhookEventsTag } from '../openapi/tags.ts';
import { webhookParameters } from '../openapi/webhook-headers.ts';
import { withDescription } from '../resource.ts';
import { Event } from './event.ts';
import type { PrintedEventType } from './example.ts';
import { eventSamples } from './samples.ts';
import { eventTypes } from './types.ts';

/** The reference of every event type, in the order of the catalogue; printed when bundles are built, not later. */
export const printEventReference = (): PrintedEventType[] =>
  eventTypeNames.map((name) => ({
    object: 'event_type',
    name,
    description: eventTypes[name].summary,
    schema: schemaAlone(bodyOf(name)),
    example: exampleBody(name),
  }));

/**
 * The section `webhooks` of the OpenAPI document: what each type of event sends to an endpoint. The component
 * `WebhookEvent` is any of them, for those who take all at one address.
 */
export const eventWebhooks = (print: SchemaPrinter['print']): Readonly<Record<string, JsonSchema>> => {
  print(webhookEvent());
  return Object.fromEntries(
    eventTypeNames.map((name) => {
      const media = { schema: print(bodyOf(name)), example: exampleBody(name) };
      const operation = {
        operationId: name,
        tags: [webhookEventsTag],
        summary: eventTypes[name].summary,
        description: unordered,
        parameters: webhookParameters,
        requestBody: { required: true, content: { 'application/json': media } },
        responses,
        security: [],
      };
      return [name, { post: operation }];
    }),
  );
};

const unordered =
  'Deliveries come in any order, and one may come twice: compare `sequence` with what you have seen of the resource.';

/** What an endpoint may answer, and what comes of it. */
const responses = {
  '2XX': { description: 'Received, within ten seconds: the delivery is done.' },
  '410': { description: 'Nobody is here any more: the webhook is disabled.' },
  '429': { description: 'Too fast: tried again not before `Retry-After`, up to 24 hours.' },
  '503': { description: 'Not now: tried again not before `Retry-After`, up to 24 hours.' },
  default: { description: 'Not received: tried again, eleven times in all over about 72 hours.' },
};

const webhookEvent = () =>
  z
    .discriminatedUnion(
      'type',
      eventTypeNames.map(bodyOf) as unknown as readonly [z.ZodMiniObject<{ type: z.ZodMiniLiteral }>],
    )
    .check(z.meta({ id: 'WebhookEvent', description: 'What is posted to an endpoint; `type` says what happened.' }));

const bodies = new Map<EventType, ReturnType<typeof makeBody>>();

/** What is signed and sent, byte for byte as it is stored. */
const bodyOf = (name: EventType) => {
  const body = bodies.get(name) ?? makeBody(name);
  bodies.set(name, body);
  return body;
};

/** `card.authorization_approved` is a CardAuthorizationApprovedEvent. */
const schemaNameOf = (name: EventType) =>
  `${name.replace(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())}Event`;

const makeBody = (name: EventType) => {
  const entry = eventTypes[name];
  const body = z.object({
    id: Event.shape.id.check(z.meta({ description: 'The event; also the header `webhook-id` of every delivery.' })),
    type: z.literal(name).check(z.meta({ description: 'What happened.' })),
    timestamp: withDescription(Timestamp, 'When it happened.'),
    sequence: Event.shape.sequence,
    environment: Event.shape.environment,
    tenant_id: Event.shape.tenant_id,
    test: name === 'webhook.test' ? isTest : z.optional(isTest),
    data: entry.data,
    previous: entry.updates ? oldValues : noOldValues,
  });
  return body.check(z.meta({ id: schemaNameOf(name), description: entry.summary }));
};

const isTest = z
  .literal(true)
  .check(z.meta({ description: 'There in what POST /v1/webhooks/{webhook_id}/test sends, and nowhere else.' }));

const oldValues = z
  .looseObject({})
  .check(z.meta({ description: 'The old values of the fields that changed, but `version` and `updated_at`.' }));

const noOldValues = z.null().check(
  z.meta({
    description: 'Null: only what updates tells of old values.',
    printed: { type: ['object', 'null'], const: null },
  }),
);

/** A delivered body that tells what its type means. */
const exampleBody = (name: EventType): PrintedEventType['example'] => {
  const { print, components } = schemaPrinter();
  const { test, ...example } = exampleOf(print(bodyOf(name)), components) as PrintedEventType['example'];
  const { data, sequence, previous = null } = eventSamples[name];
  const marked = name === 'webhook.test' ? { test } : {};
  return { ...example, sequence, ...marked, data: { ...example.data, ...data }, previous };
};

/** A schema that needs no document around it: what it refers to is in its own `$defs`. */
const schemaAlone = (schema: z.core.$ZodType): JsonSchema => {
  const { print, components } = schemaPrinter();
  const printed = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...print(schema), $defs: components };
  return JSON.parse(JSON.stringify(printed), (keyword, value) => {
    // A word of OpenAPI's own; `oneOf` beside it says the same in JSON Schema.
    if (keyword === 'discriminator' && typeof value?.propertyName === 'string') return undefined;
    return keyword === '$ref' ? value.replace('#/components/schemas/', '#/$defs/') : value;
  });
};
