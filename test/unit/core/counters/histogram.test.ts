import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bucketOf, middleOf, percentileOf } from '../../../../functions/core/counters/histogram.ts';
import { test } from '../../../helpers/tests.ts';

/** Whether a duration is within 5 % of the exact one, and half a millisecond, since it is rounded. */
const isNear = (duration_ms: number, exact_ms: number): boolean =>
  Math.abs(duration_ms - exact_ms) <= 0.05 * exact_ms + 0.5;

test('a bucket stands for each of its durations within 5 %, but for the rounding to milliseconds', () => {
  const far = [...Array(60_000).keys()].filter(
    (exact) => !isNear(middleOf(bucketOf(exact)), exact),
  );
  assert.deepEqual(far, []);
});

test('a percentile of hours added up is within 5 % of the exact one', () => {
  const durations = fc.array(fc.nat(20_000), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(durations, durations, fc.constantFrom(0.5, 0.95), (one, other, share) => {
      const all = [...one, ...other].toSorted((a, b) => a - b);
      const exact = all[Math.ceil(all.length * share) - 1] ?? assert.fail();
      const buckets = Map.groupBy(all, bucketOf);
      const histogram = new Map([...buckets].map(([bucket, some]) => [bucket, some.length]));
      const found = percentileOf(histogram, share) ?? assert.fail();
      assert.ok(isNear(found, exact), `${found} for ${exact}`);
    }),
  );
  assert.equal(percentileOf(new Map(), 0.95), null);
});
