/**
 * Write shards: over how many partitions the items of a business are spread. One partition of DynamoDB takes 1 000 units of
 * writes a second. The partition of an item follows from its id alone: the time in the id names the epoch, its last character,
 * which is random, the shard. So an item is read, written and checked without another look-up.
 */

/** From a moment on (ISO 8601), what is made is spread over so many partitions. */
export type ShardEpoch = { readonly since: string; readonly shards: number };

/** The epochs of a business, oldest first, each with more shards than the one before. Before the first there is one shard. */
export type ShardEpochs = readonly ShardEpoch[];

/** The counts that a business can have besides one: each divides the 32 characters of an id evenly. */
export const shard_counts = [2, 4, 8, 16, 32] as const;

/** Epochs as words with spaces between them, as the authorizer's context takes them. */
export const textOfEpochs = (epochs: ShardEpochs): string =>
  epochs.map(({ since, shards }) => `${since}/${shards}`).join(' ');

/** The epochs in such a text; none in an empty one. */
export const epochsFrom = (text: string): ShardEpochs =>
  text.split(' ').flatMap((word) => {
    const [since = '', shards] = word.split('/');
    return since === '' ? [] : [{ since, shards: Number(shards) }];
  });

/**
 * The suffix of an item's partition: nothing in the first shard, `#` and a number in the others.
 */
export const shardSuffix = (epochs: ShardEpochs, id: string): string =>
  suffixOf(Math.max(0, digitOf(id.at(-1))) % shardsAt(epochs, timeOfId(id) ?? 0));

/**
 * The suffixes of all partitions that have something below an id. Shards are only added, and keep their names: those of the
 * newest epoch that is asked for are those of all before it too.
 */
export const shardSuffixes = (epochs: ShardEpochs, below?: string): string[] => {
  const until = (below === undefined ? undefined : timeOfId(below)) ?? Number.POSITIVE_INFINITY;
  return Array.from({ length: shardsAt(epochs, until) }, (_, shard) => suffixOf(shard));
};

const suffixOf = (shard: number): string => (shard === 0 ? '' : `#${shard}`);

const shardsAt = (epochs: ShardEpochs, at_ms: number): number =>
  epochs.findLast(({ since }) => Date.parse(since) <= at_ms)?.shards ?? 1;

/** The 48 bits of time at the begin of an id: milliseconds since 1970, or undefined in a text that is no id. */
export const timeOfId = (id: string): number | undefined => {
  if (!form.test(id)) return undefined;
  return [...id.slice(-id_characters, -rest_characters)].reduce(
    (time, one) => time * base + digitOf(one),
    0,
  );
};

const form = /^[a-z]+_[0-9a-z]{26}$/;
const id_characters = 26;
const rest_characters = 16;
const base = 32;

const digitOf = (character = ''): number => '0123456789abcdefghjkmnpqrstvwxyz'.indexOf(character);
