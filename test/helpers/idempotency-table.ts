import type { Answer } from '../../functions/http/answer.ts';
import { type MakeRecord, once, type Use } from '../../functions/http/idempotency.ts';
import type { RecentReplays } from '../../functions/http/recent-replays.ts';
import { AlreadyDone } from '../../functions/store/commit.ts';
import type { Database, Item } from '../../functions/store/database.ts';
import { keys } from '../../functions/store/table.ts';
import { aContext } from './lambda-context.ts';

/** What the act answers. */
export const answer: Answer = { status: 201, body: '{"z":1,"a":"é"}', location: '/v1/customers/cus_1', etag: '"1"' };
/** What the act is about. */
export const resource = { id: 'cus_1', object: 'customer', path: '/v1/customers/cus_1' };
/** How long a record lives, in milliseconds. */
export const day = 24 * 60 * 60 * 1000;

/** A use of a key; what the test does not say is always the same. */
export const aUse = (over: Partial<Use> = {}): Use => ({
  operation: 'customers.create',
  key: keys.replay('biz', 'key', 'customers.create', []),
  payload: { a: 1, b: { c: [1, 2] } },
  now: new Date(),
  ...over,
});

/**
 * The idempotency table: acts put into it as a commit would, once. Nobody else can write. What an instance remembers besides
 * is its own.
 */
export const aTable = (recent?: RecentReplays) => {
  const table = { record: undefined as Item | undefined, reads: 0, effects: 0 };
  const get = async () => {
    table.reads += 1;
    return table.record;
  };
  const db = { get } as unknown as Database;
  const use = (over: Partial<Use> = {}, act?: () => Promise<Answer>) => {
    const acting = async (makeRecord: MakeRecord) => {
      if (act) return act();
      const { key, item } = makeRecord(answer, resource);
      if (table.record) throw new AlreadyDone(table.record);
      table.record = JSON.parse(JSON.stringify({ pk: key.pk, sk: key.sk, ...item }));
      table.effects += 1;
      return answer;
    };
    return once(aUse(over), db, aContext(), acting, recent);
  };
  return { table, use };
};
