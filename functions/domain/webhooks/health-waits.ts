const second_ms = 1_000;
const minute_ms = 60 * second_ms;
const day_ms = 24 * 60 * minute_ms;

/** What an endpoint's health is decided by; waits in milliseconds, and only those that end in `_wait_ms` can be hurried. */
export const health_limits = {
  /** A success on a healthy endpoint is noted at most so often: healthy traffic writes next to nothing. */
  success_note_ms: minute_ms,
  /** So many failures in a row open the breaker. */
  failures_max: 5,
  /** So does this share of failures among the attempts of a window, once there are enough to judge by. */
  failure_rate_max: 0.5,
  failure_rate_attempts_min: 20,
  failure_rate_window_ms: minute_ms,
  /** An attempt that has waited so long for its answer is noted; longer where the endpoint takes its time, by this factor. */
  stall_ms: second_ms,
  stall_factor: 2,
  /** From one attempt to the next where one at a time is made, until the breaker opens. */
  stall_step_wait_ms: 5 * second_ms,
  /** From one probe that failed to the next, lengthened up to the last; `Retry-After` may only lengthen them. */
  probe_steps_wait_ms: [30 * second_ms, minute_ms, 2 * minute_ms, 4 * minute_ms, 8 * minute_ms, 15 * minute_ms],
  /** How long without a success until each warning, and until the webhook is disabled. */
  failing_wait_ms: [day_ms, 3 * day_ms, 5 * day_ms],
  /** What was parked comes back 1, 2, 4, … in each of these, up to so many. */
  ramp_step_wait_ms: second_ms,
  ramp_rate_max: 128,
  /** No more is let go ahead of its time than fits into this: an endpoint that fails again parks it once more. */
  ramp_ahead_wait_ms: 30 * second_ms,
} as const;
