import {
  epochsOf,
  indexesOf,
  isLogical,
  type KnownEpochs,
  placedKey,
  type ShardDirectory,
  suffixOf,
} from './shards.ts';
import type { Change, Write } from './writes.ts';

/** A change with the partitions of its shards: in every key, and in the attributes that sharded indexes have as theirs. */
export const placedChange = async <W extends Write>(
  shards: ShardDirectory,
  { writes, conditions, record }: Omit<Change, 'writes'> & { readonly writes: readonly W[] },
) => {
  const concerned = [
    ...writes.filter((write) => isLogical(write.key) || listedBy(write).length > 0),
    ...conditions.filter(({ key }) => isLogical(key)),
  ];
  const epochs = await epochsOf(
    shards,
    concerned.map(({ key }) => key),
  );
  return {
    record,
    writes: writes.map((write) => placedWrite(write, epochs)),
    conditions: conditions.map((one) => ({ ...one, key: placedKey(one.key, epochs) })),
  };
};

const placedWrite = <W extends Write>(write: W, epochs: KnownEpochs): W => {
  const key = placedKey(write.key, epochs);
  const names = listedBy(write);
  if (names.length === 0 || write.kind === 'delete') return { ...write, key };
  const suffix = suffixOf(write.key, epochs);
  const values = write.kind === 'put' ? write.item : write.values;
  const placed = { ...values, ...Object.fromEntries(names.map((name) => [name, `${values[name]}${suffix}`])) };
  return { ...write, key, [write.kind === 'put' ? 'item' : 'values']: placed };
};

/** The attributes of a write that are partitions of sharded indexes. */
const listedBy = (write: Write): string[] => {
  if (write.kind === 'delete') return [];
  const values = write.kind === 'put' ? write.item : write.values;
  return Object.values(indexesOf(write.key.table)).flatMap(({ partition, sharded }) =>
    sharded && typeof values[partition] === 'string' ? [partition] : [],
  );
};
