import * as z from 'zod/mini';
import type { Connection } from '../dynamodb/client.ts';
import { commit } from '../dynamodb/commit.ts';
import type { Stores } from '../dynamodb/stores.ts';
import type { ConditionCheck, IdempotencyItem, Write } from '../dynamodb/writes.ts';
import type { NewId } from '../ids.ts';
import { changedFrom } from '../json.ts';
import type { Deadline } from '../time.ts';
import type { Transition } from '../transition.ts';
import type { Causation } from './model.ts';
import { appendEvent, type NewEvent } from './table.ts';

/** An event about one resource, before it has its envelope. */
export type DomainEvent = Omit<NewEvent, 'id' | 'created_at' | 'environment' | 'causation'> & {
  readonly kind: 'event';
  /** The event's id, where something committed with it needs to know it. */
  readonly id?: string;
  /** An event for one webhook only, such as a test: no fan-out sends it to others. */
  readonly audience?: 'one webhook';
  /** Recorded in its causation, besides the actor. */
  readonly key_thumbprint?: string;
};

/** A changed resource: its writes, the resource as GET returns it, checked against its schema, and its events. */
export type Changed<Resource = unknown> = {
  readonly kind: 'changed';
  readonly writes: readonly Write[];
  readonly schema: z.core.$ZodType;
  readonly resource: Resource;
  readonly events: readonly DomainEvent[];
};

/** One transaction: what changed, what else is written, and the conditions for all of it. */
export type UnitOfWork = {
  readonly changes: readonly (Changed | DomainEvent | Write)[];
  /** The conditions that the decision depends on and does not write. */
  readonly conditions: readonly ConditionCheck[];
};

/** Why something happens: by which actor, when, and in which environment. The envelope of each event consists of it. */
export type Cause = Causation & {
  readonly environment: string;
  readonly now: Date;
  readonly newId: NewId;
};

/** The inputs that the steps of one message share, from a queue or from an issuer. */
export type Work = Stores & {
  readonly deadline: Deadline;
  /** The cause of everything that these steps commit. */
  readonly cause: Cause;
};

/** The members of every resource with events. */
type Versioned = { readonly id: string; readonly tenant_id: string; readonly version: number };

/** How a resource is projected and saved, and whose it is. */
export type Registration<T extends Versioned, Schema extends z.core.$ZodType<object>> = {
  /** Its name in `resource.object` of its events. */
  readonly object: string;
  readonly schema: Schema;
  readonly toResource: (item: T) => z.input<Schema>;
  /** The contents of its events, where they are less than the resource. */
  readonly toEventData?: (resource: z.output<Schema>) => z.input<Schema>;
  readonly save: (after: T, before: T | undefined) => Write | readonly Write[];
  /** The customer whose timeline it belongs to; absent: none. */
  readonly customerOf?: (item: T) => string;
};

/**
 * The result of transitions of one item, each from the state of the one before. It is projected and checked here, before
 * anything is committed: no event contains what GET does not return, and a bug in a projection cannot follow an effect.
 */
export const changed = <T extends Versioned, Schema extends z.core.$ZodType<object>>(
  resourceType: Registration<T, Schema>,
  ...[first, ...more]: readonly [Transition<T>, ...Transition<T>[]]
): Changed<z.output<Schema>> => {
  const last = more.at(-1) ?? first;
  const resource = resourceOf(resourceType, last.after);
  const events = [first, ...more].flatMap((one) =>
    one.event === undefined
      ? []
      : eventOf(
          resourceType,
          one,
          one.event,
          one === last ? resource : resourceOf(resourceType, one.after),
        ),
  );
  return {
    kind: 'changed',
    writes: [resourceType.save(last.after, first.before)].flat(),
    schema: resourceType.schema,
    resource,
    events,
  };
};

/** Writes a unit of work in one transaction, and returns the ids of its events. */
export const commitUnit = async (
  connection: Connection,
  { changes, conditions }: UnitOfWork,
  cause: Cause,
  deadline: Deadline,
  record?: IdempotencyItem,
): Promise<string[]> => {
  const writes = changes.flatMap((one) =>
    one.kind === 'changed' ? one.writes : one.kind === 'event' ? [] : one,
  );
  const events = changes.flatMap((one) =>
    one.kind === 'changed' ? one.events : one.kind === 'event' ? one : [],
  );
  const newEvents = events.map((event) => ({
    ...enveloped(event, cause),
    audience: event.audience,
  }));
  const appended = newEvents.map(({ audience, ...event }) => appendEvent(event, audience));
  await commit(connection, { writes: [...writes, ...appended], conditions, record }, deadline);
  return newEvents.map(({ id }) => id);
};

/** Commits what a message has changed, with its events. */
export const commitWork = async (
  { connection, cause, deadline }: Work,
  unit: UnitOfWork,
): Promise<void> => {
  await commitUnit(connection, unit, cause, deadline);
};

const resourceOf = <T extends Versioned, Schema extends z.core.$ZodType<object>>(
  { schema, toResource }: Registration<T, Schema>,
  item: T,
): z.output<Schema> => z.parse(schema, toResource(item));

const eventOf = <T extends Versioned, Schema extends z.core.$ZodType<object>>(
  resourceType: Registration<T, Schema>,
  { before, after }: Transition<T>,
  type: string,
  resource: z.output<Schema>,
): DomainEvent => {
  const { id, tenant_id, version } = after;
  const dataOf = (of: z.output<Schema>): object => resourceType.toEventData?.(of) ?? of;
  const updates = type.endsWith('.updated') && before !== undefined;
  return {
    kind: 'event',
    type,
    tenant_id,
    customer_id: resourceType.customerOf?.(after) ?? null,
    resource: { id, object: resourceType.object },
    sequence: version,
    data: dataOf(resource),
    previous: updates
      ? previousOf(dataOf(resourceOf(resourceType, before)), dataOf(resource))
      : null,
  };
};

/** The old values of the changed fields, without those that every update changes. */
const previousOf = (before: object, after: object): object => {
  const { version: _version, updated_at: _at, ...previous } = changedFrom(before, after);
  return previous;
};

const enveloped = (event: DomainEvent, { environment, now, newId, ...causation }: Cause) => {
  const { kind: _kind, audience: _audience, id = newId('event'), key_thumbprint, ...rest } = event;
  const causedBy = { ...causation, ...(key_thumbprint !== undefined && { key_thumbprint }) };
  return { ...rest, id, created_at: now.toISOString(), environment, causation: causedBy };
};
