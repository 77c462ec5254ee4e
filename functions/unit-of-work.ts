import * as z from 'zod/mini';
import type { Connection } from './dynamodb/client.ts';
import { commit } from './dynamodb/commit.ts';
import type { Stores } from './dynamodb/stores.ts';
import type { ConditionCheck, IdempotencyItem, Write } from './dynamodb/writes.ts';
import type { Causation } from './events/model.ts';
import { appendEvent, type NewEvent } from './events/table.ts';
import type { NewId } from './ids.ts';
import { changedFrom } from './json.ts';
import type { Deadline } from './time.ts';
import type { Transition } from './transition.ts';

/** What is told of one resource: an event before it has its envelope. */
export type DomainEvent = Omit<NewEvent, 'id' | 'created_at' | 'environment' | 'causation'> & {
  readonly kind: 'event';
  /** The event's id, where something committed with it needs to know it. */
  readonly id?: string;
  /** An event for one webhook only, such as a test: no fan-out sends it to others. */
  readonly audience?: 'one webhook';
  /** What its causation says besides who asked. */
  readonly key_thumbprint?: string;
};

/** A thing that changed: what writes it, what GET shows of it now, checked against the contract, and what is told of it. */
export type Changed<Shown = unknown> = {
  readonly kind: 'changed';
  readonly writes: readonly Write[];
  readonly schema: z.core.$ZodType;
  readonly shown: Shown;
  readonly events: readonly DomainEvent[];
};

/** What one transaction does: what changed, what else is written, and what all of it rests on. */
export type UnitOfWork = {
  readonly changes: readonly (Changed | DomainEvent | Write)[];
  /** What the decision read and does not write; empty when it rests on nothing else. */
  readonly conditions: readonly ConditionCheck[];
};

/** Why something happens: who asked, when, and in which environment. Every event's envelope is made of it. */
export type Cause = Causation & { readonly environment: string; readonly now: Date; readonly newId: NewId };

/** What the steps of one piece of work share: a message that a worker was woken by, or what an issuer says. */
export type Work = Stores & {
  readonly deadline: Deadline;
  /** Why everything happens that these steps commit. */
  readonly cause: Cause;
};

/** What every resource has that a change is told of. */
type Resource = { readonly id: string; readonly tenant_id: string; readonly version: number };

/** How a noun is shown and saved, and whose it is. */
export type Registration<T extends Resource, Schema extends z.core.$ZodType<object>> = {
  /** Its name in `resource.object` of its events. */
  readonly object: string;
  readonly schema: Schema;
  readonly show: (item: T) => z.input<Schema>;
  /** What events tell of what is shown, where that is less. */
  readonly tell?: (shown: z.output<Schema>) => z.input<Schema>;
  readonly save: (after: T, before: T | undefined) => Write | readonly Write[];
  /** The customer whose timeline it belongs to; absent: nobody's. */
  readonly customerOf?: (item: T) => string;
};

/**
 * What the transitions of one thing, each going on from the one before, come to. It is shown and checked here, before
 * anything is committed: no event can say what GET does not, and a bug in showing cannot follow an effect.
 */
export const changed = <T extends Resource, Schema extends z.core.$ZodType<object>>(
  resourceType: Registration<T, Schema>,
  ...[first, ...more]: readonly [Transition<T>, ...Transition<T>[]]
): Changed<z.output<Schema>> => {
  const last = more.at(-1) ?? first;
  const shown = showing(resourceType, last.after);
  const events = [first, ...more].flatMap((one) =>
    one.event === undefined
      ? []
      : eventOf(resourceType, one, one.event, one === last ? shown : showing(resourceType, one.after)),
  );
  return {
    kind: 'changed',
    writes: [resourceType.save(last.after, first.before)].flat(),
    schema: resourceType.schema,
    shown,
    events,
  };
};

/** Writes a unit of work in one transaction, or nothing of it. */
export const commitUnit = (
  connection: Connection,
  { changes, conditions }: UnitOfWork,
  cause: Cause,
  deadline: Deadline,
  record?: IdempotencyItem,
): Promise<void> => {
  const writes = changes.flatMap((one) => (one.kind === 'changed' ? one.writes : one.kind === 'event' ? [] : one));
  const events = changes.flatMap((one) => (one.kind === 'changed' ? one.events : one.kind === 'event' ? one : []));
  const told = events.map((event) => appendEvent(enveloped(event, cause), event.audience));
  return commit(connection, { writes: [...writes, ...told], conditions, record }, deadline);
};

/** Commits what a piece of work has changed, with the events that tell of it. */
export const commitWork = ({ connection, cause, deadline }: Work, unit: UnitOfWork): Promise<void> =>
  commitUnit(connection, unit, cause, deadline);

const showing = <T extends Resource, Schema extends z.core.$ZodType<object>>(
  { schema, show }: Registration<T, Schema>,
  item: T,
): z.output<Schema> => z.parse(schema, show(item));

const eventOf = <T extends Resource, Schema extends z.core.$ZodType<object>>(
  resourceType: Registration<T, Schema>,
  { before, after }: Transition<T>,
  type: string,
  shown: z.output<Schema>,
): DomainEvent => {
  const { id, tenant_id, version } = after;
  const told = (of: z.output<Schema>): object => resourceType.tell?.(of) ?? of;
  const updates = type.endsWith('.updated') && before !== undefined;
  return {
    ...{ kind: 'event', type, tenant_id },
    customer_id: resourceType.customerOf?.(after) ?? null,
    resource: { id, object: resourceType.object },
    sequence: version,
    data: told(shown),
    previous: updates ? previousOf(told(showing(resourceType, before)), told(shown)) : null,
  };
};

/** The old values of what changed. That an update raises the version and the time of change need not be told. */
const previousOf = (before: object, after: object): object => {
  const { version: _version, updated_at: _at, ...previous } = changedFrom(before, after);
  return previous;
};

const enveloped = (event: DomainEvent, { environment, now, newId, ...causation }: Cause) => {
  const { kind: _kind, audience: _audience, id = newId('event'), key_thumbprint, ...fact } = event;
  const causedBy = { ...causation, ...(key_thumbprint !== undefined && { key_thumbprint }) };
  return { ...fact, id, created_at: now.toISOString(), environment, causation: causedBy };
};
