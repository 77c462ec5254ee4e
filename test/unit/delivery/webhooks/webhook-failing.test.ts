import assert from 'node:assert/strict';
import {
  failingStep,
  type Health,
  untriedHealth,
  warnedHealth,
} from '../../../../functions/delivery/webhooks/health.ts';
import { durationsAt } from '../../../helpers/durations.ts';
import { describe, test } from '../../../helpers/tests.ts';

const start = Date.parse('2026-08-01T00:00:00.000Z');
const day = 86_400_000;
const after = (days: number, speed = 1) => ({
  now: new Date(start + days * day),
  durations: durationsAt(speed),
});

const failing: Health = {
  ...untriedHealth,
  state: 'open',
  failing_since: new Date(start).toISOString(),
};

/**
 * The steps about an endpoint that somebody looks at on these days, until its webhook is disabled.
 */
const done = (days: readonly number[]) => {
  let health = failing;
  return days.map((day) => {
    const step = failingStep(health, after(day));
    if (step === 'warn') health = warnedHealth(health, after(day).now);
    return step;
  });
};

describe('an endpoint that fails', () => {
  test('is warned of after a day and after three, and given up after five', () => {
    assert.deepEqual(done([0.99, 1, 1.01, 2.99, 3, 4.99, 5]), [
      null,
      'warn',
      null,
      null,
      'warn',
      null,
      'give_up',
    ]);
  });

  test('is given up no sooner after its last warning, however late that came', () => {
    assert.deepEqual(done([9, 9.1, 10.99, 11, 12.99, 13]), [
      'warn',
      null,
      null,
      'warn',
      null,
      'give_up',
    ]);
  });

  test('is given up in a laptop’s time where waits are hurried', () => {
    const warned = warnedHealth(warnedHealth(failing, new Date(start)), new Date(start));
    assert.equal(failingStep(warned, after(5 / 60, 60)), 'give_up');
    assert.equal(failingStep(warned, after(4.9 / 60, 60)), null);
  });

  test('is left alone while its breaker is closed', () => {
    for (const state of ['healthy', 'degraded'] as const)
      assert.equal(failingStep({ ...failing, state }, after(9)), null);
    assert.equal(failingStep({ ...failing, state: 'half_open' }, after(9)), 'warn');
  });
});
