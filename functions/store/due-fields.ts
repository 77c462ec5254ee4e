import type { Item } from './database.ts';
import { type ItemKey, shardOf } from './table.ts';

/**
 * Where something stands among what waits, as its `due_at` is stored: by business, then by kind, then by time, so that a
 * sweep comes from one business to the next without reading all that the first has waiting. `woken` stands apart: the
 * sweeper has sent a wake-up since anybody took it in hand.
 */
export type Turn = {
  /** Business and kind: whose turn it is. Empty where an earlier release wrote the time alone. */
  readonly group: string;
  readonly woken: boolean;
  readonly at: string;
};

/** What kind of work an item is: nouns are named by their partition, what lies beside them by itself. */
export const kindOf = ({ table, pk, sk }: ItemKey): string => {
  if (table === 'outbox') return 'event';
  return (table === 'deliveries' ? sk : pk.split('/').at(-1)) ?? '';
};

/** The attributes that put something into the sparse index of what is due: absent when nothing is, since a key is never null. */
export const dueFields = (key: ItemKey, id: string, dueAt: string | null): Item =>
  dueAt === null ? {} : { due_at: `${groupOf(key)}/${dueAt}`, due_shard: shardOf(id) };

/** What takes something out of that index again, and out of the sweeper's count. */
export const nothingDue = { due_at: undefined, due_shard: undefined, sweeps: undefined };

/** `due_at` of what the sweeper has woken and looks for again then. */
export const wokenAt = (key: ItemKey, until: Date): string => afterWokenBefore(groupOf(key), until.toISOString());

/** When a stored item is due; null when nothing of it is. */
export const dueAtOf = ({ due_at }: Item): string | null => (typeof due_at === 'string' ? turnOf(due_at).at : null);

/** The parts of a stored `due_at`. */
export const turnOf = (dueAt: string): Turn => {
  const end = dueAt.lastIndexOf('/');
  const marked = dueAt.slice(end + 1);
  const woken = marked.startsWith(mark);
  return { group: dueAt.slice(0, Math.max(end, 0)), woken, at: woken ? marked.slice(mark.length) : marked };
};

/** Where those of a group stand that were woken and are due again from a time on. */
export const afterWokenBefore = (group: string, at: string): string => `${group}/${mark}${at}`;

/** Where those of a group stand that nobody was woken for: years begin with a higher digit. */
export const afterWoken = (group: string): string => `${group}/0`;

/** Where a group is over: this digit sorts next to the stroke. What has no group begins with a digit. */
export const afterGroup = (group: string): string => (group === '' ? ':' : `${group}0`);

const groupOf = (key: ItemKey): string => `${key.pk.slice(0, key.pk.indexOf('/'))}/${kindOf(key)}`;

/** What was woken sorts before what was not. */
const mark = '!';
