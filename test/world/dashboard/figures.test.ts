import '../process.ts';
import assert from 'node:assert/strict';
import { getFigures } from '../../../functions/app/overview/routes.ts';
import { bucketOf, middleOf } from '../../../functions/core/counters/histogram.ts';
import { idsAt } from '../../../functions/core/new-id.ts';
import type { Delivery } from '../../../functions/delivery/deliveries/model.ts';
import { saveDelivery } from '../../../functions/delivery/deliveries/table.ts';
import type { Verification } from '../../../functions/identity/verifications/model.ts';
import { saveVerification } from '../../../functions/identity/verifications/table.ts';
import { saveAuthorization } from '../../../functions/issuing/authorizations/table.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { seen } from '../../helpers/call.ts';
import { anAuthorization, aStoredAuthorization } from '../../helpers/fixtures/authorizations.ts';
import { aStoredCard } from '../../helpers/fixtures/cards.ts';
import { aStoredCustomer } from '../../helpers/fixtures/customers.ts';
import { aStoredDelivery } from '../../helpers/fixtures/deliveries.ts';
import type { Tenant } from '../../helpers/fixtures/tenants.ts';
import { aStoredVerification } from '../../helpers/fixtures/verifications.ts';
import { aWebhook } from '../../helpers/fixtures/webhooks.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { test } from '../../helpers/tests.ts';
import { world } from '../world.ts';

const { aBusiness } = await world();
const hour_ms = 3_600_000;
const day_ms = 24 * hour_ms;

type Of = { readonly webhook_id: string; readonly status: Delivery['status']; readonly made: Date };

/** Deliveries of a webhook that were tried once. */
const deliveries = (tenant: Tenant, of: Of, count: number, duration_ms = 20) => {
  const newId = idsAt(of.made);
  const at = of.made.toISOString();
  const error =
    of.status === 'succeeded'
      ? null
      : ({ kind: 'http_status', message: 'The status was 500.' } as const);
  const response_status = error ? 500 : 200;
  const last_attempt = {
    number: 1,
    trigger: 'automatic',
    started_at: at,
    duration_ms,
    response_status,
    error,
  };
  const rest = {
    tenant_id: tenant.tenant_id,
    webhook_id: of.webhook_id,
    status: of.status,
    created_at: at,
  } as const;
  const all = Array.from({ length: count }, () =>
    aStoredDelivery({
      ...rest,
      id: newId('delivery'),
      scheduled_at: null,
      last_attempt,
      attempts_made: 1,
    } as Partial<Delivery>),
  );
  return tenant.put(all.map((one) => saveDelivery(one)));
};

/** The figures, once they have this. */
const figures = (tenant: Tenant, isCounted: (all: Any) => boolean): Promise<Any> =>
  until(async () => {
    const { status, body, text } = await tenant.operate(getFigures);
    assert.equal(status, 200, text);
    return isCounted(body) && body;
  }, 'the changes are counted');

const sumsOf = ({ deliveries: all }: Any): number[] =>
  ['succeeded', 'retrying', 'failed', 'paused'].map((name) =>
    all.reduce((sum: number, one: Any) => sum + one[name], 0),
  );

/** The statistics of a webhook, once they have so many deliveries. */
const statistics = (tenant: Tenant, webhook_id: string, count: number, query = ''): Promise<Any> =>
  until(async () => {
    const read = await seen(tenant, `/webhooks/${webhook_id}/statistics${query}`);
    return sumsOf(read).reduce((sum, one) => sum + one, 0) === count && read;
  }, `${count} deliveries are counted`);

test('customers and verifications of 30 days are counted by the day of their creation', async () => {
  const tenant = await aBusiness();
  await aStoredCustomer(tenant);
  await aStoredCustomer(tenant);
  const stored = (ago: number, status: Verification['status']) => {
    const created = new Date(Date.now() - ago * day_ms);
    const { tenant_id } = tenant;
    const times = { created_at: created.toISOString(), updated_at: created.toISOString() };
    return saveVerification(
      aStoredVerification({ ...times, id: idsAt(created)('verification'), tenant_id, status }),
    );
  };
  const made = [
    [0, 'verified'],
    [29, 'verified'],
    [29, 'rejected'],
    [31, 'verified'],
  ] as const;
  await tenant.put(made.flatMap(([ago, status]) => stored(ago, status)));
  const sum = ({ days: all }: Any) =>
    all.reduce(
      (total: number, { customers, verifications: { verified, rejected } }: Any) =>
        total + customers + verified + rejected,
      0,
    );
  const { days, more } = await figures(tenant, (all) => sum(all) === 5);
  assert.deepEqual(
    [days.length, more, days.at(-1).day],
    [30, false, new Date().toISOString().slice(0, 10)],
  );
  const none = { requires_input: 0, processing: 0, verified: 0, rejected: 0, canceled: 0 };
  assert.deepEqual(days[0].verifications, { ...none, verified: 1, rejected: 1 });
  assert.deepEqual(
    [days.at(-1).customers, days.at(-1).verifications],
    [2, { ...none, verified: 1 }],
  );
  const { data } = await seen(tenant, '/customers');
  assert.equal(
    data.length,
    days.reduce((sum: number, { customers }: Any) => sum + customers, 0),
  );
});

test('authorizations of 30 days are counted by their decision, and their amounts by day', async () => {
  const tenant = await aBusiness();
  const card = await aStoredCard(tenant);
  await aStoredAuthorization(tenant, { amount: 4_250 }, card);
  await aStoredAuthorization(tenant, { amount: 700, status: 'closed', captured_amount: 600 }, card);
  const declined = { approved: false, status: 'closed', decline_reason: 'card_frozen' } as const;
  await aStoredAuthorization(tenant, declined, card);
  const { authorizations, spending } = await figures(
    tenant,
    ({ authorizations: { counted } }) => counted === 3,
  );
  assert.deepEqual(authorizations, {
    counted: 3,
    approved: 2,
    declined: [{ reason: 'card_frozen', count: 1 }],
  });
  const { created_at, currency } = (await seen(tenant, '/authorizations')).data[0];
  assert.deepEqual(spending, [{ day: created_at.slice(0, 10), currency, amount: 4_850 }]);
});

test('the deliveries of a webhook are those of the list, by hour or day, with their latency and errors', async () => {
  const tenant = await aBusiness();
  const [{ id: webhook_id }, { id: other }] = [await aWebhook(tenant), await aWebhook(tenant)];
  const now = Date.now();
  const made = (hours: number) => new Date(now - hours * hour_ms);
  await deliveries(tenant, { webhook_id, status: 'succeeded', made: made(0) }, 3, 30);
  await deliveries(tenant, { webhook_id, status: 'retrying', made: made(2) }, 2, 900);
  await deliveries(tenant, { webhook_id, status: 'failed', made: made(50) }, 1, 10_000);
  await deliveries(tenant, { webhook_id: other, status: 'failed', made: made(2) }, 7);
  const day = await statistics(tenant, webhook_id, 5);
  assert.deepEqual([day.period, day.deliveries.length, sumsOf(day)], ['day', 24, [3, 2, 0, 0]]);
  assert.deepEqual(day.latency, {
    attempts: 5,
    more: false,
    p50_ms: middleOf(bucketOf(30)),
    p95_ms: middleOf(bucketOf(900)),
  });
  assert.partialDeepStrictEqual(day.errors, [
    { kind: 'http_status', response_status: 500, count: 2 },
  ]);
  assert.equal(day.errors_more, false);
  const week = await statistics(tenant, webhook_id, 6, '?period=week');
  assert.deepEqual([week.period, week.deliveries.length, sumsOf(week)], ['week', 7, [3, 2, 1, 0]]);
  const { data } = await seen(tenant, `/deliveries?webhook_id=${webhook_id}&status=retrying`);
  assert.equal(data.length, 2);
});

/** Every item of a list, page by page. */
const all = async (tenant: Tenant, path: string): Promise<Any[]> => {
  const found: Any[] = [];
  for (let cursor = ''; ; ) {
    const { data, has_more, next_cursor } = await seen(tenant, `${path}?limit=100${cursor}`);
    found.push(...data);
    if (!has_more) return found;
    cursor = `&cursor=${encodeURIComponent(next_cursor)}`;
  }
};

test('figures of 1 000 deliveries and 600 authorizations equal the lists', async () => {
  const tenant = await aBusiness();
  const { tenant_id } = tenant;
  const { id: webhook_id } = await aWebhook(tenant);
  const made = new Date(Date.now() - hour_ms);
  await deliveries(tenant, { webhook_id, status: 'succeeded', made }, 800);
  await deliveries(
    tenant,
    { webhook_id, status: 'failed', made: new Date(made.getTime() - hour_ms) },
    200,
    80,
  );
  const at = { created_at: made.toISOString(), updated_at: made.toISOString() };
  const newId = idsAt(made);
  const authorizations = Array.from({ length: 600 }, (_, nth) => {
    const [approved, decline_reason] =
      nth % 3 === 0 ? [false, 'card_frozen' as const] : [true, null];
    const decided = {
      approved,
      decline_reason,
      status: approved ? 'pending' : 'closed',
      amount: nth,
    } as const;
    return saveAuthorization(
      anAuthorization({ ...at, ...decided, tenant_id, id: newId('authorization') }),
    );
  });
  await tenant.put(authorizations);
  const { authorizations: decisions, spending } = await figures(
    tenant,
    (read) => read.authorizations.counted === authorizations.length,
  );
  const listed = await all(tenant, '/authorizations');
  const approved = listed.filter((one) => one.approved);
  assert.deepEqual(decisions, {
    counted: listed.length,
    approved: approved.length,
    declined: [{ reason: 'card_frozen', count: listed.length - approved.length }],
  });
  const sum = (of: Any[]) => of.reduce((total: number, { amount }: Any) => total + amount, 0);
  assert.equal(sum(spending), sum(approved));
  const { latency, ...read } = await statistics(tenant, webhook_id, 1_000);
  // The newest 500 arrived, and the page says that it has read no more.
  assert.deepEqual([read.errors, read.errors_more], [[], true]);
  const sent = await all(tenant, '/deliveries');
  const inStatus = (status: string) => sent.filter((one) => one.status === status).length;
  assert.deepEqual(sumsOf(read), ['succeeded', 'retrying', 'failed', 'paused'].map(inStatus));
  assert.equal(latency.attempts, sent.length);
});
