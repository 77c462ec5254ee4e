import assert from 'node:assert/strict';
import { test } from 'node:test';
import { health_limits } from '../../functions/domain/webhooks/health-waits.ts';
import { type Ramp, rampedAfter, rampPausesUntil } from '../../functions/domain/webhooks/ramp.ts';

const start = Date.parse('2026-08-01T00:00:00.000Z');
const pace = (wait_ms: number, waitDivisor = 1) => ({ now: new Date(start + wait_ms), waitDivisor });
const offset = ({ at }: Ramp) => Date.parse(at) - start;

/** When each of so many is due, in milliseconds from the start. */
const planned = (count: number, waitDivisor = 1) => {
  let ramp: Ramp | null = null;
  return Array.from({ length: count }, () => {
    ramp = rampedAfter(ramp, pace(0, waitDivisor));
    return offset(ramp);
  });
};

test('what was parked comes back one, two, four, … in each second, in its order', () => {
  const times = planned(2 ** 8 - 1);
  assert.deepEqual(times.slice(0, 7), [0, 500, 1000, 1250, 1500, 1750, 2000]);
  assert.deepEqual(
    times,
    times.toSorted((one, other) => one - other),
  );
  for (let second = 0; second < 7; second++) {
    const until = times.filter((time) => time <= second * 1000).length;
    // A time is a whole millisecond, never early: of many a second some come in the next.
    const expected = 2 ** (second + 1) - 1;
    assert.ok(until <= expected && until >= expected * 0.95, `${until} of ${expected} after ${second} s`);
  }
});

test('it comes no faster than the limit', () => {
  const times = planned(3_000);
  const last = times.at(-1) ?? 0;
  const ofLastSecond = times.filter((time) => time > last - 1_000).length;
  const { ramp_rate_max: most } = health_limits;
  assert.ok(ofLastSecond <= most && ofLastSecond > most * 0.95, `${ofLastSecond} of ${most}`);
});

test('where waits are hurried the ramp is', () => {
  assert.deepEqual(planned(3, 50), [0, 10, 20]);
});

test('whoever goes on after a pause goes on at the rate it had, from now', () => {
  const resumed = rampedAfter({ released: 7, at: pace(0).now.toISOString() }, pace(60_000));
  assert.deepEqual([resumed.released, offset(resumed)], [8, 60_000]);
  assert.equal(offset(rampedAfter(resumed, pace(60_000))), 60_125);
});

test('it pauses where enough is ahead of its time, and goes on before that is used up', () => {
  const ahead = health_limits.ramp_ahead_wait_ms;
  const ramp = (wait_ms: number): Ramp => ({ released: 9, at: pace(wait_ms).now.toISOString() });
  assert.equal(rampPausesUntil(ramp(ahead - 1), pace(0)), null);
  assert.equal(rampPausesUntil(ramp(ahead), pace(0)), pace(ahead / 2).now.toISOString());
});
