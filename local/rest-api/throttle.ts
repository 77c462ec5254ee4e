import type { Throttle } from './model.ts';

/** A token bucket: `take` is false when the request must be refused. */
export type Bucket = { take(): boolean };

/** A full bucket that refills at the rate. */
export const createBucket = ({ rate, burst }: Throttle, now: () => number = () => performance.now()): Bucket => {
  let tokens = burst;
  let at = now();
  return {
    take: () => {
      const instant = now();
      tokens = Math.min(burst, tokens + ((instant - at) * rate) / 1000);
      at = instant;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
};
