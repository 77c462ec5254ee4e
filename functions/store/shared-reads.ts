import { chunksOf } from '../chunks.ts';
import type { Database, Found, Item, Range } from '../dynamodb/client.ts';
import type { ItemKey, TableName } from '../dynamodb/keys.ts';
import { gathering } from '../runtime/gathering.ts';

/** BatchGetItem takes a hundred keys. */
const batchMax = 100;

type Batch = { readonly keys: readonly ItemKey[]; readonly late: readonly TableName[] };

/**
 * Reads of the messages of a batch, of which so many are under way: what they ask at once is asked once, and of what is the
 * same for several, one is read.
 */
export const sharedReads = (db: Database, underWay: () => number): Database => {
  const batch = gathering((asked: readonly Batch[]) => batches(db, asked), underWay);
  const query = gathering((asked: readonly Range[]) => queries(db, asked), underWay);
  return { get: db.get, query, batch: (keys, late = []) => batch({ keys, late }) };
};

const batches = async (db: Database, asked: readonly Batch[]): Promise<(Item | undefined)[][]> => {
  const found = new Map<string, Item | undefined>();
  const alike = Object.values(Object.groupBy(asked, ({ late }) => late.join()));
  for (const some of alike) {
    const late = some?.[0]?.late ?? [];
    const wanted = [...new Map(some?.flatMap(({ keys }) => keys.map((key) => [nameOf(key, late), key]))).values()];
    for (const keys of chunksOf(wanted, batchMax)) {
      const items = await db.batch(keys, late);
      for (const [position, key] of keys.entries()) found.set(nameOf(key, late), items[position]);
    }
  }
  return asked.map(({ keys, late }) => keys.map((key) => found.get(nameOf(key, late))));
};

const nameOf = ({ table, pk, sk }: ItemKey, late: readonly TableName[]) => JSON.stringify([late, table, pk, sk]);

const queries = async (db: Database, asked: readonly Range[]): Promise<Found[]> => {
  const answers = new Map<string, Promise<Found>>();
  const once = (range: Range) => {
    const name = JSON.stringify(range);
    const answer = answers.get(name) ?? db.query(range);
    answers.set(name, answer);
    return answer;
  };
  return Promise.all(asked.map(once));
};
