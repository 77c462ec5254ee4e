import assert from 'node:assert/strict';
import { countedIntervals, type Interval, intervals } from '../../../../functions/core/limits.ts';
import { cardCurrencies, dailyCapIn } from '../../../../functions/identity/catalogues/catalogue.ts';
import { featureOf, limitsIn } from '../../../../functions/identity/features/model.ts';
import {
  adjustedIn,
  countersAt,
  limitFor,
  nothingSpent,
  requireWithinCaps,
  spendingControls,
  spentAfter,
  windowAt,
  windowsAt,
  windowsOf,
  withSpent,
} from '../../../../functions/issuing/cards/spending.ts';
import { now } from '../../../helpers/fixtures/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';

const spentBy = (moments: readonly [string, number][]) =>
  moments.reduce(
    (counters, [at, amount]) => withSpent(countersAt(counters, new Date(at)), amount),
    nothingSpent,
  );
const sums = (moments: readonly [string, number][], at: string) => {
  const counters = countersAt(spentBy(moments), new Date(at));
  return countedIntervals.map((interval) => counters[interval].spent);
};

test('every interval but one authorization is counted', () => {
  assert.deepEqual(['per_authorization', ...countedIntervals], intervals);
});

test('windows are those of the calendar in UTC, weeks from Monday', () => {
  const golden: [string, string[]][] = [
    [
      '2026-11-20T15:04:05.123Z',
      ['2026-11-20', '2026-11-16', '2026-11-01', '2026-01-01', '1970-01-01'],
    ],
    [
      '2026-11-22T23:59:59.999Z',
      ['2026-11-22', '2026-11-16', '2026-11-01', '2026-01-01', '1970-01-01'],
    ],
    [
      '2026-11-23T00:00:00.000Z',
      ['2026-11-23', '2026-11-23', '2026-11-01', '2026-01-01', '1970-01-01'],
    ],
    [
      '2027-01-01T00:00:00.000Z',
      ['2027-01-01', '2026-12-28', '2027-01-01', '2027-01-01', '1970-01-01'],
    ],
    [
      '2028-02-29T12:00:00.000Z',
      ['2028-02-29', '2028-02-28', '2028-02-01', '2028-01-01', '1970-01-01'],
    ],
  ];
  for (const [at, windows] of golden)
    assert.deepEqual(
      countedIntervals.map((interval) => windowAt(interval, new Date(at))),
      windows,
    );
});

describe('what was spent', () => {
  test('adds up within every window', () => {
    const twice: [string, number][] = [
      ['2026-11-20T00:00:00.000Z', 3],
      ['2026-11-20T23:59:59.999Z', 4],
    ];
    assert.deepEqual(sums(twice, '2026-11-20T23:59:59.999Z'), [7, 7, 7, 7, 7]);
  });

  const edges: [string, string, number[]][] = [
    ['a day', '2026-11-21T00:00:00.000Z', [0, 7, 7, 7, 7]],
    ['a week', '2026-11-23T00:00:00.000Z', [0, 0, 7, 7, 7]],
    ['a month', '2026-12-01T00:00:00.000Z', [0, 0, 0, 7, 7]],
    ['a year', '2027-01-01T00:00:00.000Z', [0, 0, 0, 0, 7]],
  ];
  for (const [what, at, expected] of edges)
    test(`is forgotten when ${what} is over, and not before`, () => {
      const spent: [string, number][] = [['2026-11-20T12:00:00.000Z', 7]];
      assert.deepEqual(sums(spent, at), expected);
      const before = sums(spent, new Date(Date.parse(at) - 1).toISOString());
      assert.equal(
        before.filter((sum) => sum === 0).length,
        expected.filter((sum) => sum === 0).length - 1,
      );
    });

  test('by a late request counts in the current window', () => {
    const late: [string, number][] = [
      ['2026-12-01T00:00:00.000Z', 5],
      ['2026-11-30T23:59:59.999Z', 2],
    ];
    assert.deepEqual(sums(late, '2026-12-01T00:00:01.000Z'), [7, 7, 7, 7, 7]);
  });

  test('after an amount more is that amount alone for one authorization', () => {
    const counters = countersAt(spentBy([[now.toISOString(), 10]]), now);
    assert.deepEqual(
      intervals.map((interval) => spentAfter(counters, interval, 5)),
      [5, 15, 15, 15, 15, 15],
    );
  });
});

describe('an amount is counted where it was authorized', () => {
  const [friday, saturday, monday] = [
    '2026-11-20T12:00:00.000Z',
    '2026-11-21T12:00:00.000Z',
    '2026-11-23T12:00:00.000Z',
  ];
  const after = (moments: readonly [string, number][], at: string, amount: number) => {
    const counters = adjustedIn(spentBy(moments), windowsAt(new Date(at)), { amount });
    return countedIntervals.map((interval) => counters[interval].spent);
  };

  test('and given back there', () => {
    assert.deepEqual(after([[friday, 7]], friday, -7), [0, 0, 0, 0, 0]);
    assert.deepEqual(after([[friday, 7]], friday, -3), [4, 4, 4, 4, 4]);
    assert.deepEqual(
      windowsOf(adjustedIn(spentBy([[friday, 7]]), windowsAt(new Date(friday)), { amount: -7 })),
      windowsAt(new Date(friday)),
    );
  });

  test('and not in a window that came after it', () => {
    const spent = (second: string, amount: number) => {
      const moments: [string, number][] = [
        [friday, 7],
        [second, 2],
      ];
      return after(moments, friday, amount);
    };
    for (const second of [saturday, monday, '2027-01-01T00:00:00.000Z'])
      assert.deepEqual(spent(second, -7), [2, 2, 2, 2, 2], second);
    assert.deepEqual(spent(saturday, 5), [2, 14, 14, 14, 14]);
  });

  test('and begins its window where nothing was counted since', () => {
    assert.deepEqual(after([[friday, 7]], monday, 5), [5, 5, 12, 12, 12]);
    assert.deepEqual(after([], friday, 5), [5, 5, 5, 5, 5]);
  });

  test('and is the same in every order, though more is given back than was spent so far', () => {
    assert.deepEqual(after([[friday, 7]], friday, -8), [-1, -1, -1, -1, -1]);
    assert.deepEqual(after([[friday, 7]], monday, -7), [-7, -7, 0, 0, 0]);
    const spent = { daily: { window: windowAt('daily', new Date(friday)), spent: -8, count: 0 } };
    const counters = { ...nothingSpent, ...spent };
    assert.deepEqual([spentAfter(counters, 'daily', 0), spentAfter(counters, 'daily', 5)], [0, 5]);
  });
});

describe('spending controls', () => {
  const usd = (said: Parameters<typeof spendingControls>[0], currency = 'USD') => ({
    spending_controls: spendingControls(said, currency),
    currency,
  });
  const daily = { amount: 500_000, interval: 'daily' } as const;
  const none = {
    allowed_categories: [],
    blocked_categories: [],
    allowed_countries: [],
    allowed_merchants: [],
    blocked_merchants: [],
    allowed_card_presences: [],
    allowed_currencies: [],
    velocity_limits: [],
  };

  test('have a daily limit of 500 000 where nothing is said, and exactly the limits that are said', () => {
    for (const said of [undefined, null, {}, { limits: null }])
      assert.deepEqual(spendingControls(said, 'USD'), { ...none, limits: [daily] });
    assert.deepEqual(spendingControls({ limits: [] }, 'USD'), { ...none, limits: [] });
    const limits = [{ amount: 1, interval: 'monthly' }] as const;
    const said = {
      limits,
      allowed_categories: ['5411'],
      blocked_categories: null,
      allowed_countries: ['GB'],
    };
    assert.deepEqual(spendingControls(said, 'USD'), { ...none, ...said, blocked_categories: [] });
  });

  test('limit the day by the default where no daily limit is said', () => {
    const controls = usd({ limits: [{ amount: 9, interval: 'weekly' }] });
    const limits = intervals.map((interval) => limitFor(controls, [], interval));
    assert.deepEqual(limits, [undefined, 500_000, 9, undefined, undefined, undefined]);
    const own = usd({ limits: [{ amount: 600_000, interval: 'daily' }] });
    assert.equal(limitFor(own, [], 'daily'), 600_000);
  });

  test('have limits and caps in the currency of the card, which are worth about the same', () => {
    const daily = (currency: string) => limitFor(usd(null, currency), [], 'daily');
    assert.deepEqual(
      ['USD', 'JPY', 'KWD', 'IDR', 'ITL'].map(daily),
      [500_000, 750_000, 1_500_000, 8_000_000_000, 0],
    );
    assert.deepEqual(
      limitsIn(featureOf('higher_limits'), 'JPY').map(({ amount, currency, interval }) => [
        amount,
        currency,
        interval,
      ]),
      [
        [7_500_000, 'JPY', 'per_authorization'],
        [7_500_000, 'JPY', 'daily'],
        [30_000_000, 'JPY', 'weekly'],
        [75_000_000, 'JPY', 'monthly'],
        [750_000_000, 'JPY', 'yearly'],
      ],
    );
    for (const currency of cardCurrencies) {
      const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
        style: 'currency',
        currency,
      }).resolvedOptions();
      assert.ok(dailyCapIn(currency) % 10 ** digits === 0, `${currency} is in whole units`);
    }
  });

  test('have the caps that an environment sets at start, and the usual ones in other currencies', async (context) => {
    process.env.DAILY_CAPS = '{"EUR":1000,"XXX":1}';
    context.after(() => delete process.env.DAILY_CAPS);
    const started = await import(
      `${import.meta.resolve('../../../../functions/identity/catalogues/catalogue.ts')}?started`
    );
    assert.deepEqual(['EUR', 'USD', 'XXX'].map(started.dailyCapIn), [1000, 500_000, 0]);
  });

  test('never spend more than the highest cap, whether a limit says more or nothing', () => {
    const cap = (amount: number, interval: Interval) => ({ amount, currency: 'USD', interval });
    const granted = [
      cap(1, 'per_authorization'),
      cap(5, 'daily'),
      cap(50, 'daily'),
      cap(7, 'weekly'),
      cap(9, 'monthly'),
    ];
    const controls = usd({
      limits: [
        { amount: 60, interval: 'daily' },
        { amount: 6, interval: 'monthly' },
      ],
    });
    const limits = intervals.map((interval) => limitFor(controls, granted, interval));
    assert.deepEqual(limits, [undefined, 50, 7, 6, undefined, undefined]);
    assert.equal(limitFor(usd({ limits: [] }), [cap(400_000, 'daily')], 'daily'), 400_000);
  });

  for (const interval of intervals)
    test(`may reach the cap of ${interval} and not go above it`, () => {
      const granted = [{ amount: 100, currency: 'USD', interval }];
      const controls = (amount: number, other: Interval = interval) =>
        spendingControls(
          {
            limits: [
              { amount: 1, interval: 'daily' },
              { amount, interval: other },
            ],
          },
          'USD',
        );
      requireWithinCaps(controls(100), granted);
      requireWithinCaps(controls(101), []);
      const detail = `Must be at most 100, the cap of the interval ${interval}; other features may raise it.`;
      const errors = [{ pointer: '/spending_controls/limits/1/amount', code: 'above_cap', detail }];
      const refused = { code: 'validation_failed', details: { errors } };
      assert.throws(() => requireWithinCaps(controls(101), granted), refused);
    });
});
