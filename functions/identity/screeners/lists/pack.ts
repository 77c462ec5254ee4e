import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Entry } from './entry.ts';

/** All entries of one version as they are stored. The version is a hash of them: equal lists are one version. */
export type Packed = { readonly version: string; readonly bytes: Buffer };

/** Packs entries, whatever order their lists come in. */
export const packEntries = (entries: readonly Entry[]): Packed => {
  const rows = entries.map(({ list, id, type, names, births, countries }) => [
    list,
    id,
    type,
    names,
    births,
    countries,
  ]);
  const text = JSON.stringify(rows.map((row) => JSON.stringify(row)).sort());
  return {
    version: createHash('sha256').update(text).digest('hex').slice(0, 32),
    bytes: gzipSync(text),
  };
};

/** The entries of packed bytes. */
export const unpackEntries = (bytes: Buffer): Entry[] => {
  const rows: string[] = JSON.parse(gunzipSync(bytes).toString());
  return rows.map((row) => {
    const [list, id, type, names, births, countries] = JSON.parse(row);
    return { list, id, type, names, births, countries };
  });
};
