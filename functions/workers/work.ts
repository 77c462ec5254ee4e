import type { Write } from '../store/change.ts';
import { commit, type Patience, StaleDecision } from '../store/commit.ts';
import type { Connection, Database } from '../store/database.ts';

/** What a worker's steps share within one message. */
export type Work = {
  readonly connection: Connection;
  readonly db: Database;
  readonly patience: Patience;
  readonly requestId: string;
};

/** Commits what rests on nothing but what it writes; false when somebody was faster. */
export const saved = async ({ connection, patience }: Work, writes: readonly Write[]): Promise<boolean> => {
  try {
    await commit(connection, { writes, facts: [] }, patience);
    return true;
  } catch (error) {
    if (error instanceof StaleDecision) return false;
    throw error;
  }
};
