import { randomBytes } from 'node:crypto';
import { BadConfiguration } from '../errors.ts';
import type { Blobs } from './blobs.ts';

/** One version of an object. */
export type Version = {
  readonly key: string;
  readonly version_id: string;
  /** Counts all versions of the bucket: a later one has a higher number. */
  readonly sequence: number;
  readonly at: string;
  readonly size: number;
  readonly etag: string;
  readonly content_type: string;
  /** It hides the versions before it. */
  readonly delete_marker: boolean;
};

/** The declared parts of a new version. */
export type NewVersion = Pick<Version, 'key' | 'etag' | 'content_type' | 'delete_marker'>;

/** The objects of one bucket, every version of them. */
export type Objects = {
  newest(key: string): Version | undefined;
  find(key: string, versionId: string): Version | undefined;
  /** The newest version of each object under a prefix, delete markers included, in the order of keys. */
  under(prefix: string): readonly Version[];
  /** Every version under a prefix, delete markers included: by key, the newest first. */
  versionsUnder(prefix: string): readonly Version[];
  /** Adds a version whole or not at all; `allow` is called just before it appears, and throws to prevent it. */
  add(declared: NewVersion, body: Buffer, allow: () => void): Promise<Version>;
  remove(version: Version): void;
  read(version: Version, from: number, length: number): Buffer;
};

/** Each blob is a line of JSON with the version, and the bytes after it: one rename makes both. */
export const objectsIn = (blobs: Blobs): Objects => {
  const kept = new Map<string, Kept>();
  const chains = new Map<string, Version[]>();
  const keep = (found: Kept): void => {
    const { key, version_id } = found.version;
    kept.set(version_id, found);
    // A small body may overtake a large one that began before it.
    chains.set(
      key,
      [...(chains.get(key) ?? []), found.version].sort((a, b) => a.sequence - b.sequence),
    );
  };
  const stored = blobs.names.map((name) => keptIn(blobs, name));
  for (const found of stored) keep(found);
  let sequence = stored.reduce((most, { version }) => Math.max(most, version.sequence), 0);
  return {
    newest: (key) => chains.get(key)?.at(-1),
    under: (prefix) =>
      [...chains.values()]
        .flatMap((versions) => versions.at(-1) ?? [])
        .filter(({ key }) => key.startsWith(prefix))
        .sort((one, other) => (one.key < other.key ? -1 : 1)),
    versionsUnder: (prefix) =>
      [...chains.entries()]
        .filter(([key]) => key.startsWith(prefix))
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .flatMap(([, versions]) => versions.toReversed()),
    find: (key, versionId) => {
      const version = kept.get(versionId)?.version;
      return version?.key === key ? version : undefined;
    },
    add: async (declared, body, allow) => {
      const version_id = randomBytes(16).toString('hex');
      sequence += 1;
      const version: Version = {
        ...declared,
        version_id,
        sequence,
        at: new Date().toISOString(),
        size: body.length,
      };
      const line = Buffer.from(`${JSON.stringify(version)}\n`);
      const staged = await blobs.stage([line, body]);
      try {
        allow();
        staged.keep(version_id);
      } catch (error) {
        staged.drop();
        throw error;
      }
      keep({ version, body_from: line.length });
      return version;
    },
    remove: ({ key, version_id }) => {
      blobs.remove(version_id);
      kept.delete(version_id);
      const others = (chains.get(key) ?? []).filter((one) => one.version_id !== version_id);
      if (others.length > 0) chains.set(key, others);
      else chains.delete(key);
    },
    read: ({ version_id, size }, from, length) => {
      const found = kept.get(version_id);
      if (!found) throw new Error(`The version ${version_id} is gone.`);
      return blobs.read(version_id, found.body_from + from, Math.min(length, size - from));
    },
  };
};

type Kept = { readonly version: Version; readonly body_from: number };

/** A key has at most 1024 bytes, so the line is found in this much. */
const line_bytes_max = 16_384;

const keptIn = (blobs: Blobs, name: string): Kept => {
  const head = blobs.read(name, 0, line_bytes_max);
  const end = head.indexOf('\n');
  try {
    return { version: JSON.parse(head.subarray(0, end).toString()), body_from: end + 1 };
  } catch (cause) {
    const remedy = 'empty the data folder with `npm run local:reset`';
    throw new BadConfiguration(`The stored object ${name} cannot be read: ${remedy}.`, { cause });
  }
};
