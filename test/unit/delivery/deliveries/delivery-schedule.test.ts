import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  attempts_max,
  nextAttemptAt,
  notificationDelay,
  sweepAt,
} from '../../../../functions/delivery/deliveries/schedule.ts';
import { durations, durationsAt } from '../../../helpers/durations.ts';
import { test } from '../../../helpers/tests.ts';

const now = new Date('2026-08-01T00:00:00.000Z');
const ms = (at: string | null) => Date.parse(at ?? '') - now.getTime();
const step = fc.integer({ min: 1, max: durations.retry_steps_ms.length });
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const clockSpeed = fc.constantFrom(1, 10, 1000);

test('the schedule by hand: 5 s, 1 m, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h, 20 h', () => {
  const pace = { now, random: 0.5, durations };
  const seconds = durations.retry_steps_ms.map(
    (_, index) => ms(nextAttemptAt(index + 1, null, pace)) / 1000,
  );
  assert.deepEqual(seconds, [5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 72_000]);
  assert.equal(attempts_max, 11);
  const hours = seconds.reduce((sum, each) => sum + each) / 3600;
  assert.ok(hours > 71 && hours < 73);
});

test('after the eleventh attempt nothing comes', () => {
  assert.equal(nextAttemptAt(11, null, { now, random: 0, durations }), null);
  assert.equal(nextAttemptAt(11, 60_000, { now, random: 0, durations }), null);
});

test('every wait is within a fifth of its step, shortened as all waits', () => {
  fc.assert(
    fc.property(step, random, clockSpeed, (steps, chance, speed) => {
      const wait_ms = ms(
        nextAttemptAt(steps, null, { now, random: chance, durations: durationsAt(speed) }),
      );
      const step_ms = (durations.retry_steps_ms[steps - 1] ?? 0) / speed;
      assert.ok(
        wait_ms >= Math.floor(step_ms * 0.8) && wait_ms <= Math.ceil(step_ms * 1.2),
        `${wait_ms} of ${step_ms}`,
      );
    }),
  );
});

test('what chance is drawn moves the wait from one end to the other', () => {
  const at = (chance: number) => ms(nextAttemptAt(2, null, { now, random: chance, durations }));
  assert.equal(at(0), 48_000);
  assert.ok(at(0.999999) > 71_999 && at(0.999999) <= 72_000);
});

test('what the endpoint asks for lengthens a wait, never shortens it, and is not shortened', () => {
  fc.assert(
    fc.property(
      step,
      random,
      clockSpeed,
      fc.integer({ min: 0, max: 86_400_000 }),
      (steps, chance, speed, asked_ms) => {
        const pace = { now, random: chance, durations: durationsAt(speed) };
        const [plain, asked] = [
          ms(nextAttemptAt(steps, null, pace)),
          ms(nextAttemptAt(steps, asked_ms, pace)),
        ];
        assert.equal(asked, Math.max(plain, asked_ms));
      },
    ),
  );
});

test('a message that notifies an attempt is never early and never delayed by more than a queue can', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000, max: 2_000_000 }), (wait_ms) => {
      const delay = notificationDelay(new Date(now.getTime() + wait_ms).toISOString(), now);
      if (wait_ms > 900_000) return assert.equal(delay, null);
      assert.ok(delay !== null && Number.isInteger(delay) && delay >= 0 && delay <= 900);
      assert.ok(delay * 1000 >= wait_ms && delay * 1000 < Math.max(wait_ms, 0) + 1000);
    }),
  );
});

test('the sweeper comes 150 seconds after a message was to come, and at once where none could', () => {
  const pace = { now, durations };
  const after = (wait_ms: number) =>
    ms(sweepAt(new Date(now.getTime() + wait_ms).toISOString(), pace));
  assert.equal(after(0), 150_000);
  assert.equal(after(-60_000), 150_000);
  assert.equal(after(5000), 155_000);
  assert.equal(after(900_000), 1_050_000);
  assert.equal(after(900_001), 900_001);
  assert.equal(ms(sweepAt(now.toISOString(), { now, durations: durationsAt(10) })), 15_000);
});
