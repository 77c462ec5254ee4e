import { systemClock } from '../time.ts';
import { epochsFrom, type ShardEpochs, shardSuffix, shardSuffixes } from '../write-shards.ts';
import { type ItemKey, shardedResources, type TableName, tables, tenantKey } from './keys.ts';

/*
 * Everything above this folder names partitions as if a business had one shard. Reads (client.ts) and writes
 * (commit.ts) add the suffix of the shard before a request is sent.
 */

/** The epochs of businesses, as this process knows them. */
export type ShardDirectory = {
  /** Takes them from the authorizer's context. */
  know(tenant: string, text: string): void;
  /** Reads the item of the business where they are not known. */
  of(tenant: string): Promise<ShardEpochs>;
};

/** So long a process believes what it read: an epoch begins later than this and the authorizer's cache together. */
const believed_ms = 60_000;
const tenants_max = 10_000;

const clock = systemClock();

/** A map and no LRU cache, because every function that reads a table starts with this file. */
export const shardDirectory = (
  read: (key: ItemKey) => Promise<{ readonly write_shards?: unknown } | undefined>,
): ShardDirectory => {
  const known = new Map<string, { readonly epochs: ShardEpochs; readonly until_ms: number }>();
  const know = (tenant: string, text: string): ShardEpochs => {
    const epochs = epochsFrom(text);
    if (known.size >= tenants_max) known.clear();
    known.set(tenant, { epochs, until_ms: clock.now().getTime() + believed_ms });
    return epochs;
  };
  return {
    know,
    of: async (tenant) => {
      const found = known.get(tenant);
      if (found && clock.now().getTime() < found.until_ms) return found.epochs;
      return know(tenant, String((await read(tenantKey(tenant)))?.write_shards ?? ''));
    },
  };
};

/** The epochs of some businesses. */
export type KnownEpochs = ReadonlyMap<string, ShardEpochs>;

/** The epochs of the businesses of these keys. */
export const epochsOf = async (
  shards: ShardDirectory,
  keys: readonly ItemKey[],
): Promise<KnownEpochs> => {
  const tenants = [...new Set(keys.map(({ pk }) => tenantOf(pk)))];
  return new Map(
    await Promise.all(tenants.map(async (tenant) => [tenant, await shards.of(tenant)] as const)),
  );
};

/** The keys of items as they are stored. */
export const placedKeys = async (
  shards: ShardDirectory,
  all: readonly ItemKey[],
): Promise<ItemKey[]> => {
  const epochs = await epochsOf(shards, all.filter(isLogical));
  return all.map((key) => placedKey(key, epochs));
};

/** The key of an item as it is stored. */
export const placedKey = (key: ItemKey, epochs: KnownEpochs): ItemKey =>
  isLogical(key) ? { ...key, pk: `${key.pk}${suffixOf(key, epochs)}`, placed: true } : key;

/** Whether the partition of a key still has no suffix, and could have one. */
export const isLogical = ({ table, pk, placed }: ItemKey): boolean =>
  !placed && isSharded(table, pk);

/** The suffix of an item's partitions, in its table and in each sharded index. */
export const suffixOf = (key: ItemKey, epochs: KnownEpochs): string =>
  shardSuffix(epochs.get(tenantOf(key.pk)) ?? [], idIn(key));

type ListPartition = {
  readonly table: TableName;
  readonly index?: string;
  readonly partition: string;
};

/**
 * The suffixes of the partitions that are one list, down from a sort key; one empty text where
 * there are no shards.
 */
export const suffixesOf = async (
  shards: ShardDirectory,
  { table, index, partition }: ListPartition,
  below: string | undefined,
): Promise<string[]> => {
  const sharded = index ? indexesOf(table)[index]?.sharded : isSharded(table, partition);
  return sharded ? shardSuffixes(await shards.of(tenantOf(partition)), below) : [''];
};

type Index = { readonly partition: string; readonly sharded?: true };

/** The indexes of a table by their names. */
export const indexesOf = (table: TableName): Readonly<Record<string, Index>> =>
  tables[table].indexes;

const isSharded = (table: TableName, pk: string): boolean =>
  table === 'resources' && shardedResources.has(pk.slice(pk.indexOf('/') + 1));

/** The id of an item: in the table of resources it is the sort key, in others the end of the partition. */
const idIn = ({ table, pk, sk = '' }: ItemKey): string =>
  table === 'resources' ? sk : pk.slice(pk.lastIndexOf('/') + 1);

const tenantOf = (partition: string): string => partition.slice(0, partition.indexOf('/'));
