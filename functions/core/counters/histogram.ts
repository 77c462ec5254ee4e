/*
 * A histogram of durations with fixed buckets, each ending a tenth above the one before. Histograms
 * of several hours add up, and a percentile of them is wrong by 5 % at most.
 */

const growth = 1.1;

/** The bucket of a duration in milliseconds; the first has everything below one. */
export const bucketOf = (duration_ms: number): number =>
  duration_ms < 1 ? 0 : 1 + Math.floor(Math.log(duration_ms) / Math.log(growth));

/** The duration that stands for a bucket: its geometric middle, in whole milliseconds. */
export const middleOf = (bucket: number): number =>
  bucket === 0 ? 0 : Math.round(growth ** (bucket - 0.5));

/** How many durations are in each bucket. */
export type Histogram = ReadonlyMap<number, number>;

/** The smallest duration that this share of all did not exceed; null without any. */
export const percentileOf = (histogram: Histogram, share: number): number | null => {
  const buckets = [...histogram]
    .filter(([, count]) => count > 0)
    .toSorted(([one], [other]) => one - other);
  const rank = Math.ceil(durationsIn(histogram) * share);
  let seen = 0;
  for (const [bucket, count] of buckets) {
    seen += count;
    if (seen >= rank) return middleOf(bucket);
  }
  return null;
};

/** How many durations a histogram has. */
export const durationsIn = (histogram: Histogram): number =>
  [...histogram.values()].reduce((sum, count) => sum + Math.max(0, count), 0);
