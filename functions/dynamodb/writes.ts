import type { ApiError } from '../api-error.ts';
import type { Item } from './client.ts';
import type { ItemKey } from './keys.ts';

/** What must hold of an item at the commit. `unless` is what is refused when it does not; without it the decision is stale. */
type Guard = { readonly when: Condition; readonly unless?: ApiError };

/** One item written. */
export type Write =
  | ({ readonly kind: 'put'; readonly key: ItemKey; readonly item: Item } & Guard)
  | ({ readonly kind: 'delete'; readonly key: ItemKey } & Guard)
  /** Sets attributes, and removes those that are undefined. */
  | ({ readonly kind: 'set'; readonly key: ItemKey; readonly values: Item } & Guard);

/** What values say: attributes that are set, and the names of those that are undefined and so removed. */
export const setAndRemoved = (
  values: Item,
): { readonly set: [name: string, value: unknown][]; readonly removed: string[] } => ({
  set: Object.entries(values).filter(([, value]) => value !== undefined),
  removed: Object.keys(values).filter((name) => values[name] === undefined),
});

/** A write that can be made without a transaction (write-one.ts). */
export type SingleWrite = Exclude<Write, { readonly kind: 'delete' }>;

/** A fact that a decision rests on and does not write: this attribute of that item still has this value, or there is none. */
export type ConditionCheck =
  | { readonly key: ItemKey; readonly attribute: string; readonly is: string | number }
  | { readonly key: ItemKey; readonly absent: true };

/** An idempotency record as it is put, and as it comes back when it was there already. */
export type IdempotencyItem = { readonly key: ItemKey; readonly item: Item };

/** One change of the world: all of it or nothing. */
export type Change = {
  readonly writes: readonly Write[];
  /** Every fact the decision read and does not write. There is no default: a commit names what it rests on. */
  readonly conditions: readonly ConditionCheck[];
  readonly record?: IdempotencyItem | undefined;
};

/** What DynamoDB is asked to check of one item. */
export type Condition = {
  readonly expression: string;
  readonly names?: Record<string, string>;
  readonly values?: Item;
};

/** The item does not exist yet. */
export const isNew: Condition = { expression: 'attribute_not_exists(pk)' };

/** The item exists. */
export const exists: Condition = { expression: 'attribute_exists(pk)' };

/** Whatever is there: what is written replaces it. */
export const always: Condition = { expression: 'attribute_exists(pk) OR attribute_not_exists(pk)' };

/** The item is as it was read. */
export const asRead = (version: number): Condition => ({
  expression: '#version = :read',
  names: { '#version': 'version' },
  values: { ':read': version },
});

/** The item belongs to this owner. */
export const has = (attribute: string, value: string | number): Condition => ({
  expression: '#attribute = :value',
  names: { '#attribute': attribute },
  values: { ':value': value },
});

/** The item does not exist yet, or is this owner's already: then another condition tells what is stale. */
export const isFreeFor = (attribute: string, value: string): Condition => ({
  expression: 'attribute_not_exists(pk) OR #owner = :owner',
  names: { '#owner': attribute },
  values: { ':owner': value },
});

/**
 * A map whose names come from outside, such as metadata or headers, as it is stored: as text, which survives any name.
 * As a map it would not: the SDK asks every object for its `constructor`, and drops `__proto__` when it reads.
 */
export const textOf = (map: Readonly<Record<string, unknown>>): string => JSON.stringify(map);

/** The map that such a text holds. */
export const mapOf = <T>(stored: unknown): Readonly<Record<string, T>> => JSON.parse(String(stored));
