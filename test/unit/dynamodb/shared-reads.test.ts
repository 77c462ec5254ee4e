import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Database, Range } from '../../../functions/dynamodb/client.ts';
import { type ItemKey, keys, type TableName } from '../../../functions/dynamodb/keys.ts';
import { sharedReads } from '../../../functions/store/shared-reads.ts';

/** A database that answers each key with itself, and tells what it was asked. */
const anEcho = () => {
  const asked: { readonly keys: readonly string[]; readonly late: readonly TableName[] }[] = [];
  const queried: Range[] = [];
  const db: Database = {
    get: async ({ pk }) => ({ pk }),
    batch: async (wanted, late = []) => {
      assert.ok(wanted.length <= 100);
      asked.push({ keys: wanted.map(({ pk }) => pk), late });
      if (wanted.some(({ pk }) => pk.includes('broken'))) throw new Error('broken');
      return wanted.map(({ pk, sk }) => (pk.includes('none') ? undefined : { pk, sk }));
    },
    query: async (range) => {
      queried.push(range);
      return { items: [{ of: range.partition }] };
    },
  };
  return { db: sharedReads(db, () => 1), asked, queried };
};

const event = (id: string): ItemKey => keys.event('biz', id);
const places = (partition: string): Range => ({ table: 'resources', partition, limit: 16 });

describe('what is asked at once', () => {
  test('is read once, and everybody gets what he asked for in his order', async () => {
    const { db, asked } = anEcho();
    const answers = await Promise.all([
      db.batch([event('a'), event('b')]),
      db.batch([event('none'), event('a')]),
      db.batch([event('b')]),
    ]);
    assert.deepEqual(asked, [{ keys: ['biz/a', 'biz/b', 'biz/none'], late: [] }]);
    const [a, b] = ['biz/a', 'biz/b'].map((pk) => ({ pk, sk: undefined }));
    assert.deepEqual(answers, [[a, b], [undefined, a], [b]]);
  });

  test('is not read late for whom that will not do', async () => {
    const { db, asked } = anEcho();
    await Promise.all([db.batch([event('a')], ['outbox']), db.batch([event('a')]), db.batch([event('b')], ['outbox'])]);
    assert.deepEqual(asked, [
      { keys: ['biz/a', 'biz/b'], late: ['outbox'] },
      { keys: ['biz/a'], late: [] },
    ]);
  });

  test('is read in as many batches as DynamoDB takes', async () => {
    const { db, asked } = anEcho();
    const wanted = Array.from({ length: 250 }, (_, n) => event(`e${n}`));
    const answers = await Promise.all(wanted.map((key) => db.batch([key])));
    assert.deepEqual(
      asked.map(({ keys: some }) => some.length),
      [100, 100, 50],
    );
    assert.deepEqual(
      answers.map(([item]) => item?.pk),
      wanted.map(({ pk }) => pk),
    );
  });

  test('of queries is asked once where it is the same', async () => {
    const { db, queried } = anEcho();
    const found = await Promise.all([db.query(places('one')), db.query(places('two')), db.query(places('one'))]);
    assert.deepEqual(queried, [places('one'), places('two')]);
    assert.deepEqual(
      found.map(({ items }) => items[0]?.of),
      ['one', 'two', 'one'],
    );
  });

  test('fails for all who asked, and what is asked later is asked anew', async () => {
    const { db, asked } = anEcho();
    const outcomes = await Promise.allSettled([db.batch([event('a')]), db.batch([event('broken')])]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.deepEqual(await db.batch([event('a')]), [{ pk: 'biz/a', sk: undefined }]);
    assert.equal(asked.length, 2);
  });
});
