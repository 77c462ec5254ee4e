import { AlreadyDone } from '../store/commit.ts';
import type { Database } from '../store/database.ts';
import { liveReplay } from '../store/replay-store.ts';
import type { ItemKey } from '../store/table.ts';

/** Reads whose first brings the replay record along, in the same round trip: a request that has had its effect stops there. */
export const reading = (db: Database, record: ItemKey, now: Date): Database => {
  let looked = false;
  return {
    ...db,
    get: async (key) => {
      if (looked) return db.get(key);
      looked = true;
      const [item, replay] = await db.batch([key, record]);
      if (replay && liveReplay(replay, now)) throw new AlreadyDone(replay);
      return item;
    },
  };
};
