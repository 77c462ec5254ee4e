import { AlreadyDone } from '../store/commit.ts';
import type { Database } from '../store/database.ts';
import { liveReplay } from '../store/replays.ts';
import type { ItemKey } from '../store/table.ts';

/** Reads whose first brings the replay record along, in the same round trip: a request that has had its effect stops there. */
export const reading = (db: Database, record: ItemKey, now: Date): Database => {
  let looked = false;
  const together = async (wanted: readonly ItemKey[]) => {
    looked = true;
    const found = await db.batch([...wanted, record]);
    const replay = found.at(-1);
    if (replay && liveReplay(replay, now)) throw new AlreadyDone(replay);
    return found.slice(0, -1);
  };
  return {
    ...db,
    get: async (key) => (looked ? db.get(key) : (await together([key]))[0]),
    batch: async (wanted) => (looked ? db.batch(wanted) : together(wanted)),
  };
};
