import { deepEqual } from '../../../core/json.ts';
import { logEvent, serializeError } from '../../../core/logging.ts';
import type { ListAddresses } from './addresses.ts';
import type { Download } from './download.ts';
import { type Entry, type ListName, listNames } from './entry.ts';
import { packEntries } from './pack.ts';
import { sources } from './sources.ts';
import type { FetchedList, ListStore, Pointer } from './store.ts';

export type Refreshing = {
  readonly store: ListStore;
  readonly download: Download;
  readonly addresses: ListAddresses;
  readonly now: Date;
};

/** A list is fetched once a day: an hour less, as the schedule drifts. One that fails is tried with every run. */
const fetched_every_ms = 23 * 60 * 60_000;

/**
 * A list with fewer names than this share of its earlier ones is refused. Publishers remove entries by dozens, the largest
 * removals by some hundred of thousands: half a list is a truncated file, or another one.
 */
const kept_min = 0.5;

/** A list is outdated when it was not fetched for so long. */
const outdated_ms = 48 * 60 * 60_000;

/**
 * Fetches the lists that are due and makes them the version that is searched; answers the pointer that is stored then. A list
 * that does not come, or comes in pieces, keeps its earlier entries. Two runs at once end with the pointer of one of them.
 */
export const refreshLists = async ({
  store,
  download,
  addresses,
  now,
}: Refreshing): Promise<Pointer | null> => {
  const read = await store.current();
  const earlier = read?.pointer.lists ?? {};
  const wanted = listNames.filter((list) =>
    sources[list].files.every((file) => addresses[file] !== undefined),
  );
  const due = wanted.filter(
    (list) => now.getTime() - stamp(earlier[list]?.fetched_at) >= fetched_every_ms,
  );
  const isDropped = listNames.some((list) => earlier[list] && !wanted.includes(list));
  if (read && due.length === 0 && !isDropped) return read.pointer;
  const files = due.map((list) => ({ list, files: filesOf(list, addresses, download) }));
  const known = Map.groupBy(
    read ? await store.entries(read.pointer.version) : [],
    ({ list }) => list,
  );
  const lists: { [list in ListName]?: FetchedList } = {};
  for (const list of wanted) {
    const fetching = files.find((one) => one.list === list);
    const fetched =
      fetching && (await unlessUnusable(list, fetching.files, earlier[list]?.names ?? 0));
    if (fetched) {
      known.set(list, fetched);
      lists[list] = {
        fetched_at: now.toISOString(),
        entries: fetched.length,
        names: namesIn(fetched),
      };
    } else if (earlier[list]) lists[list] = earlier[list];
  }
  const packed = packEntries(wanted.flatMap((list) => known.get(list) ?? []));
  const missing = wanted.filter((list) => !lists[list]);
  const pointer: Pointer = { version: packed.version, lists, missing };
  if (Object.keys(lists).length === 0 || deepEqual(pointer, read?.pointer))
    return read?.pointer ?? null;
  if (packed.version !== read?.pointer.version) await store.saveEntries(packed);
  if (await store.point(pointer, read)) return pointer;
  logEvent('warn', 'lists_fetched_twice');
  return (await store.current())?.pointer ?? null;
};

/** Whether every list came within two days. */
export const isCurrent = (pointer: Pointer | null, now: Date): boolean =>
  pointer !== null &&
  pointer.missing.length === 0 &&
  Object.values(pointer.lists).every(
    ({ fetched_at }) => now.getTime() - stamp(fetched_at) < outdated_ms,
  );

const stamp = (at: string | undefined): number =>
  at === undefined ? Number.NEGATIVE_INFINITY : Date.parse(at);

/** All at once: the slowest of them bounds the run. */
const filesOf = (list: ListName, addresses: ListAddresses, download: Download) =>
  Promise.allSettled(sources[list].files.map((file) => download(addresses[file] ?? '')));

/** The entries of a list; undefined, and a line of the log, where it cannot be used. */
const unlessUnusable = async (
  list: ListName,
  fetching: ReturnType<typeof filesOf>,
  earlier: number,
): Promise<Entry[] | undefined> => {
  try {
    const files = (await fetching).map((file) => {
      if (file.status === 'rejected') throw file.reason;
      return file.value;
    });
    const entries = sources[list].parse(...files);
    const names = namesIn(entries);
    if (names === 0) throw new Error('it has no entries');
    if (names < kept_min * earlier)
      throw new Error(`it has shrunk from ${earlier} to ${names} names`);
    return entries;
  } catch (error) {
    logEvent('error', 'list_not_fetched', { list, error: serializeError(error) });
    return undefined;
  }
};

const namesIn = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { names }) => sum + names.length, 0);
