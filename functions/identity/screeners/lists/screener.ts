import { ApiError } from '../../../core/api-error.ts';
import { cache } from '../../../core/cache.ts';
import { logEvent } from '../../../core/logging.ts';
import { type Clock, systemClock } from '../../../core/time.ts';
import { notComparedIn, type Screener } from '../screener.ts';
import { type Search, searchIn } from './search.ts';
import type { ListStore, Pointer } from './store.ts';

/** How long a process searches a version before it looks for a newer one, in milliseconds: lists change once a day. */
const kept_ms = 5 * 60_000;

type Options = {
  readonly store: Pick<ListStore, 'current' | 'entries'>;
  readonly score_min: number;
  readonly clock?: Clock;
};

/**
 * Searches the lists that `fetch-lists` has stored, in memory. Where a list of the environment has never come, nobody is said to
 * be on none: that is the ApiError `unavailable`, and so is an environment without lists.
 */
export const listsScreener = ({ store, score_min, clock = systemClock() }: Options): Screener => {
  const pointers = cache<Pointer>(1, { ttl_ms: kept_ms, now: () => clock.now().getTime() });
  const searches = cache<Search>(1);
  const current = () =>
    pointers.of('current', async () => {
      const read = await store.current();
      // It is looked for again with the next search: the job is about to store it.
      if (!read || read.pointer.missing.length > 0) throw withoutLists(read?.pointer);
      return read.pointer;
    });
  return {
    version: () => current().then(({ version }) => version, unlessWithoutLists),
    screen: async (subject) => {
      const { version } = await current();
      const search = await searches.of(version, async () => searchIn(await store.entries(version)));
      const matches = search(subject, score_min);
      return { list_version: version, matches, not_compared: notComparedIn(subject.names) };
    },
  };
};

const withoutLists = (pointer: Pointer | undefined): ApiError => {
  logEvent('error', 'lists_missing', { missing: pointer?.missing ?? 'all' });
  return new ApiError('unavailable');
};

const unlessWithoutLists = (error: unknown): undefined => {
  if (!(error instanceof ApiError)) throw error;
};
