import '../../process.ts';
import assert from 'node:assert/strict';
import { reconcileCards } from '../../../../functions/app/jobs/jobs.ts';
import type { Interval } from '../../../../functions/core/limits.ts';
import type { Card } from '../../../../functions/issuing/cards/model.ts';
import { unfreezeCard } from '../../../../functions/issuing/cards/routes.ts';
import { nothingSpent, spendingControls } from '../../../../functions/issuing/cards/spending.ts';
import { cardKeys } from '../../../../functions/issuing/cards/table.ts';
import { functionName } from '../../../../lib/environments.ts';
import { type Answer, done, seen } from '../../../helpers/call.ts';
import { cardsOf } from '../../../helpers/cards.ts';
import { purchase } from '../../../helpers/examples/cards.ts';
import {
  aCardholder,
  aCardToSpend,
  aPhysicalCard,
  aShipping,
  aStoredCard,
  cardBody,
} from '../../../helpers/fixtures/cards.ts';
import { hold } from '../../../helpers/injected-faults.ts';
import { tablesOf } from '../../../helpers/tables.ts';
import { after, afterEach, describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();
const tables = tablesOf(service);
after(async () => {
  tables.close();
});
const tenant = await service.aBusiness();
const cards = cardsOf(tenant);

const asked = ({ id }: Card, over: object = {}): Promise<Answer> =>
  tenant.call({
    method: 'POST',
    path: `/simulations/cards/${id}/authorize`,
    body: { ...purchase, ...over },
  });

/** Why an authorization is declined, or null. */
const declined = async (card: Card, over: object = {}): Promise<string | null> => {
  const { status, body, text } = await asked(card, over);
  assert.equal(status, 200, text);
  assert.equal(body.approved, body.decline_reason === null);
  return body.decline_reason;
};

/** Limit, cap, what was spent and what is left of an interval. */
const leftOf = async (card_id: string, asked: Interval): Promise<(number | null)[]> => {
  const { data } = await seen(tenant, `/cards/${card_id}/limits`);
  const { limit, cap, spent, left } = data.find(
    ({ interval }: { interval: Interval }) => interval === asked,
  );
  return [limit, cap, spent, left];
};

const anything = spendingControls({ limits: [] }, 'USD');
const limitedTo = (interval: Interval, amount: number): Promise<Card> =>
  aCardToSpend(tenant, { spending_controls: { ...anything, limits: [{ interval, amount }] } });

describe('a limit', () => {
  test('above what the customer’s features grant counts no further than these, and again when they do', async () => {
    const { id: customer_id } = await aCardholder(tenant, ['virtual_cards', 'higher_limits']);
    const limits = [{ interval: 'daily', amount: 5_000_000 }] as const;
    const card = await aStoredCard(tenant, {
      customer_id,
      spending_controls: { ...anything, limits },
    });
    assert.equal(await declined(card, { amount: 500_001 }), null);
    await done(tenant, `/customers/${customer_id}/features/higher_limits/deactivate`);
    assert.equal(await declined(card, { amount: 1 }), 'daily_limit_exceeded');
    assert.deepEqual(await leftOf(card.id, 'daily'), [5_000_000, 500_000, 500_001, 0]);
    await done(tenant, `/customers/${customer_id}/features/higher_limits/activate`);
    assert.deepEqual(await leftOf(card.id, 'daily'), [5_000_000, 5_000_000, 500_001, 4_499_999]);
    assert.equal(await declined(card, { amount: 4_499_999 }), null);
    assert.equal(await declined(card, { amount: 1 }), 'daily_limit_exceeded');
  });

  test('that is not said is the cap of what the customer has: none is no way around it', async () => {
    const card = await aCardToSpend(tenant, { spending_controls: anything });
    assert.equal(await declined(card, { amount: 500_001 }), 'daily_limit_exceeded');
    const key = cardKeys.spending(card.tenant_id, card.counted_with);
    assert.equal(await declined(card, { amount: 1 }), null);
    const { counters } = await tables.get(key);
    // As if most of a week's cap had been spent on the days before.
    await tables.set(key.table, key, {
      counters: { ...counters, weekly: { ...counters.weekly, spent: 1_999_990 } },
    });
    assert.equal(await declined(card, { amount: 11 }), 'weekly_limit_exceeded');
    assert.equal(await declined(card, { amount: 10 }), null);
  });

  test('has its last amount taken by one of two at once', async () => {
    for (let round = 0; round < 5; round++) {
      const card = await limitedTo('daily', 1_000);
      const reasons = await Promise.all([1, 2, 3].map(() => declined(card, { amount: 600 })));
      assert.equal(reasons.filter((reason) => reason === null).length, 1, reasons.join());
      assert.equal(
        reasons.filter((reason) => reason === 'daily_limit_exceeded').length,
        2,
        reasons.join(),
      );
    }
  });
});

describe('a card', () => {
  test('of one authorization approves one of three at once, and is closed with it', async () => {
    const { id: customer_id } = await aCardholder(tenant, ['virtual_cards']);
    const { body } = await cards.order({
      ...cardBody(customer_id),
      cancel_after: { authorizations: 1 },
    });
    assert.deepEqual(body.cancel_after, { authorizations: 1, date: null });
    const reasons = await Promise.all([1, 2, 3].map(() => declined(body)));
    assert.deepEqual(reasons.toSorted(), ['card_closed', 'card_closed', null]);
    const { status, status_reason } = await cards.read(body.id);
    assert.deepEqual([status, status_reason], ['closed', 'cancel_after']);
    const types = (await cards.events(body.id)).map(({ type }) => type);
    assert.deepEqual(types, ['card.created', 'card.closed']);
  });

  test('is not issued with a last day that is over', async () => {
    const { id: customer_id } = await aCardholder(tenant, ['virtual_cards']);
    const { status, body } = await cards.order({
      ...cardBody(customer_id),
      cancel_after: { date: '2026-01-01' },
    });
    assert.deepEqual([status, body.errors?.[0]?.pointer], [400, '/cancel_after/date']);
  });

  test('works with these merchants, this presence and these currencies alone', async () => {
    const controls = { allowed_merchants: ['m1', 'm2'], blocked_merchants: ['m2'] };
    const card = await aCardToSpend(tenant, {
      spending_controls: spendingControls(
        { ...controls, allowed_card_presences: ['not_present'], allowed_currencies: ['EUR'] },
        'USD',
      ),
    });
    const right = { merchant_id: 'm1', card_presence: 'not_present', merchant_currency: 'EUR' };
    assert.equal(await declined(card, right), null);
    assert.equal(await declined(card), 'merchant_not_allowed');
    assert.equal(await declined(card, { ...right, merchant_id: 'm3' }), 'merchant_not_allowed');
    assert.equal(await declined(card, { ...right, merchant_id: 'm2' }), 'merchant_blocked');
    assert.equal(
      await declined(card, { ...right, card_presence: 'present' }),
      'card_presence_not_allowed',
    );
    assert.equal(
      await declined(card, { ...right, merchant_currency: null }),
      'merchant_currency_not_allowed',
    );
  });

  test('approves no more than two a day of five at once, and a reversed one still counts', async () => {
    const velocity_limits = [{ count: 2, interval: 'daily' }] as const;
    const card = await aCardToSpend(tenant, {
      spending_controls: spendingControls({ velocity_limits }, 'USD'),
    });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => asked(card)));
    const approved = answers.filter(({ body }) => body.approved);
    assert.equal(approved.length, 2);
    await done(tenant, `/simulations/authorizations/${approved[0]?.body.id}`, {
      status: 'reversed',
    });
    assert.equal(await declined(card), 'velocity_limit_exceeded');
    const { data } = await seen(tenant, `/cards/${card.id}/limits`);
    const { count, count_limit, spent } = data.find(
      ({ interval }: { interval: Interval }) => interval === 'daily',
    );
    assert.deepEqual([count, count_limit, spent], [2, 2, purchase.amount]);
  });
});

describe('before the job has reconciled its cards, a customer who is', () => {
  const snapshot = async () => {
    service.mappings.pause(reconciliation);
    const { id: customer_id } = await aCardholder(tenant, ['virtual_cards']);
    return { customer_id, card: await aStoredCard(tenant, { customer_id }) };
  };
  const reconciliation = functionName('sandbox', reconcileCards.id);
  afterEach(() => service.mappings.resume(reconciliation));

  test('suspended spends nothing, and again once it is reactivated', async () => {
    const { customer_id, card } = await snapshot();
    await done(tenant, `/customers/${customer_id}/suspend`);
    assert.equal((await seen(tenant, `/cards/${card.id}`)).status, 'active');
    assert.equal(await declined(card), 'card_blocked');
    await done(tenant, `/customers/${customer_id}/reactivate`);
    assert.equal(await declined(card), null);
  });

  test('without the feature any more spends nothing', async () => {
    const { customer_id, card } = await snapshot();
    await done(tenant, `/customers/${customer_id}/features/virtual_cards/deactivate`);
    assert.equal(await declined(card), 'card_blocked');
  });

  test('closed spends nothing for good', async () => {
    const { customer_id, card } = await snapshot();
    await done(tenant, `/customers/${customer_id}/close`);
    assert.equal((await seen(tenant, `/cards/${card.id}`)).status, 'active');
    assert.equal(await declined(card), 'card_closed');
  });

  const ends = {
    suspend: 'blocked',
    close: 'closed',
    'features/physical_cards/deactivate': 'blocked',
  } as const;
  for (const [end, current_status] of Object.entries(ends))
    test(`under ${end} can reveal, activate and unfreeze no card`, async () => {
      service.mappings.pause(reconciliation);
      const { id: customer_id } = await aCardholder(tenant, ['physical_cards']);
      const { type, shipping } = aPhysicalCard({ shipping: aShipping({ status: 'delivered' }) });
      const held = { frozen: 'unfreeze', inactive: 'activate', active: 'reveal' } as const;
      const states = Object.keys(held) as (keyof typeof held)[];
      const stored = await Promise.all(
        states.map((state) => aStoredCard(tenant, { customer_id, type, shipping, state })),
      );
      await done(tenant, `/customers/${customer_id}/${end}`);
      for (const card of stored) {
        const action = held[card.state as keyof typeof held];
        const { status, body } = await cards.act(card, action);
        assert.deepEqual(
          [status, body.code, body.current_status],
          [409, 'action_not_allowed', current_status],
          action,
        );
        assert.ok(!body.allowed_actions.includes(action));
        assert.equal((await cards.read(card.id)).version, card.version);
      }
    });

  test('suspended while its card is unfrozen keeps it frozen', async () => {
    const { customer_id } = await snapshot();
    const frozen = await aStoredCard(tenant, { customer_id, state: 'frozen' });
    const unfreezing = {
      function: functionName('sandbox', unfreezeCard.id),
      operation: 'TransactWriteItems',
      nth: 1,
    };
    const slow = hold(service, tenant, unfreezing);
    const unfrozen = cards.act(frozen, 'unfreeze');
    await slow.isOnItsWay();
    await done(tenant, `/customers/${customer_id}/suspend`);
    slow.letGo();
    assert.equal((await unfrozen).body.current_status, 'blocked');
    assert.equal((await cards.read(frozen.id)).status, 'frozen');
  });

  test('suspended beside its purchases spends nothing after it is', async () => {
    const { customer_id, card } = await snapshot();
    const [, ...reasons] = await Promise.all([
      done(tenant, `/customers/${customer_id}/suspend`),
      ...[1, 2, 3, 4].map(() => declined(card)),
    ]);
    const { counters } = await tables
      .get(cardKeys.spending(card.tenant_id, card.counted_with))
      .then((it) => it ?? none);
    const approved = reasons.filter((reason) => reason === null).length;
    assert.equal(counters.daily.spent, approved * purchase.amount);
    assert.equal(await declined(card), 'card_blocked');
  });
});

const none = { counters: nothingSpent };
