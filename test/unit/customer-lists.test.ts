import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Customer } from '../../functions/domain/customers/customer.ts';
import { pageOfCustomers, saveCustomer } from '../../functions/store/customers/customers.ts';
import type { Database, Item, Range } from '../../functions/store/database.ts';
import type { ItemKey } from '../../functions/store/table.ts';
import { anIndividual } from '../helpers/some-customers.ts';

const tenant = anIndividual().tenant_id;
const aCustomer = (n: number, over: object = {}) => anIndividual({ id: `cus_${n}`, ...over });

/** The table with these customers and the marks of those that are open; the index shows what it is told to. */
const aTable = (
  customers: readonly Customer[],
  indexed: readonly Customer[] = customers,
  changed: readonly { readonly customer: Customer; readonly read?: Customer }[] = [],
) => {
  const calls: string[] = [];
  const items = [...customers.map((customer) => ({ customer, read: undefined })), ...changed].flatMap((one) =>
    saveCustomer(one.customer, one.read).flatMap((write) =>
      write.kind === 'put' ? [{ ...write.item, pk: write.key.pk, sk: write.key.sk }] : [],
    ),
  );
  const find = ({ pk, sk }: ItemKey) => items.find((item) => item.pk === pk && item.sk === sk) as Item | undefined;
  const db: Database = {
    get: async (key) => {
      calls.push('get');
      return find(key);
    },
    batch: async (keys) => {
      calls.push('batch');
      return keys.map(find);
    },
    query: async ({ index, partition, below, limit }: Range) => {
      calls.push(index ?? 'query');
      const all = indexed.map((each) => ({
        pk: `${tenant}/customer`,
        sk: each.id,
        email_key: `${tenant}/customer/${each.email?.toLowerCase()}`,
      }));
      const found = (
        index ? all.filter(({ email_key }) => email_key === partition) : items.filter(({ pk }) => pk === partition)
      )
        .filter(({ sk }) => !below || String(sk) < below)
        .toSorted((one, other) => (String(one.sk) < String(other.sk) ? 1 : -1))
        .slice(0, limit);
      return { items: found as Item[], ...(found.length === limit && { last: String(found.at(-1)?.sk) }) };
    },
  };
  const list = async (filter: object, wanted: object = {}) => {
    calls.length = 0;
    const { items: found, next } = await pageOfCustomers(db, tenant, filter, { limit: 10, ...wanted });
    return { ids: found.map(({ id }) => id), next, calls: [...calls] };
  };
  return { list };
};

describe('by external_id', () => {
  const { list } = aTable([
    aCustomer(1, { external_id: 'A' }),
    aCustomer(2, { external_id: 'B', email: 'b@example.com' }),
  ]);

  test('the one customer is found, by its mark', async () => {
    assert.deepEqual(await list({ external_id: 'A' }), { ids: ['cus_1'], next: null, calls: ['get', 'get', 'query'] });
    assert.deepEqual(await list({ external_id: 'C' }), { ids: [], next: null, calls: ['get', 'query'] });
  });

  test('the other filters and the range count as well', async () => {
    const ids = async (filter: object, wanted?: object) => (await list({ external_id: 'B', ...filter }, wanted)).ids;
    assert.deepEqual(await ids({ email: 'B@example.com', status: 'active' }), ['cus_2']);
    assert.deepEqual(await ids({ email: 'other@example.com' }), []);
    assert.deepEqual(await ids({ status: 'closed' }), []);
    assert.deepEqual(await ids({}, { from: 'cus_2' }), ['cus_2']);
    assert.deepEqual(await ids({}, { from: 'cus_3' }), []);
    assert.deepEqual(await ids({}, { below: 'cus_2' }), []);
  });

  test('those that had it until they were closed are found beside the one that has it, page by page', async () => {
    const a = { external_id: 'A' };
    const closed = [1, 2, 4].map((n) => ({
      read: aCustomer(n, a),
      customer: aCustomer(n, { ...a, status: 'closed' }),
    }));
    const { list } = aTable([aCustomer(3, a)], [], closed);
    const all = { ids: ['cus_4', 'cus_3', 'cus_2', 'cus_1'], next: null };
    const { ids, next } = await list(a);
    assert.deepEqual({ ids, next }, all);
    assert.deepEqual((await list({ ...a, status: 'closed' })).ids, ['cus_4', 'cus_2', 'cus_1']);
    assert.deepEqual(await list({ ...a, status: 'active' }), { ids: ['cus_3'], next: null, calls: ['get', 'get'] });
    for (const limit of [1, 2, 3]) {
      const walked: string[] = [];
      let below: string | undefined;
      do {
        const page = await list(a, { limit, below });
        assert.ok(page.ids.length === limit || page.next === null, 'a page is full or the list is over');
        walked.push(...page.ids);
        below = page.next ?? undefined;
      } while (below !== undefined);
      assert.deepEqual(walked, all.ids);
    }
  });

  test('a mark whose customer has moved on finds nobody', async () => {
    const moved = aCustomer(1, { external_id: 'A' });
    const table = aTable([moved, aCustomer(1, { external_id: 'B' })].toReversed());
    assert.deepEqual((await table.list({ external_id: 'A' })).ids, []);
  });
});

describe('by e-mail', () => {
  const email = 'ada@example.com';
  const same = Array.from({ length: 12 }, (_, n) => aCustomer(n + 10, { email }));

  test('customers are found without regard to case: the index says which, the table says what they are', async () => {
    const { list } = aTable([aCustomer(1, { email: 'Ada@Example.com' }), aCustomer(2, { email }), aCustomer(3)]);
    assert.deepEqual(await list({ email: 'ADA@example.COM' }), {
      ids: ['cus_2', 'cus_1'],
      next: null,
      calls: ['by_email', 'batch'],
    });
  });

  test('nobody found asks the table for nothing', async () => {
    assert.deepEqual((await aTable([]).list({ email })).calls, ['by_email']);
  });

  test('an index that lags shows nobody under an address that is no longer theirs', async () => {
    const now = aCustomer(1, { email: 'new@example.com' });
    const { list } = aTable([now], [aCustomer(1, { email })]);
    assert.deepEqual((await list({ email })).ids, []);
  });

  test('pages go on where the index ended, also when nothing on them fits', async () => {
    const { list } = aTable(same);
    const first = await list({ email, status: 'closed' });
    assert.deepEqual([first.ids, first.next], [[], 'cus_12']);
    const second = await list({ email }, { below: (await list({ email })).next });
    assert.deepEqual([second.ids, second.next], [['cus_11', 'cus_10'], null]);
  });
});

test('by status the table itself is read', async () => {
  const { list } = aTable([aCustomer(1), aCustomer(2)]);
  assert.deepEqual(await list({ status: 'active' }), { ids: ['cus_2', 'cus_1'], next: null, calls: ['query'] });
});
