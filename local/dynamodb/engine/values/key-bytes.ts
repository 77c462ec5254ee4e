import { orderedBytes } from './decimal.ts';
import type { Value } from './value.ts';

/** The bytes of a key, in the order in which DynamoDB sorts keys of one type. */
export const keyBytes = (value: Value): Buffer => {
  if (value.S !== undefined) return Buffer.from(value.S);
  if (value.N !== undefined) return orderedBytes(value.N);
  if (value.B !== undefined) return Buffer.from(value.B, 'base64');
  throw new Error('A key is a string, a number or binary.');
};

/** The bytes in the place of a sort key where a table or an index has none. */
export const noBytes = Buffer.alloc(0);

/** Where a partition lies among all, from 0 up to `hash_max`: FNV-1a, its bits mixed as MurmurHash ends. */
export const partitionHash = (partition: Buffer): number => {
  let hash = 0x811c9dc5;
  for (const byte of partition) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

export const hash_max = 2 ** 32;

/** The first bytes behind all that begin with these; undefined where there are none. */
export const bytesBehind = (prefix: Buffer): Buffer | undefined => {
  for (let end = prefix.length; end > 0; end--) {
    const last = prefix[end - 1] ?? 0;
    if (last < 0xff) return Buffer.from([...prefix.subarray(0, end - 1), last + 1]);
  }
  return undefined;
};
