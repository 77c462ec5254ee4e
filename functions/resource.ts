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
  card: 'cards',
  authorization: 'authorizations',
  webhook: 'webhooks',
  delivery: 'deliveries',
  recovery: 'recoveries',
  operator: 'operators',
  api_key: 'api-keys',
} as const;

/**
 * Objects that also show what their version does not count: the endpoint's health and the end of a secret's grace, what
 * the issuer of a card was told, a fresh link for uploading, the requirements that are open, that somebody has signed in,
 * when a key was used, that an agreement was redacted, that a link has expired.
 * Their etag serves If-Match, but says nothing to If-None-Match.
 */
export const derivedObjects: ReadonlySet<string> = new Set<keyof typeof collections>([
  'agreement',
  'document',
  'verification',
  'onboarding_link',
  'webhook',
  'card',
  'operator',
  'api_key',
]);

/** The id of a noun, with its own prefix. */
export const idOf = (resourceType: ResourceType, name: string = resourceType) =>
  typeId(idPrefixes[resourceType], `the ${name}`);

/** A field that means something else than its kind does: `withDescription(Timestamp, 'When it ends.')`. */
export const withDescription = <S extends z.ZodMiniType>(schema: S, description: string): S =>
  schema.check(z.meta({ description }));

/** Which of the two environments. */
export const EnvironmentName = z.enum(['sandbox', 'live']).register(z.globalRegistry, {
  id: 'EnvironmentName',
  description: 'Which environment; each has its own data and keys.',
});

export type EnvironmentName = z.infer<typeof EnvironmentName>;

/** The fields of every resource: what it is, when it was made and last changed, and how often. */
export const resourceFields = <Name extends string>(resourceType: ResourceType, object: Name) => ({
  id: idOf(resourceType),
  object: objectNamed(object),
  created_at: withDescription(Timestamp, 'When it was created.'),
  updated_at: withDescription(Timestamp, 'When it last changed.'),
  version: z
    .int()
    .check(z.minimum(1), z.meta({ description: 'Increases by one with each change; also the etag.', examples: [1] })),
});

/** What kind of object it is. */
export const objectNamed = <Name extends string>(object: Name) =>
  z.literal(object).check(z.meta({ description: 'The kind of object.' }));

/** The fields of a resource with a life: where it stands, why, and what may be done with it now. `name` begins the names of both lists. */
export const statusFields = <
  const Statuses extends readonly [string, ...string[]],
  const Actions extends readonly string[],
>(
  name: string,
  statuses: Statuses,
  actions: Actions,
) => ({
  status: z.enum(statuses).register(z.globalRegistry, { id: `${name}Status`, description: 'The status.' }),
  status_reason: z
    .nullable(z.string())
    .register(z.globalRegistry, { description: 'The reason for the status, if one was given.' }),
  allowed_actions: z
    .array(
      z
        .enum(actions as unknown as readonly [Actions[number], ...Actions[number][]])
        .register(z.globalRegistry, { id: `${name}Action`, description: 'An action, as its segment of the path.' }),
    )
    .register(z.globalRegistry, { description: 'The actions that are possible now, as path segments.' }),
});
