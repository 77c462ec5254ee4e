import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { type TableName, tables } from '../../../functions/core/dynamodb/keys.ts';

/** An item as DynamoDB has it, every number with all its digits. */
export type Item = Readonly<Record<string, AttributeValue>>;

/** An item of a restored table beside the one with its key that the service has now. */
export type Pair = { readonly restored?: Item | undefined; readonly current?: Item | undefined };

/** The kind of a pair: missing, where only the restored table has it; additional, where only the service has it. */
export type Kind = 'same' | 'different' | 'missing' | 'additional';

/** Compares a pair. */
export const kindOf = ({ restored, current }: Pair): Kind => {
  if (!current) return 'missing';
  if (!restored) return 'additional';
  return areEqual(restored, current) ? 'same' : 'different';
};

/**
 * The pair with the write shards that the service has now, where they are more than the restored ones. By fewer, what was
 * written since would not be found, nor would all processes agree on them after a copy of some tables; more find all.
 */
export const withShards = ({ restored, current }: Pair): Pair => {
  const write_shards = current?.write_shards;
  if (!write_shards || epochsIn(write_shards) <= epochsIn(restored?.write_shards))
    return { restored, current };
  if (restored) return { restored: { ...restored, write_shards }, current };
  // Not a key or an account that is new: the item in the table of keys that says the shards alone.
  return { restored: current.tenant_id?.S === current.pk?.S ? current : restored, current };
};

/** A list in an account, words elsewhere; one is added each time. */
const epochsIn = (shards: AttributeValue | undefined): number =>
  shards?.L?.length ?? shards?.S?.split(' ').length ?? 0;

/** Whether two items have the same attributes; the elements of a set have no order. */
export const areEqual = (one: Item, other: Item): boolean =>
  isDeepStrictEqual(ordered(one), ordered(other));

const ordered = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(ordered);
  const isSet = ['SS', 'NS', 'BS'].some((type) => type in value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isSet ? [...member].map(String).sort() : ordered(member),
    ]),
  );
};

/** One condition of a write, in DynamoDB's form. */
export type WriteCondition = {
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, AttributeValue>;
};

/**
 * The condition that the item is what was compared: each of its attributes, and none of those that the restored item or an
 * index has beside them. Nothing in DynamoDB compares an item as a whole.
 */
export const unchanged = (table: TableName, { restored = {}, current }: Pair): WriteCondition => {
  if (!current) return { ConditionExpression: 'attribute_not_exists(pk)' };
  const held = Object.entries(current);
  const absent = [...new Set([...Object.keys(restored), ...indexed(table)])].filter(
    (name) => !(name in current),
  );
  return {
    ConditionExpression: [
      ...held.map((_, at) => `#h${at} = :h${at}`),
      ...absent.map((_, at) => `attribute_not_exists(#a${at})`),
    ].join(' AND '),
    ExpressionAttributeNames: Object.fromEntries([
      ...held.map(([name], at) => [`#h${at}`, name]),
      ...absent.map((name, at) => [`#a${at}`, name]),
    ]),
    ExpressionAttributeValues: Object.fromEntries(held.map(([, value], at) => [`:h${at}`, value])),
  };
};

type Shape = (typeof tables)[TableName] & { readonly expires?: string };

const indexed = (table: TableName): string[] => {
  const { indexes, expires }: Shape = tables[table];
  const attributes = Object.values<{ partition: string; sort: string; include: readonly string[] }>(
    indexes,
  );
  return [
    ...attributes.flatMap(({ partition, sort, include }) => [partition, sort, ...include]),
    ...[expires ?? []].flat(),
  ];
};
