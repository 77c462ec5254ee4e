import assert from 'node:assert/strict';
import fc from 'fast-check';
import { commit } from '../../../../functions/core/dynamodb/commit.ts';
import { listPage, type PageRequest } from '../../../../functions/core/dynamodb/list.ts';
import { shardDirectory } from '../../../../functions/core/dynamodb/shards.ts';
import { writeOne } from '../../../../functions/core/dynamodb/write-one.ts';
import { asRead, isNew } from '../../../../functions/core/dynamodb/writes.ts';
import { firstIdAt, idsAt } from '../../../../functions/core/new-id.ts';
import {
  epochsFrom,
  type ShardEpochs,
  shard_counts,
  textOfEpochs,
} from '../../../../functions/core/write-shards.ts';
import { customerKeys, saveCustomer } from '../../../../functions/identity/customers/table.ts';
import { anIndividual } from '../../../helpers/fixtures/customers.ts';
import { spreadBy } from '../../../helpers/spread.ts';
import { testDatabase } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { trials } from '../../../helpers/trials.ts';

const tenant = 'biz_01jd5fq7k9e8xv3m2n4p6r8t0a';
const deadline = { now: new Date(), deadline: Date.now() + 60_000 };
const all = { table: 'resources', partition: `${tenant}/customer` } as const;
const active = {
  table: 'resources',
  index: 'by_status',
  partition: `${tenant}/customer/active/unverified`,
} as const;

/** An id with a last character, which names its shard. */
const ending = (id: string, end: string) => `${id.slice(0, -1)}${end}`;

/** Some moments in a minute, in which every epoch begins and every id is made. */
const moment = fc
  .integer({ min: 0, max: 60 })
  .map((second) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)));
const epochs = fc
  .tuple(
    fc.uniqueArray(moment, { maxLength: 3, selector: Number }),
    fc.subarray([...shard_counts], { minLength: 3 }),
  )
  .map(
    ([since, shards]): ShardEpochs =>
      since
        .toSorted((one, other) => Number(one) - Number(other))
        .map((at, nth) => ({ since: at.toISOString(), shards: shards[nth] ?? 32 })),
  );
/** Most in one shard, so that one ends long before the others. */
const last = fc.constantFrom('0', 'z', 'z', 'z', 'z', '1', '9');
const ids = fc
  .array(fc.tuple(moment, last), { maxLength: 80, size: 'max' })
  .map((all) => [...new Set(all.map(([time, end]) => ending(idsAt(time)('customer'), end)))]);
const newestFirst = (some: readonly string[]) =>
  some.toSorted((one, other) => (one < other ? 1 : -1));

/** The tables with these customers, each written by a commit. */
const withCustomers = async (some: readonly string[], of: ShardEpochs) => {
  const tables = testDatabase([], { shards: spreadBy(of) });
  for (const id of some)
    await commit(
      tables.connection,
      { writes: saveCustomer(anIndividual({ id, tenant_id: tenant })), conditions: [] },
      deadline,
    );
  return tables;
};

type Tables = Awaited<ReturnType<typeof withCustomers>>;

const walked = async (
  { db }: Tables,
  place: Parameters<typeof listPage>[1],
  wanted: PageRequest,
) => {
  const pages: string[][] = [];
  for (let below: string | null | undefined = wanted.below; below !== null; ) {
    const page = await listPage(db, place, { ...wanted, below });
    pages.push(page.items.map(({ sk }) => String(sk)));
    below = page.next;
  }
  return pages;
};

describe('write shards', () => {
  test('make one list of any epochs, ids and pages, in a table and in an index, whole and in order', async () => {
    await fc.assert(
      fc.asyncProperty(epochs, ids, fc.integer({ min: 1, max: 40 }), async (of, some, limit) => {
        const tables = await withCustomers(some, of);
        for (const place of [all, active]) {
          const pages = await walked(tables, place, { limit });
          assert.deepEqual(pages.flat(), newestFirst(some));
          assert.deepEqual(
            pages.slice(0, -1).map(({ length }) => length),
            pages.slice(1).map(() => limit),
          );
        }
        for (const id of some)
          assert.equal((await tables.db.get(customerKeys.customer(tenant, id)))?.id, id);
        tables.close();
      }),
      { numRuns: trials(40) },
    );
  });

  test('make one list between two bounds, ascending and filtered too', async () => {
    const bounds = fc.tuple(moment, moment);
    await fc.assert(
      fc.asyncProperty(
        epochs,
        ids,
        bounds,
        fc.integer({ min: 1, max: 9 }),
        async (of, some, [one, other], limit) => {
          const tables = await withCustomers(some, of);
          const [from, below] = [one, other].map((at) => firstIdAt('customer', at)).toSorted() as [
            string,
            string,
          ];
          const within = newestFirst(some).filter((id) => id >= from && id < below);
          assert.deepEqual(
            (await walked(tables, all, { limit, from, below })).flat(),
            from < below ? within : [],
          );
          const oldestFirst: string[] = [];
          for (let at: string | undefined = from; at !== undefined; ) {
            const { items, last: end } = await tables.db.query({
              ...all,
              from: at,
              order: 'ascending',
              limit: limit + 1,
            });
            oldestFirst.push(
              ...items.map(({ sk }) => String(sk)).filter((id) => id !== oldestFirst.at(-1)),
            );
            at = end;
          }
          assert.deepEqual(oldestFirst, newestFirst(some.filter((id) => id >= from)).toReversed());
          const filtered = await tables.db.query({
            ...all,
            where: { type: 'individual' },
            limit: 2_000,
          });
          assert.deepEqual(
            filtered.items.map(({ sk }) => sk),
            newestFirst(some),
          );
          tables.close();
        },
      ),
      { numRuns: trials(40) },
    );
  });

  test('begin at their moment: what is made around it is read, listed once, and is where its id says', async () => {
    const since = new Date('2026-01-02T03:04:05.678Z');
    const at = (ms: number) => ending(idsAt(new Date(since.getTime() + ms))('customer'), 'f');
    const some = [at(-1), at(0), at(1)];
    const tables = await withCustomers(some, [{ since: since.toISOString(), shards: 16 }]);
    assert.deepEqual(
      tables.everything('resources').map(({ pk, status_key }) => [pk, status_key]),
      [
        [`${tenant}/customer`, `${tenant}/customer/active/unverified`],
        [`${tenant}/customer#15`, `${tenant}/customer/active/unverified#15`],
        [`${tenant}/customer#15`, `${tenant}/customer/active/unverified#15`],
      ],
    );
    for (const limit of [1, 2, 3])
      assert.deepEqual((await walked(tables, all, { limit })).flat(), newestFirst(some));
  });

  test('are asked for at once, and below their moment no more', async () => {
    const since = '2026-01-02T03:04:05.678Z';
    const [before, behind] = [
      new Date('2026-01-01T00:00:00Z'),
      new Date('2026-01-03T00:00:00Z'),
    ].map((at) => idsAt(at)('customer')) as [string, string];
    const tables = await withCustomers([before, behind], [{ since, shards: 16 }]);
    const queries = async (wanted: PageRequest) => {
      const asked = tables.asked().queries;
      await listPage(tables.db, all, wanted);
      return tables.asked().queries - asked;
    };
    assert.equal(await queries({ limit: 10 }), 16);
    assert.equal(await queries({ limit: 10, below: before }), 1);
  });

  test('hold conditions and single writes to the item that is meant', async () => {
    const id = ending(idsAt(new Date())('customer'), 'g');
    const { connection, db } = await withCustomers(
      [id],
      [{ since: '2026-01-01T00:00:00.000Z', shards: 32 }],
    );
    const key = customerKeys.customer(tenant, id);
    const check = (is: number) =>
      commit(connection, { writes: [], conditions: [{ key, attribute: 'version', is }] }, deadline);
    await check(1);
    await assert.rejects(check(2), { name: 'Error', message: '' });
    const values = { version: 2, status_key: active.partition };
    await writeOne(connection, { kind: 'set', key, values, when: asRead(1) }, deadline);
    const stored = await db.get(key);
    assert.deepEqual(
      [stored?.pk, stored?.status_key, stored?.version],
      [`${all.partition}#16`, `${active.partition}#16`, 2],
    );
    await commit(
      connection,
      { writes: [{ kind: 'delete', key, when: asRead(2) }], conditions: [] },
      deadline,
    );
    await commit(connection, { writes: [], conditions: [{ key, absent: true }] }, deadline);
    assert.deepEqual(await db.batch([key]), [undefined]);
  });

  test('cost a business that has none no other key and no other call', async () => {
    const id = idsAt(new Date())('customer');
    const { sent, everything, db } = await withCustomers([id], []);
    await db.get(customerKeys.customer(tenant, id));
    await listPage(db, active, { limit: 10 });
    assert.deepEqual(
      sent.map(({ operation }) => operation),
      ['TransactWrite', 'Get', 'Query'],
    );
    assert.deepEqual(
      everything('resources').map(({ pk, status_key }) => [pk, status_key]),
      [[all.partition, active.partition]],
    );
  });

  test('are known from the authorizer, else read once a minute', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: new Date('2026-01-01T00:00:00Z') });
    const said = textOfEpochs([{ since: '2026-02-01T00:00:00.000Z', shards: 4 }]);
    let reads = 0;
    const directory = shardDirectory(async ({ pk }) => {
      reads += 1;
      assert.equal(pk, `${tenant}/tenant`);
      return { write_shards: said };
    });
    directory.know(tenant, '');
    assert.deepEqual([await directory.of(tenant), reads], [[], 0]);
    t.mock.timers.tick(60_000);
    assert.deepEqual(
      [await directory.of(tenant), await directory.of(tenant), reads],
      [epochsFrom(said), epochsFrom(said), 1],
    );
    t.mock.timers.tick(59_999);
    await directory.of(tenant);
    assert.equal(reads, 1);
  });

  test('never name a partition for what is no id', async () => {
    const { connection, everything } = testDatabase([], {
      shards: spreadBy([{ since: '2026-01-01T00:00:00.000Z', shards: 2 }]),
    });
    const key = { table: 'resources', pk: `${tenant}/customer`, sk: 'nobody' } as const;
    await commit(
      connection,
      { writes: [{ kind: 'put', key, item: {}, when: isNew }], conditions: [] },
      deadline,
    );
    assert.deepEqual(
      everything('resources').map(({ pk }) => pk),
      [all.partition],
    );
  });
});
