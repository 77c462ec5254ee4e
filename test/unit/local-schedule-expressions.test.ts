import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expressionOf } from '../../local/schedules/expression.ts';

const next = (expression: string, after: string): string | undefined => {
  const due = expressionOf(expression, 'The rule')(Date.parse(after));
  return due === undefined ? undefined : new Date(due).toISOString().replace(':00.000Z', 'Z');
};

describe('a schedule is next due', () => {
  for (const [expression, after, due] of [
    ['rate(1 minute)', '2026-03-01T10:00:30Z', '2026-03-01T10:01:30.000Z'],
    ['rate(5 minutes)', '2026-03-01T10:00:00Z', '2026-03-01T10:05Z'],
    ['rate(2 hours)', '2026-03-01T23:00:00Z', '2026-03-02T01:00Z'],
    ['rate(1 day)', '2026-02-28T10:00:00Z', '2026-03-01T10:00Z'],
    ['cron(* * * * ? *)', '2026-03-01T10:00:00Z', '2026-03-01T10:01Z'],
    ['cron(0 12 * * ? *)', '2026-03-01T12:00:00Z', '2026-03-02T12:00Z'],
    ['cron(0/15 * * * ? *)', '2026-03-01T10:46:00Z', '2026-03-01T11:00Z'],
    ['cron(5,50 8-9 ? * MON-FRI *)', '2026-03-06T09:50:00Z', '2026-03-09T08:05Z'],
    ['cron(0 0 ? * 1 *)', '2026-03-02T00:00:00Z', '2026-03-08T00:00Z'],
    ['cron(0 0 29 2 ? *)', '2026-03-01T00:00:00Z', '2028-02-29T00:00Z'],
    ['cron(30 6 1 JAN,jul ? 2027-2030)', '2026-03-01T00:00:00Z', '2027-01-01T06:30Z'],
    ['cron(0 0 */10 * ? *)', '2026-03-12T00:00:00Z', '2026-03-21T00:00Z'],
    ['cron(0 0 1 1 ? 2020)', '2026-03-01T00:00:00Z', undefined],
  ] as const) {
    test(`${expression} after ${after}: ${due}`, () => assert.equal(next(expression, after), due));
  }
});

describe('a schedule is refused', () => {
  for (const expression of [
    'rate(1 minutes)',
    'rate(5 minute)',
    'rate(0 minutes)',
    'rate(5 seconds)',
    'every minute',
    'cron(* * * * *)',
    'cron(* * * * * *)',
    'cron(* * ? * ? *)',
    'cron(60 * * * ? *)',
    'cron(0 0 L * ? *)',
    'cron(0 0 ? * 6#3 *)',
    'cron(0/0 * * * ? *)',
    'cron(1-2-3 * * * ? *)',
  ]) {
    test(expression, () => assert.throws(() => expressionOf(expression, 'The rule'), { name: 'BadConfiguration' }));
  }
});
