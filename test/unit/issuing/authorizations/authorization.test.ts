import assert from 'node:assert/strict';
import { type Interval, intervals } from '../../../../functions/core/limits.ts';
import {
  type AuthorizationRequest,
  authorize,
  type DeclineReason,
  declineReasons,
  declineRules,
  limitAtDecision,
} from '../../../../functions/issuing/authorizations/decision.ts';
import type { Card } from '../../../../functions/issuing/cards/model.ts';
import { expiryFrom, isExpired } from '../../../../functions/issuing/cards/model.ts';
import {
  cardLimits,
  nothingSpent,
  type SpendingCounters,
} from '../../../../functions/issuing/cards/spending.ts';
import { aCard, now } from '../../../helpers/fixtures/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';

const request: AuthorizationRequest = {
  amount: 100,
  currency: 'USD',
  category: '5411',
  country: 'GB',
  network_id: '1234567890',
  card_presence: 'present',
  merchant_currency: 'USD',
  pin: 'correct',
};
const controls = (over: Partial<Card['spending_controls']>): Partial<Card> => ({
  spending_controls: { ...aCard().spending_controls, ...over },
});
const limited = (interval: Interval, amount: number) =>
  controls({ limits: [{ interval, amount }] });
const reasonFor = (over: Partial<Card>, asked: Partial<AuthorizationRequest> = {}, at = now) =>
  authorize(aCard(over), unspent, { ...request, ...asked }, at).decline_reason;
/** Nothing spent, and no caps but the card's own limits. */
const unspent = { counters: nothingSpent, granted: [] };
const blocks = { customer_suspended: true, feature_suspended: false };

/** The cause of each reason, all other things being well. */
const causes: Record<DeclineReason, Partial<Card>> = {
  card_closed: { state: 'closed' },
  card_blocked: { blocks },
  card_frozen: { state: 'frozen' },
  card_inactive: { state: 'inactive' },
  pin_blocked: { pin_status: 'blocked' },
  card_expired: { exp_month: 10, exp_year: 2026 },
  cancel_after_reached: { cancel_after: { authorizations: null, date: '2026-11-19' } },
  pin_incorrect: { pin_status: 'unset' },
  currency_mismatch: { currency: 'EUR' },
  country_not_allowed: controls({ allowed_countries: ['FR', 'DE'] }),
  category_not_allowed: controls({ allowed_categories: ['5812'] }),
  category_blocked: controls({ blocked_categories: ['5812', '5411'] }),
  merchant_not_allowed: controls({ allowed_merchants: ['1234567891'] }),
  merchant_blocked: controls({ blocked_merchants: ['1234567890'] }),
  card_presence_not_allowed: controls({ allowed_card_presences: ['not_present'] }),
  merchant_currency_not_allowed: controls({ allowed_currencies: ['EUR'] }),
  velocity_limit_exceeded: controls({ velocity_limits: [{ count: 0, interval: 'weekly' }] }),
  per_authorization_limit_exceeded: limited('per_authorization', 99),
  daily_limit_exceeded: limited('daily', 99),
  weekly_limit_exceeded: limited('weekly', 99),
  monthly_limit_exceeded: limited('monthly', 99),
  yearly_limit_exceeded: limited('yearly', 99),
  all_time_limit_exceeded: limited('all_time', 99),
};

test('the order of the checks by hand', () => {
  assert.deepEqual(declineReasons, [
    'card_closed',
    'card_blocked',
    'card_frozen',
    'card_inactive',
    'pin_blocked',
    'card_expired',
    'cancel_after_reached',
    'pin_incorrect',
    'currency_mismatch',
    'country_not_allowed',
    'category_not_allowed',
    'category_blocked',
    'merchant_not_allowed',
    'merchant_blocked',
    'card_presence_not_allowed',
    'merchant_currency_not_allowed',
    'velocity_limit_exceeded',
    ...intervals.map((interval) => `${interval}_limit_exceeded`),
  ]);
});

for (const reason of declineReasons)
  test(`${reason} declines, and counts nothing`, () => {
    const declined = { approved: false, decline_reason: reason, counters: nothingSpent };
    assert.deepEqual(authorize(aCard(causes[reason]), unspent, request, now), declined);
    assert.match(declineRules[reason].description, /^[A-Z].*\.$/);
  });

test('the first reason in the order is the one given', () => {
  const merged = (reasons: readonly DeclineReason[]): Partial<Card> => {
    const overs = reasons.map((reason) => causes[reason]);
    const all = overs.map((over) => over.spending_controls).filter((one) => one !== undefined);
    const lists = Object.keys(aCard().spending_controls) as (keyof Card['spending_controls'])[];
    const spending_controls = Object.fromEntries(
      lists.map((list) => [list, all.flatMap((one) => one[list] as unknown)]),
    );
    // A card has one state: of several the first is meant.
    return { ...Object.assign({}, ...overs.toReversed()), spending_controls };
  };
  for (const [position, reason] of declineReasons.entries())
    assert.equal(reasonFor(merged(declineReasons.slice(position))), reason);
});

describe('a card that may', () => {
  test('is approved and counted in every interval', () => {
    const { approved, decline_reason, counters } = authorize(aCard(), unspent, request, now);
    assert.deepEqual([approved, decline_reason], [true, null]);
    assert.deepEqual(counters, {
      daily: { window: '2026-11-20', spent: 100, count: 1 },
      weekly: { window: '2026-11-16', spent: 100, count: 1 },
      monthly: { window: '2026-11-01', spent: 100, count: 1 },
      yearly: { window: '2026-01-01', spent: 100, count: 1 },
      all_time: { window: '1970-01-01', spent: 100, count: 1 },
    });
  });

  test('is approved where lists name what is asked, or name nothing', () => {
    const named = { allowed_categories: ['5812', '5411'], allowed_countries: ['GB'] };
    assert.equal(reasonFor(controls(named)), null);
    assert.equal(reasonFor(controls({ blocked_categories: ['5812'] })), null);
  });

  test('is used to the last instant of its last month', () => {
    const last = { exp_month: 11, exp_year: 2026 };
    assert.equal(reasonFor(last, {}, new Date('2026-11-30T23:59:59.999Z')), null);
    assert.equal(reasonFor(last, {}, new Date('2026-12-01T00:00:00.000Z')), 'card_expired');
    assert.equal(
      isExpired({ exp_month: 12, exp_year: 2026 }, new Date('2026-12-31T23:59:59.999Z')),
      false,
    );
    assert.equal(
      isExpired({ exp_month: 12, exp_year: 2026 }, new Date('2027-01-01T00:00:00.000Z')),
      true,
    );
  });
});

test('a card lives four years', () => {
  assert.deepEqual(expiryFrom(now), { exp_month: 11, exp_year: 2030 });
  assert.deepEqual(expiryFrom(new Date('2028-02-29T23:59:59.999Z')), {
    exp_month: 2,
    exp_year: 2032,
  });
  assert.deepEqual(expiryFrom(new Date('2026-12-31T23:59:59.999Z')), {
    exp_month: 12,
    exp_year: 2030,
  });
});

for (const interval of intervals)
  describe(`a limit ${interval}`, () => {
    const card = aCard(limited(interval, 250));
    const spend = (counters: SpendingCounters, amount: number, at = now) =>
      authorize(card, { counters, granted: [] }, { ...request, amount }, at);

    test('is inclusive: what reaches it is approved, one more is not', () => {
      assert.ok(spend(nothingSpent, 250).approved);
      assert.equal(spend(nothingSpent, 251).decline_reason, `${interval}_limit_exceeded`);
    });

    test('sums what came before, unless it looks at one authorization alone', () => {
      const { counters } = spend(nothingSpent, 200);
      const alone = interval === 'per_authorization';
      assert.equal(spend(counters, 50).approved, true);
      assert.equal(spend(counters, 51).approved, alone);
      assert.equal(
        spend(spend(counters, 51).counters, 50).approved,
        true,
        'what was declined was not counted',
      );
    });

    test('starts again with its window', () => {
      const { counters } = spend(nothingSpent, 250);
      const ends: Partial<Record<Interval, string>> = {
        daily: '2026-11-21T00:00:00.000Z',
        weekly: '2026-11-23T00:00:00.000Z',
        monthly: '2026-12-01T00:00:00.000Z',
        yearly: '2027-01-01T00:00:00.000Z',
      };
      const end = ends[interval];
      if (end === undefined) return;
      assert.equal(spend(counters, 1, new Date(Date.parse(end) - 1)).approved, false);
      assert.equal(spend(counters, 250, new Date(end)).approved, true);
    });
  });

test('a card without a daily limit spends the default a day at most', () => {
  assert.equal(reasonFor(limited('weekly', 10_000_000), { amount: 500_000 }), null);
  assert.equal(
    reasonFor(limited('weekly', 10_000_000), { amount: 500_001 }),
    'daily_limit_exceeded',
  );
});

describe('the limit of a decision', () => {
  const card = aCard(
    controls({
      limits: [
        { interval: 'daily', amount: 250 },
        { interval: 'monthly', amount: 200 },
      ],
      velocity_limits: [{ count: 2, interval: 'weekly' }],
    }),
  );
  const decidedOver = (amount: number, counters: SpendingCounters, of = card) => {
    const spending = { counters, granted: [] };
    const decision = authorize(of, spending, { ...request, amount }, now);
    const limit = limitAtDecision(decision, cardLimits(of, spending, now));
    return [decision.decline_reason, limit && [limit.interval, limit.spent, limit.left]];
  };
  const after = (...amounts: number[]) =>
    amounts.reduce(
      (counters, amount) =>
        authorize(card, { counters, granted: [] }, { ...request, amount }, now).counters,
      nothingSpent,
    );

  test('is the one that has the least left, before an amount that is approved', () => {
    assert.deepEqual(decidedOver(150, after(50)), [null, ['monthly', 50, 150]]);
  });

  test('is the one that declines, although another has less left', () => {
    assert.deepEqual(decidedOver(251, nothingSpent), ['daily_limit_exceeded', ['daily', 0, 250]]);
    assert.deepEqual(decidedOver(151, after(50)), ['monthly_limit_exceeded', ['monthly', 50, 150]]);
  });

  test('is the interval of the number that declines', () => {
    assert.deepEqual(decidedOver(1, after(10, 10)), [
      'velocity_limit_exceeded',
      ['weekly', 20, null],
    ]);
  });

  test('is none where something else declines', () => {
    assert.deepEqual(decidedOver(1, nothingSpent, { ...card, state: 'frozen' }), [
      'card_frozen',
      null,
    ]);
  });
});
