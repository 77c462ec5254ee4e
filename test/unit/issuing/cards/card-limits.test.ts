import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { type Interval, intervals } from '../../../../functions/core/limits.ts';
import { authorize } from '../../../../functions/issuing/authorizations/decision.ts';
import {
  cardLimits,
  countersAt,
  nothingSpent,
  requireMultiples,
  windowEnd,
  withSpent,
} from '../../../../functions/issuing/cards/spending.ts';
import { aCard, now } from '../../../helpers/fixtures/cards.ts';
import { test } from '../../../helpers/tests.ts';

const controls = aCard().spending_controls;
const cardWith = (limits: readonly { amount: number; interval: Interval }[]) =>
  aCard({ spending_controls: { ...controls, limits } });
const cap = (amount: number, interval: Interval) => ({ amount, currency: 'USD', interval });
const spentAt = (amount: number, at: Date) => withSpent(countersAt(nothingSpent, at), amount);

test('each interval says its limit, its cap, what was spent, what is left and when it ends', () => {
  const card = cardWith([
    { amount: 300, interval: 'per_authorization' },
    { amount: 5_000, interval: 'weekly' },
  ]);
  const granted = [
    cap(9, 'per_authorization'),
    cap(1_000, 'daily'),
    cap(4_000, 'weekly'),
    cap(90, 'monthly'),
  ];
  const shown = cardLimits(card, { counters: spentAt(100, now), granted }, now);
  assert.deepEqual(
    shown.map(({ interval, limit, cap, spent, left, until }) => [
      interval,
      limit,
      cap,
      spent,
      left,
      until,
    ]),
    [
      ['per_authorization', 300, null, 0, 300, null],
      ['daily', 500_000, 1_000, 100, 900, '2026-11-21T00:00:00.000Z'],
      ['weekly', 5_000, 4_000, 100, 3_900, '2026-11-23T00:00:00.000Z'],
      ['monthly', null, 90, 100, 0, '2026-12-01T00:00:00.000Z'],
      ['yearly', null, null, 100, null, '2027-01-01T00:00:00.000Z'],
      ['all_time', null, null, 100, null, null],
    ],
  );
  assert.deepEqual([...new Set(shown.map(({ currency }) => currency))], [card.currency]);
});

test('what was spent in an interval that is over counts no more, and what came in a later one does', () => {
  const before = cardLimits(
    aCard(),
    { counters: spentAt(7, new Date('2026-11-19T23:59:59.999Z')), granted: [] },
    now,
  );
  assert.deepEqual(
    before.map(({ spent }) => spent),
    [0, 0, 7, 7, 7, 7],
  );
  const late = cardLimits(
    aCard(),
    { counters: spentAt(7, new Date('2026-11-21T00:00:00.000Z')), granted: [] },
    now,
  );
  assert.deepEqual(late[1], {
    ...before[1],
    spent: 7,
    left: 499_993,
    count: 1,
    until: '2026-11-22T00:00:00.000Z',
  });
});

test('intervals end with the day, on Sunday, with the month and with the year, also where that is a leap day', () => {
  const ends = [
    ['daily', '2028-02-28', '2028-02-29T00:00:00.000Z'],
    ['daily', '2026-12-31', '2027-01-01T00:00:00.000Z'],
    ['weekly', '2026-12-28', '2027-01-04T00:00:00.000Z'],
    ['monthly', '2028-02-01', '2028-03-01T00:00:00.000Z'],
    ['monthly', '2026-12-01', '2027-01-01T00:00:00.000Z'],
    ['yearly', '2026-01-01', '2027-01-01T00:00:00.000Z'],
    ['all_time', '1970-01-01', null],
  ] as const;
  for (const [interval, window, end] of ends)
    assert.equal(windowEnd(interval, window), end, `${interval} ${window}`);
});

test('an authorization of all that is left is approved, and one of a unit more is declined for the interval that says so', () => {
  const amount = fc.integer({ min: 1, max: 1_000 });
  const bounds = fc.uniqueArray(fc.record({ amount, interval: fc.constantFrom(...intervals) }), {
    selector: ({ interval }) => interval,
  });
  fc.assert(
    fc.property(bounds, bounds, fc.integer({ min: 0, max: 1_000 }), (limits, caps, spent) => {
      const card = cardWith(limits);
      const spending = {
        counters: spentAt(spent, now),
        granted: caps.map((one) => cap(one.amount, one.interval)),
      };
      const lefts = cardLimits(card, spending, now).flatMap(({ interval, left }) =>
        left === null ? [] : [{ interval, left }],
      );
      const least = Math.min(...lefts.map(({ left }) => left));
      const unsaid = { network_id: null, card_presence: null, merchant_currency: null };
      const asked = { currency: card.currency, category: '5411', country: 'GB', ...unsaid };
      if (least > 0)
        assert.equal(
          authorize(card, spending, { ...asked, amount: least }, now).decline_reason,
          null,
        );
      const declined = authorize(
        card,
        spending,
        { ...asked, amount: least + 1 },
        now,
      ).decline_reason;
      const tightest = lefts.find(({ left }) => left === least);
      assert.equal(declined, `${tightest?.interval}_limit_exceeded`);
    }),
  );
});

test('a limit that the issuer cannot represent is rejected where it stands, unless it was there before', () => {
  const limits = [
    { amount: 1_230, interval: 'daily' },
    { amount: 1_239, interval: 'weekly' },
    { amount: 0, interval: 'monthly' },
  ] as const;
  const rejected = (step: number, before: readonly (typeof limits)[number][] = []) => {
    try {
      requireMultiples({ ...controls, limits }, step, before);
      return [];
    } catch (error) {
      return (error as { details: { errors: { pointer: string; code: string }[] } }).details.errors;
    }
  };
  const named = (pointers: readonly { pointer: string; code: string }[]) =>
    pointers.map((one) => one.pointer);
  assert.deepEqual(named(rejected(1)), []);
  assert.deepEqual(named(rejected(10)), ['/spending_controls/limits/1/amount']);
  assert.deepEqual(named(rejected(100)), [
    '/spending_controls/limits/0/amount',
    '/spending_controls/limits/1/amount',
  ]);
  assert.deepEqual(rejected(10, [limits[1]]), []);
  assert.match(JSON.stringify(rejected(10)), /Must be a multiple of 10: /);
});

test('a limit of 0 leaves nothing, and is no missing limit', () => {
  const [, daily] = cardLimits(
    cardWith([{ amount: 0, interval: 'daily' }]),
    { counters: nothingSpent, granted: [cap(1_000, 'daily')] },
    now,
  );
  assert.deepEqual([daily?.limit, daily?.left, daily?.cap], [0, 0, 1_000]);
});
