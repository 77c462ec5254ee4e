import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deadlineOf, systemClock } from '../../functions/time.ts';

test('waits are divided by a positive whole number', () => {
  for (const [text, divisor] of [
    ['1', 1],
    ['60', 60],
  ] as const)
    assert.equal(systemClock({ WAIT_DIVISOR: text }).waitDivisor, divisor);
});

test('anything else stops who waits at once, and says what is wrong', () => {
  for (const text of [undefined, '', '0', '-1', '1.5', 'NaN', '1e3', ' 1', '9'.repeat(20)])
    assert.throws(() => systemClock({ WAIT_DIVISOR: text }).waitDivisor, /WAIT_DIVISOR is .*positive whole number/);
});

test('who does not wait has the time all the same', () => {
  assert.ok(systemClock({}).now() instanceof Date);
});

test('a deadline is what is left of the invocation, less what is kept for its end', () => {
  const now = new Date('2026-11-20T15:04:05.123Z');
  const deadline = deadlineOf({ getRemainingTimeInMillis: () => 10_000 }, { now: () => now }, 500);
  assert.deepEqual(deadline, { now, deadline: now.getTime() + 9_500 });
});
