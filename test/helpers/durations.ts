import { type Durations, durationsFrom } from '../../functions/core/durations.ts';

/** The durations of a deployment, or those of a clock that goes so many times as fast. */
export const durationsAt = (clockSpeed = 1): Durations =>
  durationsFrom({ CLOCK_SPEED: String(clockSpeed) });

/** The durations of a deployment. */
export const durations = durationsAt();
