import type { ApiError } from '../api-error.ts';
import type { Item } from './client.ts';
import type { ItemKey } from './keys.ts';

/** The condition of a write. When it fails, `onConflict` is thrown; without one the decision is stale. */
type Guard = { readonly when: Condition; readonly onConflict?: ApiError };

/** One item written. */
export type Write =
  | ({ readonly kind: 'put'; readonly key: ItemKey; readonly item: Item } & Guard)
  | ({ readonly kind: 'delete'; readonly key: ItemKey } & Guard)
  /** Sets attributes, and removes those that are undefined. */
  | ({ readonly kind: 'set'; readonly key: ItemKey; readonly values: Item } & Guard);

/** The attributes that are set, and the names of those that are removed because they are undefined. */
export const setAndRemoved = (
  values: Item,
): { readonly set: [name: string, value: unknown][]; readonly removed: string[] } => ({
  set: Object.entries(values).filter(([, value]) => value !== undefined),
  removed: Object.keys(values).filter((name) => values[name] === undefined),
});

/** A write that can be made without a transaction (write-one.ts). */
export type SingleWrite = Exclude<Write, { readonly kind: 'delete' }>;

/** A condition on an item that is not written: an attribute still has this value, or the item does not exist. */
export type ConditionCheck =
  | { readonly key: ItemKey; readonly attribute: string; readonly is: string | number }
  | { readonly key: ItemKey; readonly absent: true };

/** An idempotency record as it is written. */
export type IdempotencyItem = { readonly key: ItemKey; readonly item: Item };

/** One atomic change. */
export type Change = {
  readonly writes: readonly Write[];
  /** Conditions on what the decision read and does not write. There is no default: each commit lists them. */
  readonly conditions: readonly ConditionCheck[];
  readonly record?: IdempotencyItem | undefined;
};

/** A condition expression on one item. */
export type Condition = {
  readonly expression: string;
  readonly names?: Record<string, string>;
  readonly values?: Item;
};

/** The item does not exist yet. */
export const isNew: Condition = { expression: 'attribute_not_exists(pk)' };

/** The item exists. */
export const exists: Condition = { expression: 'attribute_exists(pk)' };

/** Always true: the write replaces whatever exists. */
export const always: Condition = { expression: 'attribute_exists(pk) OR attribute_not_exists(pk)' };

/** The item has the version that was read. */
export const asRead = (version: number | string): Condition => ({
  expression: '#version = :read',
  names: { '#version': 'version' },
  values: { ':read': version },
});

/** The item is as it was read, also where a save kept its version. */
export const asSaved = ({
  version,
  revision,
}: {
  readonly version: number;
  readonly revision: number;
}): Condition => ({
  expression: '#version = :read AND #revision = :saved',
  names: { '#version': 'version', '#revision': 'revision' },
  values: { ':read': version, ':saved': revision },
});

/**
 * Attributes, `a.b` within maps, have the values that were read. Where a value is null or 0 the attribute may be absent: an
 * older item lacks it.
 */
export const stillHas = (read: Readonly<Record<string, string | number | null>>): Condition => {
  const all = Object.entries(read).map(([path, value]) => ({ parts: path.split('.'), value }));
  const placeOf = (parts: readonly string[]) => parts.map((part) => `#${part}`).join('.');
  const nameOfValue = (parts: readonly string[]) => `:${parts.join('_')}`;
  const expressions = all.map(({ parts, value }) => {
    const isSame = `${placeOf(parts)} = ${nameOfValue(parts)}`;
    return value === null || value === 0
      ? `(attribute_not_exists(${placeOf(parts)}) OR ${isSame})`
      : isSame;
  });
  return {
    expression: expressions.join(' AND '),
    names: Object.fromEntries(all.flatMap(({ parts }) => parts.map((part) => [`#${part}`, part]))),
    values: Object.fromEntries(all.map(({ parts, value }) => [nameOfValue(parts), value])),
  };
};

/** The attribute has this value. */
export const has = (attribute: string, value: string | number): Condition => ({
  expression: '#attribute = :value',
  names: { '#attribute': attribute },
  values: { ':value': value },
});

/** The item does not exist yet, or belongs to this owner. */
export const isFreeFor = (attribute: string, value: string): Condition => ({
  expression: 'attribute_not_exists(pk) OR #owner = :owner',
  names: { '#owner': attribute },
  values: { ':owner': value },
});

/**
 * A map with names from outside, such as metadata or headers, is stored as text, which keeps every name. As a map it would
 * not: the SDK reads the `constructor` of every object, and drops `__proto__`.
 */
export const textOf = (map: Readonly<Record<string, unknown>>): string => JSON.stringify(map);

/** The map of such a text. */
export const mapOf = <T>(stored: unknown): Readonly<Record<string, T>> =>
  JSON.parse(String(stored));
