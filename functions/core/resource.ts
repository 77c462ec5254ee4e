import * as z from 'zod/mini';
import { Timestamp, typeId } from './fields.ts';
import { idPrefixes, type ResourceType } from './ids.ts';

/** Where the resources of each kind are read, below the stage. */
export const collections = {
  account: 'accounts',
  customer: 'customers',
  agreement: 'agreements',
  person: 'persons',
  document: 'documents',
  verification: 'verifications',
  onboarding_link: 'onboarding-links',
  screening: 'screenings',
  card: 'cards',
  card_token: 'card-tokens',
  authorization_endpoint: 'authorization-endpoints',
  authorization: 'authorizations',
  transaction: 'transactions',
  webhook: 'webhooks',
  delivery: 'deliveries',
  recovery: 'recoveries',
  operator: 'operators',
  api_key: 'api-keys',
} as const;

/**
 * Objects with fields that change without a new version. Such fields are the health of an endpoint,
 * the end of a grace period, and the state of a card or a token at its issuer. Others are a new
 * upload link, open requirements, and the first sign-in of an operator. The last ones are the last
 * use of a key, the redaction of an agreement, and the expiry of a link. Their etag serves
 * If-Match, but not If-None-Match.
 */
export const derivedObjects: ReadonlySet<string> = new Set<keyof typeof collections>([
  'agreement',
  'document',
  'verification',
  'onboarding_link',
  'webhook',
  'authorization_endpoint',
  'card',
  'card_token',
  'operator',
  'api_key',
]);

/** The id of a resource, with its prefix. */
export const idOf = (resourceType: ResourceType, name: string = resourceType) =>
  typeId(idPrefixes[resourceType], `the ${name}`);

/** A schema with its own description: `withDescription(Timestamp, 'When it ends.')`. */
export const withDescription = <S extends z.ZodMiniType>(schema: S, description: string): S =>
  schema.check(z.meta({ description }));

/** Which of the two environments. */
export const EnvironmentName = z.enum(['sandbox', 'live']).register(z.globalRegistry, {
  id: 'EnvironmentName',
  description: 'Which environment; each has its own data and keys.',
});

export type EnvironmentName = z.infer<typeof EnvironmentName>;

/** The fields of every resource: id, type, times of creation and last change, version. */
export const resourceFields = <Name extends string>(resourceType: ResourceType, object: Name) => ({
  id: idOf(resourceType),
  object: objectNamed(object),
  created_at: withDescription(Timestamp, 'When it was created.'),
  updated_at: withDescription(Timestamp, 'When it last changed.'),
  version: z
    .int()
    .check(
      z.minimum(1),
      z.meta({ description: 'Increases by one with each change; also the etag.', examples: [1] }),
    ),
});

/** The field `object`: its constant says the kind, so it has no description. */
export const objectNamed = <Name extends string>(object: Name) => z.literal(object);

/** The fields of a resource with a state machine: status, reason and allowed actions. `name` begins the names of both enumerations. */
export const statusFields = <
  const Statuses extends readonly [string, ...string[]],
  const Actions extends readonly string[],
>(
  name: string,
  statuses: Statuses,
  actions: Actions,
) => ({
  status: z
    .enum(statuses)
    .register(z.globalRegistry, { id: `${name}Status`, description: 'The status.' }),
  status_reason: z
    .nullable(z.string())
    .register(z.globalRegistry, { description: 'The reason for the status, if one was given.' }),
  allowed_actions: z
    .array(
      z
        .enum(actions as unknown as readonly [Actions[number], ...Actions[number][]])
        .register(z.globalRegistry, {
          id: `${name}Action`,
          description: 'An action, as its segment of the path.',
        }),
    )
    .register(z.globalRegistry, {
      description: 'The actions that are possible now, as path segments.',
    }),
});
