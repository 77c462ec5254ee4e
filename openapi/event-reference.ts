import * as z from 'zod/mini';
import { eventRecords } from '../functions/app/event-records.ts';
import { type EventType, eventSummaries, eventTypeNames } from '../functions/core/event-types.ts';
import { Timestamp } from '../functions/core/fields.ts';
import { withDescription } from '../functions/core/resource.ts';
import type { PrintedEventType } from '../functions/delivery/events/example.ts';
import { Event } from '../functions/delivery/events/schema.ts';
import { WebhookResource } from '../functions/delivery/webhooks/schema.ts';
import { AgreementResource } from '../functions/identity/agreements/schema.ts';
import { CustomerResource } from '../functions/identity/customers/schema.ts';
import { DocumentResource } from '../functions/identity/documents/schema.ts';
import { CustomerFeature } from '../functions/identity/features/schema.ts';
import { OnboardingLinkResource } from '../functions/identity/onboarding-links/schema.ts';
import { onboardingLinkEventTypes } from '../functions/identity/onboarding-links/states.ts';
import { PersonResource } from '../functions/identity/persons/schema.ts';
import { ScreeningResource } from '../functions/identity/screenings/schema.ts';
import { VerificationResource } from '../functions/identity/verifications/schema.ts';
import { authorizationEventTypes } from '../functions/issuing/authorizations/model.ts';
import { AuthorizationResource } from '../functions/issuing/authorizations/schema.ts';
import { CardTokenResource } from '../functions/issuing/card-tokens/schema.ts';
import { CardResource } from '../functions/issuing/cards/schema.ts';
import { transactionEventTypes } from '../functions/issuing/transactions/model.ts';
import { TransactionResource } from '../functions/issuing/transactions/schema.ts';
import { AccountResource } from '../functions/tenants/accounts/schema.ts';
import { ApiKeyResource } from '../functions/tenants/api-keys/schema.ts';
import { OperatorEventData } from '../functions/tenants/operators/schema.ts';
import { deliveryParts } from './deliveries.ts';
import { exampleOf } from './examples.ts';
import { isWrittenOut } from './schema-words.ts';
import { type JsonSchema, nameOf, type SchemaPrinter, schemaPrinter } from './schemas.ts';
import { webhookEventsTag } from './tags.ts';

type Entry = {
  /** One sentence: what happened. */
  readonly summary: string;
  /** The resource as GET returns it: the schema of `data`. */
  readonly data: z.core.$ZodType;
  /** Whether `previous` holds the old values of what changed. */
  readonly updates: boolean;
};

/** The events of these begin with another resource: `card`, or `customer`. */
const namedOtherwise = {
  authorization: authorizationEventTypes,
  transaction: transactionEventTypes,
  onboarding_link: onboardingLinkEventTypes,
} as const satisfies Record<string, readonly EventType[]>;

type Otherwise = keyof typeof namedOtherwise;
type ResourceTypeOf<Type extends EventType> =
  | Otherwise
  | (Type extends (typeof namedOtherwise)[Otherwise][number]
      ? never
      : Type extends `${infer ResourceType}.${string}`
        ? ResourceType
        : never);

/** The data of the events of each resource: the resource as GET returns it. */
const data: Readonly<Record<ResourceTypeOf<EventType>, z.core.$ZodType>> = {
  customer: CustomerResource,
  agreement: AgreementResource,
  person: PersonResource,
  document: DocumentResource,
  verification: VerificationResource,
  screening: ScreeningResource,
  feature: CustomerFeature,
  card: CardResource,
  card_token: CardTokenResource,
  authorization: AuthorizationResource,
  transaction: TransactionResource,
  onboarding_link: OnboardingLinkResource,
  account: AccountResource,
  api_key: ApiKeyResource,
  operator: OperatorEventData,
  webhook: WebhookResource,
};

const entryOf = (name: EventType): Entry => {
  const [prefix, fact] = name.split('.') as [ResourceTypeOf<EventType>, string];
  const otherwise = Object.keys(namedOtherwise) as Otherwise[];
  const resourceType =
    otherwise.find((one) => namedOtherwise[one].some((other) => other === name)) ?? prefix;
  return { summary: eventSummaries[name], data: data[resourceType], updates: fact === 'updated' };
};

/** Every event type with its summary and data. */
export const eventTypes = Object.fromEntries(
  eventTypeNames.map((name) => [name, entryOf(name)]),
) as Readonly<Record<EventType, Entry>>;

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
export const eventWebhooks = (
  print: SchemaPrinter['print'],
): Readonly<Record<string, JsonSchema>> => {
  print(webhookEvent());
  return Object.fromEntries(
    eventTypeNames.map((name) => {
      const media = { schema: print(bodyOf(name)), example: exampleBody(name) };
      const operation = {
        operationId: name,
        tags: [webhookEventsTag],
        summary: eventTypes[name].summary,
        parameters: deliveryParts.parameters,
        requestBody: { required: true, content: { 'application/json': media } },
        responses: deliveryParts.responses,
        security: [],
      };
      return [name, { post: operation }];
    }),
  );
};

const webhookEvent = () =>
  z
    .discriminatedUnion(
      'type',
      eventTypeNames.map(bodyOf) as unknown as readonly [
        z.ZodMiniObject<{ type: z.ZodMiniLiteral }>,
      ],
    )
    .check(
      z.meta({
        id: 'WebhookEvent',
        description: 'The body of a delivery; `type` says what happened.',
      }),
    );

const bodies = new Map<EventType, ReturnType<typeof makeBody>>();

/** The body that is signed and sent, byte for byte as it is stored. */
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
    id: EventId,
    type: z.literal(name),
    timestamp: withDescription(Timestamp, 'When it happened.'),
    sequence: EventSequence,
    environment: Event.shape.environment,
    tenant_id: EventTenantId,
    test: name === 'webhook.test' ? EventTest : z.optional(EventTest),
    data: entry.data,
    previous: entry.updates ? oldValues : noOldValues,
  });
  return body.check(z.meta({ id: schemaNameOf(name), description: entry.summary }));
};

// Fields that every event has are named: each of the bodies refers to them.
const EventId = Event.shape.id.check(
  z.meta({
    id: 'EventId',
    description: 'The event; also the header `webhook-id` of every delivery.',
  }),
);
const EventSequence = Event.shape.sequence.check(z.meta({ id: 'EventSequence' }));
const EventTenantId = Event.shape.tenant_id.check(z.meta({ id: 'EventTenantId' }));

// No constant: some generators cannot compile one of this type.
const EventTest = z.boolean().check(
  z.meta({
    id: 'EventTest',
    description: 'Present, and true, only in events of POST /v1/webhooks/{webhook_id}/test.',
    examples: [true],
  }),
);

const oldValues = z.looseObject({}).check(
  z.meta({
    description: 'The old values of the changed fields, except `version` and `updated_at`.',
  }),
);

const noOldValues = z.null().check(
  z.meta({
    description: 'Null in this event.',
    printed: { type: ['object', 'null'], maxProperties: 0 },
  }),
);

/** An example of a delivered body. */
const exampleBody = (name: EventType): PrintedEventType['example'] => {
  const { print, components } = schemaPrinter();
  const { test, ...example } = exampleOf(
    print(bodyOf(name)),
    components,
  ) as PrintedEventType['example'];
  const { data, sequence, previous = null } = eventRecords[name].sample;
  const marked = name === 'webhook.test' ? { test } : {};
  return { ...example, sequence, ...marked, data: { ...example.data, ...data }, previous };
};

/** A schema with everything that it refers to in its own `$defs`, but for plain values, which stand in their places. */
const schemaAlone = (schema: z.core.$ZodType): JsonSchema => {
  const { print, components } = schemaPrinter();
  const body = print(schema);
  const $defs = Object.fromEntries(
    Object.entries(components).filter(([, one]) => !isWrittenOut(one)),
  );
  const printed = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...body, $defs };
  return JSON.parse(JSON.stringify(printed), (keyword, value) => {
    const named = typeof value?.$ref === 'string' ? components[nameOf(value.$ref)] : undefined;
    if (named && isWrittenOut(named)) return named;
    // A word of OpenAPI's own; `oneOf` beside it says the same in JSON Schema.
    if (keyword === 'discriminator' && typeof value?.propertyName === 'string') return undefined;
    return keyword === '$ref' ? value.replace('#/components/schemas/', '#/$defs/') : value;
  });
};
