import '../../process.ts';
import assert from 'node:assert/strict';
import type { Card } from '../../../../functions/issuing/cards/model.ts';
import { until } from '../../../../local/test/helpers/until.ts';
import { done, seen } from '../../../helpers/call.ts';
import { purchase } from '../../../helpers/examples/cards.ts';
import { aCard, aCardToSpend } from '../../../helpers/fixtures/cards.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const tenant = await (await world()).aBusiness();

/** A card that may spend a thousand a day. */
const limited = (): Promise<Card> => {
  const limits = [{ interval: 'daily', amount: 1_000 }] as const;
  return aCardToSpend(tenant, { spending_controls: { ...aCard().spending_controls, limits } });
};

const simulated = (
  { id }: Card,
  what: 'authorize' | 'capture' | 'refund',
  body: object,
): Promise<Any> => done(tenant, `/simulations/cards/${id}/${what}`, body);
const authorized = (card: Card, amount: number) =>
  simulated(card, 'authorize', { ...purchase, amount });
const authorization = (id: string): Promise<Any> => seen(tenant, `/authorizations/${id}`);
const leftToday = async ({ id }: Card): Promise<number> =>
  (await seen(tenant, `/cards/${id}/limits`)).data.find(({ interval }: Any) => interval === 'daily')
    .left;
const eventsOf = async (id: string): Promise<Any[]> =>
  (await seen(tenant, `/events?resource_id=${id}`)).data;

test('a purchase is authorized, captured in two parts in another currency, refunded, and counted once', async () => {
  const card = await limited();
  const { id: authorization_id } = await authorized(card, 600);
  assert.equal(await leftToday(card), 400);
  const abroad = { merchant_amount: 180, merchant_currency: 'EUR', close_authorization: false };
  const first = await simulated(card, 'capture', { authorization_id, amount: 200, ...abroad });
  assert.deepEqual(
    [first.kind, first.amount, first.currency, first.merchant_amount, first.merchant_currency],
    ['capture', 200, 'USD', 180, 'EUR'],
  );
  assert.equal(first.merchant.category, purchase.category);
  assert.deepEqual(
    [(await authorization(authorization_id)).status, await leftToday(card)],
    ['pending', 400],
  );
  const second = await simulated(card, 'capture', { authorization_id, amount: 250 });
  assert.equal(await leftToday(card), 550);
  const refund = await simulated(card, 'refund', { authorization_id, amount: 50 });
  assert.equal(await leftToday(card), 600);
  const rest = await simulated(card, 'refund', { authorization_id });
  assert.deepEqual([rest.amount, await leftToday(card)], [400, 1_000]);
  const { status, captured_amount, refunded_amount, transactions } =
    await authorization(authorization_id);
  assert.deepEqual([status, captured_amount, refunded_amount], ['closed', 450, 450]);
  const all = [first, second, refund, rest];
  assert.deepEqual(
    transactions,
    all.map(({ id, kind, amount }) => ({ id, kind, amount })),
  );
  assert.deepEqual(await seen(tenant, `/transactions/${first.id}`), first);
  const [event, ...others] = await eventsOf(first.id);
  assert.deepEqual(
    [event.type, event.data, event.customer_id, others],
    ['card.transaction_created', first, card.customer_id, []],
  );
  const newestFirst = all.map(({ id }) => id).toReversed();
  for (const query of [
    `card_id=${card.id}`,
    `customer_id=${card.customer_id}`,
    `authorization_id=${authorization_id}`,
  ])
    await until(async () => {
      const { data } = await seen(tenant, `/transactions?${query}`);
      return data.map(({ id }: Any) => id).join() === newestFirst.join();
    }, `the list of ${query} has all four`);
});

test('what an issuer captures without asking counts, and what it refunds leaves no more than the limit', async () => {
  const card = await limited();
  const { authorization_id, merchant } = await simulated(card, 'capture', {
    amount: 300,
    merchant_name: 'Toll Bridge',
  });
  assert.deepEqual(
    [authorization_id, merchant],
    [null, { name: 'Toll Bridge', category: null, country: null, network_id: null }],
  );
  assert.equal(await leftToday(card), 700);
  await simulated(card, 'refund', { amount: 5_000 });
  assert.equal(await leftToday(card), 1_000);
  assert.equal((await authorized(card, 1_001)).decline_reason, 'daily_limit_exceeded');
  assert.equal((await authorized(card, 1_000)).approved, true);
});

test('closing an authorization by its simulation makes the transaction of what is captured', async () => {
  const card = await limited();
  const { id } = await authorized(card, 600);
  const closed = await done(tenant, `/simulations/authorizations/${id}`, {
    status: 'closed',
    captured_amount: 450,
  });
  const [capture, ...others] = closed.transactions;
  assert.deepEqual(
    [capture.kind, capture.amount, others, await leftToday(card)],
    ['capture', 450, [], 550],
  );
  assert.equal((await seen(tenant, `/transactions/${capture.id}`)).authorization_id, id);
});

test('eighty captures of one authorization at once are all answered, and every one counts once', async () => {
  const card = await limited();
  const { id: authorization_id } = await authorized(card, 400);
  const capture = { authorization_id, amount: 5, close_authorization: false };
  const captures: Any[] = await Promise.all(
    Array.from({ length: 80 }, () => simulated(card, 'capture', capture)),
  );
  assert.equal(new Set(captures.map(({ id }) => id)).size, 80);
  const { status, captured_amount, transactions } = await authorization(authorization_id);
  assert.deepEqual([status, captured_amount, transactions.length], ['pending', 400, 80]);
  assert.equal(await leftToday(card), 600);
});
