import assert from 'node:assert/strict';
import { durationsFrom, fullDurations } from '../../functions/core/durations.ts';
import { test } from '../helpers/tests.ts';

test('nothing is shortened where nobody asks for it, as in a deployment', () => {
  assert.deepEqual(durationsFrom({}), fullDurations);
  assert.deepEqual(durationsFrom({ CLOCK_SPEED: '1' }), fullDurations);
});

test('a faster clock shortens every duration and every step', () => {
  const short = Object.entries(durationsFrom({ CLOCK_SPEED: '60' })).flatMap(([, ms]) => ms);
  const full = Object.values(fullDurations).flatMap((ms): readonly number[] =>
    typeof ms === 'number' ? [ms] : ms,
  );
  assert.deepEqual(
    short,
    full.map((ms) => ms / 60),
  );
});

test('anything but a positive whole number stops the process at its start, and says what is wrong', () => {
  for (const text of ['', '0', '-1', '1.5', 'NaN', '1e3', ' 1', '9'.repeat(20)])
    assert.throws(
      () => durationsFrom({ CLOCK_SPEED: text }),
      /CLOCK_SPEED is .*positive whole number/,
    );
});
