import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextOf } from '../../local/schedules/cron.ts';

const from = Date.parse('2026-02-27T10:17:30.000Z');
const next = (expression: string, after = from) => new Date(nextOf(expression, 'The rule r')(after)).toISOString();

const cases: readonly [string, string][] = [
  ['rate(1 minute)', '2026-02-27T10:18:30.000Z'],
  ['rate(2 hours)', '2026-02-27T12:17:30.000Z'],
  ['cron(* * * * ? *)', '2026-02-27T10:18:00.000Z'],
  ['cron(0/15 * * * ? *)', '2026-02-27T10:30:00.000Z'],
  ['cron(17 10 * * ? *)', '2026-02-28T10:17:00.000Z'],
  ['cron(0 3 1 * ? *)', '2026-03-01T03:00:00.000Z'],
  ['cron(0 12 ? * MON-FRI *)', '2026-02-27T12:00:00.000Z'],
  ['cron(0 9 ? * 1,7 *)', '2026-02-28T09:00:00.000Z'],
  ['cron(5-10/2 11 29 FEB ? 2028)', '2028-02-29T11:05:00.000Z'],
];
for (const [expression, time] of cases) {
  test(`${expression} comes next at ${time}`, () => assert.equal(next(expression), time));
}

test('a time that is met exactly comes next the following time', () => {
  const exactly = Date.parse('2026-02-27T10:17:00.000Z');
  assert.equal(next('cron(17 10 * * ? *)', exactly), '2026-02-28T10:17:00.000Z');
});

test('a schedule that is over never comes', () => {
  assert.equal(nextOf('cron(0 0 1 1 ? 2020)', 'The rule r')(from), Number.POSITIVE_INFINITY);
});

test('what local cannot follow is refused with the name of its rule', () => {
  for (const expression of [
    'rate(0 minutes)',
    'rate(1 week)',
    'cron(* * * * * *)',
    'cron(* * ? * ? *)',
    'cron(60 * * * ? *)',
    'cron(* * L * ? *)',
    'cron(* * * * ?)',
    'at(2026-01-01T00:00:00)',
  ])
    assert.throws(() => nextOf(expression, 'The rule r'), {
      name: 'BadConfiguration',
      message: /^The rule r has the schedule/,
    });
});
