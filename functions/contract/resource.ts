import * as z from 'zod/mini';
import { idPrefixes, type Noun } from '../domain/id.ts';
import { Timestamp, typeId } from './fields.ts';

/** Where the resources of each kind are read, below the stage. */
export const collections = {
  account: 'accounts',
  customer: 'customers',
  document: 'documents',
  verification: 'verifications',
  card: 'cards',
  authorization: 'authorizations',
  webhook: 'webhooks',
  delivery: 'deliveries',
  recovery: 'recoveries',
  operator: 'operators',
} as const;

/**
 * Objects that also show what their version does not count: the endpoint's health and the end of a secret's grace, what
 * the issuer of a card was told, a fresh link for uploading, the requirements that are open, that somebody has signed in.
 * Their etag serves If-Match, but says nothing to If-None-Match.
 */
export const derivedObjects: ReadonlySet<string> = new Set<keyof typeof collections>([
  'document',
  'verification',
  'webhook',
  'card',
  'operator',
]);

/** The id of a noun, with its own prefix. */
export const idOf = (noun: Noun, name: string = noun) => typeId(idPrefixes[noun], `the ${name}`);

/** The fields of every resource: what it is, when it was made and last changed, and how often. */
export const resourceFields = <Name extends string>(noun: Noun, object: Name) => ({
  id: idOf(noun),
  object: z.literal(object),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: z
    .int()
    .check(z.minimum(1), z.meta({ description: 'Raised by one with each change; also the etag.', examples: [1] })),
});

/** The fields of a resource with a life: where it stands, why, and what may be done with it now. */
export const statusFields = <
  const Statuses extends readonly [string, ...string[]],
  const Actions extends readonly string[],
>(
  statuses: Statuses,
  actions: Actions,
) => ({
  status: z.enum(statuses),
  status_reason: z.nullable(z.string()).check(z.meta({ description: 'Why it stands so, where somebody said.' })),
  allowed_actions: z
    .array(z.enum(actions as unknown as readonly [Actions[number], ...Actions[number][]]))
    .check(z.meta({ description: 'The actions that are possible now, as path segments.' })),
});
