import '../../process.ts';
import assert from 'node:assert/strict';
import { tenantKey } from '../../../../functions/core/dynamodb/keys.ts';
import { apiKeyKey, tenantShardsKey } from '../../../../functions/tenants/accounts/access-table.ts';
import { hashOf } from '../../../../functions/tenants/api-keys/table.ts';
import { until } from '../../../../local/test/helpers/until.ts';
import { done } from '../../../helpers/call.ts';
import { aCardholder, cardBody } from '../../../helpers/fixtures/cards.ts';
import { individual } from '../../../helpers/fixtures/customers.ts';
import { documentBody } from '../../../helpers/fixtures/documents.ts';
import { anOnboardingLink, pageCallerOf } from '../../../helpers/fixtures/onboarding.ts';
import { administer, aRegisteredTenant, type Tenant } from '../../../helpers/fixtures/tenants.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { sink } from '../../../helpers/sink.ts';
import { storedIn } from '../../../helpers/tables.ts';
import { test } from '../../../helpers/tests.ts';
import { webhooksOf } from '../../../helpers/webhooks.ts';
import { world } from '../../world.ts';

const service = await world();
const stored = storedIn(service);

const spend = { amount: 100, currency: 'USD', category: '5411', country: 'US' };

/** Every id of a list, page by page. */
const listed = async (
  { call }: Tenant,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<string[]> => {
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const all = { ...query, limit: '7', ...(cursor && { cursor }) };
    const { status, body, text } = await call({ method: 'GET', path, query: Object.entries(all) });
    assert.equal(status, 200, text);
    found.push(...body.data.map(({ id }: Any) => id));
    cursor = body.next_cursor;
  }
  return found;
};

const newestFirst = (all: readonly Any[]): string[] =>
  all.map(({ id }): string => id).toSorted((one, other) => (one < other ? 1 : -1));

/** The epochs as both authorizers and workers read them. */
const setEpochs = async (
  { tenant_id, secret_key, public_key }: Tenant,
  write_shards: string,
): Promise<void> => {
  await stored.set('resources', tenantKey(tenant_id), { write_shards });
  await stored.set('access', tenantShardsKey(tenant_id), { write_shards });
  for (const key of [secret_key, public_key])
    await stored.set('access', apiKeyKey(hashOf(key)), { write_shards });
};

/**
 * The resources that a business creates in one round, and those that its customer and card have.
 */
const round = async (tenant: Tenant, holder: string) => {
  const customer = await done(tenant, '/customers', individual({}));
  const document = await done(tenant, `/customers/${holder}/documents`, documentBody());
  const card = await done(tenant, '/cards', cardBody(holder));
  const authorization = await done(tenant, `/simulations/cards/${card.id}/authorize`, spend);
  const capture = await done(tenant, `/simulations/authorizations/${authorization.id}`, {
    status: 'closed',
  });
  return { customer, document, card, authorization, capture };
};

test('an operator gives a business more write shards, and never fewer', async () => {
  const tenant = await aRegisteredTenant(service);
  const { tenant_id } = tenant;
  const shards = (count: number) => administer(service, { command: 'shards', tenant_id, count });
  const before = Date.now();
  const { write_shards } = await shards(16);
  assert.equal(write_shards.length, 1);
  assert.equal(write_shards[0].shards, 16);
  assert.ok(Date.parse(write_shards[0].since) - before >= 120_000);
  const text = `${write_shards[0].since}/16`;
  assert.equal((await stored.get(tenantKey(tenant_id))).write_shards, text);
  for (const key of [apiKeyKey(hashOf(tenant.secret_key)), tenantShardsKey(tenant_id)])
    assert.equal((await stored.get(key)).write_shards, text);
  for (const count of [8, 16]) {
    const { problem } = await shards(count);
    assert.match(problem.errors[0].detail, /^Must be more than 16: /);
  }
  const { problem } = await shards(3);
  assert.deepEqual([problem.code, problem.errors[0].pointer], ['validation_failed', '/count']);
  assert.deepEqual(
    (await shards(32)).write_shards.map((one: Any) => one.shards),
    [16, 32],
  );
});

test('a business that gets sixteen shards while it creates finds everything once, in every list', async () => {
  const tenant = await aRegisteredTenant(service);
  const { tenant_id } = tenant;
  const holder = (await aCardholder(tenant, ['virtual_cards'])).id;
  const before_ms = 4_000;
  const since = new Date(Date.now() + before_ms).toISOString();
  await setEpochs(tenant, `${since}/16`);
  const webhook = await webhooksOf(tenant).create({ url: `${sink}/`, event_types: ['*'] });
  const rounds: Awaited<ReturnType<typeof round>>[] = [];
  for (let made = 0; made < 3; made++) rounds.push(await round(tenant, holder));
  await service.clock.advance(before_ms);
  for (let made = 0; made < 8; made++) rounds.push(await round(tenant, holder));
  const isBefore = ({ customer }: (typeof rounds)[number]) => customer.created_at < since;
  assert.deepEqual(rounds.map(isBefore), [true, true, true, ...Array(8).fill(false)]);

  const suspended = rounds.flatMap(({ customer }, nth) => (nth % 3 === 0 ? customer : []));
  for (const { id } of suspended)
    await done(tenant, `/customers/${id}/suspend`, { reason: 'other' });
  const customers = [...rounds.map(({ customer }) => customer), { id: holder }];
  const active = customers.filter((one) => !suspended.includes(one));
  const cards = rounds.map(({ card }) => card);
  const authorizations = rounds.map(({ authorization }) => authorization);
  const transactions = (
    await Promise.all(cards.map(({ id }) => listed(tenant, '/transactions', { card_id: id })))
  ).flat();
  assert.equal(transactions.length, cards.length);

  const lists: [path: string, query: Record<string, string>, all: readonly Any[]][] = [
    ['/customers', {}, customers],
    ['/customers', { status: 'suspended' }, suspended],
    ['/customers', { status: 'active' }, active],
    [`/customers/${holder}/documents`, {}, rounds.map(({ document }) => document)],
    ['/cards', {}, cards],
    ['/cards', { customer_id: holder }, cards],
    ['/cards', { status: 'active' }, cards],
    ['/authorizations', {}, authorizations],
    ['/transactions', {}, transactions.map((id) => ({ id }))],
    ['/transactions', { customer_id: holder }, transactions.map((id) => ({ id }))],
  ];
  for (const [path, query, all] of lists)
    assert.deepEqual(
      await listed(tenant, path, query),
      newestFirst(all),
      `${path} ${JSON.stringify(query)}`,
    );
  for (const { card, customer } of rounds)
    for (const path of [`/cards/${card.id}`, `/customers/${customer.id}`])
      assert.equal((await tenant.call({ method: 'GET', path })).status, 200, path);

  const events = (await stored.items('outbox', tenant_id)).map(
    ({ event_id: id, type, customer_id }) => ({
      id,
      type,
      customer_id,
    }),
  );
  const created = events.filter(({ type }) => type === 'card.created');
  assert.equal(created.length, cards.length);
  assert.deepEqual(await listed(tenant, '/events'), newestFirst(events));
  assert.deepEqual(await listed(tenant, '/events', { type: 'card.created' }), newestFirst(created));
  const ofHolder = events.filter(({ customer_id }) => customer_id === holder);
  assert.deepEqual(await listed(tenant, '/events', { customer_id: holder }), newestFirst(ofHolder));

  // Workers have no authorizer's context and write by the same shards.
  const delivered = events.filter(({ id }) => id > webhook.id.replace('whk', 'evt'));
  const succeeded = { webhook_id: webhook.id, status: 'succeeded' };
  await until(
    async () => (await listed(tenant, '/deliveries', succeeded)).length === delivered.length,
    'every event is delivered',
  );
  const deliveries = (await stored.items('deliveries', tenant_id)).filter(
    ({ sk }) => sk === 'delivery',
  );
  assert.deepEqual(
    deliveries.map(({ event_id }) => event_id).toSorted(),
    delivered.map(({ id }) => id).toSorted(),
  );
  for (const query of [{}, succeeded, { webhook_id: webhook.id }])
    assert.deepEqual(await listed(tenant, '/deliveries', query), newestFirst(deliveries));
  const inShards = (await stored.items('resources', tenant_id)).filter(({ pk }) =>
    pk.includes('#'),
  );
  assert.ok(new Set(inShards.map(({ pk }) => pk)).size > 5, 'they are spread');

  // The token of a link is stored before its business is spread, and the authorizer passes the shards all the same.
  const spread = rounds.find(
    ({ customer: { id, created_at } }) => created_at >= since && !/[0g]$/.test(id),
  );
  const { token } = await anOnboardingLink(tenant, {}, spread?.customer.id);
  assert.equal(
    (await pageCallerOf(tenant.baseUrl, token)({ method: 'GET', path: '/onboarding' })).status,
    200,
  );
});
