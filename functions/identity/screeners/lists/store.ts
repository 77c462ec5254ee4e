import { type StoredObjects, s3Objects } from '../../../core/aws/objects.ts';
import type { Entry, ListName } from './entry.ts';
import { type Packed, unpackEntries } from './pack.ts';

/** When a list was fetched last, and what it had. */
export type FetchedList = {
  readonly fetched_at: string;
  readonly entries: number;
  readonly names: number;
};

/** The version of the entries that is searched, and which lists came when. */
export type Pointer = {
  readonly version: string;
  readonly lists: Readonly<Partial<Record<ListName, FetchedList>>>;
  /** Lists of the environment that have never come. Nobody is screened without them. */
  readonly missing: readonly ListName[];
};

/** A pointer, and the tag of its object. */
export type ReadPointer = { readonly pointer: Pointer; readonly etag: string };

/** Where the lists are kept. An index is stored before the pointer to it, so a crash between them leaves the earlier version. */
export type ListStore = {
  /** The pointer; null before the first. */
  current(): Promise<ReadPointer | null>;
  /** The entries of a version that a pointer names. */
  entries(version: string): Promise<Entry[]>;
  /** Stores the entries of a version; again, it changes nothing. */
  saveEntries(packed: Packed): Promise<void>;
  /** Replaces the pointer that was read; false: another run was faster. */
  point(pointer: Pointer, over: ReadPointer | null): Promise<boolean>;
};

/**
 * Lists in a bucket (`LIST_BUCKET`). Every version stays, so that it can be said later what a screening searched: about a
 * megabyte for each day on which a list changed.
 */
export const listStore = (
  objects: StoredObjects = s3Objects(process.env.LIST_BUCKET ?? ''),
): ListStore => ({
  current: async () => {
    const read = await objects.get(pointer_key);
    return read && { pointer: JSON.parse(read.bytes.toString()), etag: read.etag };
  },
  entries: async (version) => {
    const read = await objects.get(indexKey(version));
    if (!read)
      throw new Error(
        `the list bucket has no index of the version ${version}, which its pointer names`,
      );
    return unpackEntries(read.bytes);
  },
  saveEntries: async ({ version, bytes }) => {
    await objects.put(indexKey(version), bytes);
  },
  point: (pointer, over) => objects.put(pointer_key, JSON.stringify(pointer), over?.etag ?? null),
});

const pointer_key = 'current';

const indexKey = (version: string): string => `index/${version}`;
