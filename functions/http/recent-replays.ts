import type { Replay } from '../store/replays.ts';
import type { ItemKey } from '../store/table.ts';

/** Of what this instance has done lately, what a retry is answered with: nobody need be asked. */
export type RecentReplays = {
  /** What was done under a key, if it is still recent. */
  of(key: ItemKey, now: Date): Replay | undefined;
  /** Keeps what was committed under a key, and forgets what is recent no more. */
  keep(key: ItemKey, replay: Replay, now: Date): void;
};

/** Clients repeat within seconds. What is redacted is looked for again after sixteen minutes, long after this. */
const recent_ms_max = 60_000;

/** So many answers at most, of at most so many characters: four megabytes of the instance's memory. */
const replays_max = 256;
const body_characters_max = 16_384;

/** An empty memory, of one handler in one instance. It only ever holds what a transaction has made true for a day. */
export const recentReplays = (): RecentReplays => {
  const kept = new Map<string, Replay>();
  const isRecent = ({ created_at }: Replay, now: Date) => now.getTime() - Date.parse(created_at) < recent_ms_max;
  return {
    of: (key, now) => {
      const replay = kept.get(nameOf(key));
      return replay && isRecent(replay, now) ? replay : undefined;
    },
    keep: (key, replay, now) => {
      for (const [name, oldest] of kept) {
        if (kept.size < replays_max && isRecent(oldest, now)) break;
        kept.delete(name);
      }
      if (replay.body.length <= body_characters_max) kept.set(nameOf(key), replay);
    },
  };
};

/** No partition's name has a space in it. */
const nameOf = ({ pk, sk }: ItemKey): string => `${pk} ${sk}`;
