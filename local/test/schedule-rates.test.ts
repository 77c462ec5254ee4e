import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { periodOf } from '../schedules/rate.ts';

for (const [expression, period_ms] of [
  ['rate(1 minute)', 60_000],
  ['rate(5 minutes)', 300_000],
  ['rate(2 hours)', 7_200_000],
  ['rate(1 day)', 86_400_000],
] as const) {
  test(`${expression} is a period`, () => assert.equal(periodOf(expression, 'The rule'), period_ms));
}

describe('a schedule is refused', () => {
  for (const expression of [
    ...['rate(1 minutes)', 'rate(5 minute)', 'rate(0 minutes)', 'rate(5 seconds)', 'every minute', 'rate(25 days)'],
    ...['cron(0 12 * * ? *)', ''],
  ]) {
    test(expression, () => assert.throws(() => periodOf(expression, 'The rule'), { name: 'BadConfiguration' }));
  }
});
