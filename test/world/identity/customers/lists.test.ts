import '../../process.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { until } from '../../../../local/test/helpers/until.ts';
import { customersOf } from '../../../helpers/customers.ts';
import { aCustomer, company, individual } from '../../../helpers/fixtures/customers.ts';
import type { Tenant } from '../../../helpers/fixtures/tenants.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();

/** Customers made one after another, each in a millisecond of its own. */
const inOrder = async (tenant: Tenant, count: number, fields: object = {}): Promise<Any[]> => {
  const made: Any[] = [];
  while (made.length < count) {
    made.push(await aCustomer(tenant, individual(fields)));
    await until(() => Date.now() > Date.parse(made.at(-1).created_at));
  }
  return made;
};

const anAddress = () => `${randomUUID()}@example.com`;

test('an e-mail finds its customers whatever the case, newest first, and no others', async () => {
  const tenant = await service.aBusiness();
  const { listed, changed, act } = customersOf(tenant);
  const email = `Ada.${anAddress()}`;
  const [first, second, third] = await inOrder(tenant, 3, { email });
  await aCustomer(tenant, individual({ email: `x${email}` }));
  const all = [third.id, second.id, first.id];
  for (const asked of [email, email.toLowerCase(), email.toUpperCase()])
    assert.deepEqual(await listed(['email', asked]), all);
  await changed(second.id, { email: anAddress() });
  await act(first.id, 'suspend');
  assert.deepEqual(await listed(['email', email]), [third.id, first.id]);
  assert.deepEqual(await listed(['email', email], ['status', 'suspended']), [first.id]);
  await changed(third.id, { email: null });
  assert.deepEqual(await listed(['email', email]), [first.id]);
  assert.deepEqual(await customersOf(await service.aBusiness()).listed(['email', email]), []);
});

test('while the index lags, a list by e-mail may miss a customer but shows none wrongly or out of date', async () => {
  const tenant = await service.aBusiness();
  const { listed, changed, act } = customersOf(tenant);
  const email = anAddress();
  const [stays, leaves, stops] = await inOrder(tenant, 3, { email });
  service.indexLag.hold();
  try {
    const { id: comes, external_id } = await aCustomer(
      tenant,
      individual({ email, external_id: randomUUID() }),
    );
    await changed(leaves.id, { email: anAddress() });
    await act(stops.id, 'suspend');
    assert.deepEqual(await listed(['email', email]), [stops.id, stays.id]);
    const { body } = await tenant.call({
      method: 'GET',
      path: '/customers',
      query: [['email', email]],
    });
    assert.deepEqual(
      body.data.map(({ status }: Any) => status),
      ['suspended', 'active'],
    );
    assert.deepEqual(await listed(['email', email], ['status', 'active']), [stays.id]);
    assert.ok(!(await listed(['status', 'active'])).includes(stops.id));
    // A list by the business's own id is never behind.
    assert.deepEqual(await listed(['external_id', external_id]), [comes]);
    service.indexLag.release();
    assert.deepEqual(await listed(['email', email]), [comes, stops.id, stays.id]);
  } finally {
    service.indexLag.release();
  }
});

test('filters combine: only what fits them all is shown', async () => {
  const tenant = await service.aBusiness();
  const { listed, act } = customersOf(tenant);
  const mine = { email: anAddress(), external_id: randomUUID() };
  const { id } = await aCustomer(tenant, individual(mine));
  const { id: other } = await aCustomer(tenant, individual({ email: mine.email }));
  const filters: [string, string][] = Object.entries({ ...mine, status: 'active' });
  assert.deepEqual(await listed(...filters), [id]);
  assert.deepEqual(await listed(['external_id', mine.external_id], ['email', anAddress()]), []);
  // In any order and twice: those of them that are customers of this business, once, newest first.
  const foreign = await aCustomer(await service.aBusiness());
  const ids = [id, foreign.id, 'cus_00000000000000000000000000', other, id].join(',');
  assert.deepEqual(await listed(['ids', ids]), [other, id]);
  assert.deepEqual(await listed(['ids', ids], ['external_id', mine.external_id]), [id]);
  assert.deepEqual(await listed(['ids', other], ['external_id', mine.external_id]), []);
  assert.deepEqual(await listed(['ids', ids], ['email', anAddress()]), []);
  const { body: part } = await tenant.call({
    method: 'GET',
    path: '/customers',
    query: [
      ['ids', ids],
      ['limit', '1'],
    ],
  });
  assert.deepEqual([part.data[0].id, part.has_more], [other, true]);
  assert.deepEqual(await listed(['ids', ids], ['cursor', part.next_cursor]), [id]);
  const many = Array(101).fill(id).join(',');
  assert.equal(
    (await tenant.call({ method: 'GET', path: '/customers', query: [['ids', many]] })).status,
    400,
  );
  assert.deepEqual(await listed(['external_id', mine.external_id], ['status', 'closed']), []);
  await act(id, 'close');
  assert.deepEqual(await listed(['external_id', mine.external_id]), [id]);
  assert.deepEqual(await listed(['external_id', mine.external_id], ['status', 'closed']), [id]);
  assert.deepEqual(await listed(['external_id', mine.external_id], ['status', 'active']), []);
  const { id: heir } = await aCustomer(tenant, individual({ external_id: mine.external_id }));
  assert.deepEqual(await listed(['external_id', mine.external_id]), [heir, id]);
  const query = [
    ['external_id', mine.external_id],
    ['limit', '1'],
  ] as const;
  const { body: page } = await tenant.call({ method: 'GET', path: '/customers', query });
  assert.deepEqual([page.data.map((one: Any) => one.id), page.has_more], [[heir], true]);
  assert.deepEqual(await listed(['external_id', mine.external_id], ['cursor', page.next_cursor]), [
    id,
  ]);
  await act(heir, 'close');
  assert.deepEqual(await listed(['email', mine.email], ['status', 'closed']), [id]);
  assert.deepEqual(await listed(['status', 'active']), [other]);
});

test('created_after and created_before leave out their own instant, to the millisecond', async () => {
  const email = anAddress();
  const tenant = await service.aBusiness();
  const [first, second, third] = await inOrder(tenant, 3, { email });
  const { listed } = customersOf(tenant);
  const beside = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();
  const cases: [after: string | undefined, before: string | undefined, found: Any[]][] = [
    [first.created_at, undefined, [third, second]],
    [beside(first.created_at, -1), undefined, [third, second, first]],
    [undefined, third.created_at, [second, first]],
    [undefined, beside(third.created_at, 1), [third, second, first]],
    [first.created_at, third.created_at, [second]],
    [second.created_at, second.created_at, []],
    [third.created_at, first.created_at, []],
    ['2000-01-01T00:00:00+14:00', '2999-12-31T23:59:59.999999Z', [third, second, first]],
    [second.created_at.replace('Z', '999Z'), undefined, [third]],
    [undefined, second.created_at.replace('Z', '001Z'), [second, first]],
  ];
  for (const [after, before, found] of cases) {
    const query: [string, string][] = [];
    if (after) query.push(['created_after', after]);
    if (before) query.push(['created_before', before]);
    const ids = found.map(({ id }) => id);
    assert.deepEqual(await listed(...query), ids, `${after} ${before}`);
    assert.deepEqual(await listed(...query, ['email', email]), ids, `by e-mail ${after} ${before}`);
  }
});

test('a name finds its customers by the beginnings of its words, page by page, and no longer after a redaction', async () => {
  const tenant = await service.aBusiness();
  const { listed, changed, act } = customersOf(tenant);
  const person = async (first_name: string, last_name: string) =>
    (await aCustomer(tenant, individual({ first_name, last_name }))).id;
  const [anna, bert] = [await person('Anna', 'Hübner'), await person('Bert', 'Hubner')];
  const firm = (await aCustomer(tenant, company({ legal_name: 'Annex of Hübner' }))).id;
  assert.deepEqual(await listed(['name', 'HUBN']), [anna, bert, firm]);
  assert.deepEqual(await listed(['name', 'ann']), [firm, anna]);
  assert.deepEqual(await listed(['name', 'anna hüb'], ['status', 'active']), [anna]);
  const query: [string, string][] = [
    ['name', 'hubner'],
    ['limit', '2'],
  ];
  const { body: page } = await tenant.call({ method: 'GET', path: '/customers', query });
  assert.deepEqual([page.data.map((one: Any) => one.id), page.has_more], [[anna, bert], true]);
  assert.deepEqual(await listed(...query, ['cursor', page.next_cursor]), [firm]);
  assert.ok(
    !Buffer.from(page.next_cursor, 'base64url').toString().includes('hubner'),
    'a cursor names nobody',
  );
  await changed(bert, { last_name: 'Zander' });
  assert.deepEqual(await listed(['name', 'hubn']), [anna, firm]);
  assert.deepEqual(await listed(['name', 'zan']), [bert]);
  await act(anna, 'close');
  await act(anna, 'redact');
  assert.deepEqual(await listed(['name', 'hubn']), [firm]);
  assert.deepEqual(await customersOf(await service.aBusiness()).listed(['name', 'hubner']), []);
});
