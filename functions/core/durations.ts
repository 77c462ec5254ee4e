const second_ms = 1_000;
const minute_ms = 60 * second_ms;
const hour_ms = 60 * minute_ms;
const day_ms = 24 * hour_ms;

/** The waits that the service schedules, as a deployment has them, in milliseconds. */
export const fullDurations = {
  /** A second that a business names: of a grace, or of a rate. */
  named_second_ms: second_ms,
  /** From one automatic attempt of a delivery that failed to the next: 11 attempts in about 72 hours. */
  retry_steps_ms: [
    ...[5 * second_ms, minute_ms, 5 * minute_ms, 30 * minute_ms],
    ...[2 * hour_ms, 5 * hour_ms, 10 * hour_ms, 14 * hour_ms, 20 * hour_ms, 20 * hour_ms],
  ],
  /** How long after its time the sweeper notifies a delivery whose delayed message did not arrive. */
  notification_grace_ms: 150 * second_ms,
  /** From the opening of an endpoint's breaker to the first probe, and from each failed probe to the next. */
  probe_steps_ms: [
    ...[5 * second_ms, 15 * second_ms, 30 * second_ms],
    ...[minute_ms, 2 * minute_ms, 4 * minute_ms, 8 * minute_ms, 15 * minute_ms],
  ],
  /** How long an endpoint fails until each warning, and until its webhook is disabled. */
  failing_steps_ms: [day_ms, 3 * day_ms, 5 * day_ms],
  /** So far ahead of its time a recovery schedules deliveries. */
  recovery_ahead_ms: minute_ms,
  /** How long a worker keeps others from the job that it works on: one step takes far less. */
  job_lease_ms: 10 * second_ms,
  /** An index that lists the items of a job may lag: the last pass begins so long after the cause. */
  index_lag_ms: minute_ms,
  /** The same of a recovery, which starts then: a longer lag is rare, and concerns what failed in the last seconds. */
  recovery_lag_ms: 2 * second_ms,
  /** The same of a redaction: a link for an upload is valid for fifteen minutes, and what came by it is removed too. */
  redaction_lag_ms: 16 * minute_ms,
  /** How long an upload is awaited. */
  upload_ms: 7 * day_ms,
  /** The first look after an announced upload: a minute after its first link has ended. */
  upload_first_look_ms: 16 * minute_ms,
  /** How long an inspection of a document may take before it starts again. */
  inspection_ms: 3 * minute_ms,
  /** How long a decision over a verification may take before somebody looks after it. */
  decision_ms: 150 * second_ms,
  /** From the begin of a check at an identity verifier to the first look that finds no decision to be made good, and so on; then a person decides. */
  look_steps_ms: [minute_ms, 5 * minute_ms, 30 * minute_ms, 6 * hour_ms],
  /** How long the order of a card may take before it is given up. */
  card_order_ms: 2 * minute_ms,
  /** The wait after a failed call to an issuer, doubled each time up to the longest. */
  issuer_wait_min_ms: 5 * second_ms,
  issuer_wait_max_ms: 5 * minute_ms,
  /** From one comparison of the counters of a business to the next. */
  comparison_ms: day_ms,
  /** The same in the beginning: until the first one, and again of hours that were still changing. */
  comparison_retry_ms: 5 * minute_ms,
  /** How long an event may stay undispatched before the sweeper publishes it again. */
  dispatch_ms: minute_ms,
  /** The wait after a notification of scheduled work before the next one, doubled each time up to the longest. */
  notification_wait_min_ms: 150 * second_ms,
  notification_wait_max_ms: hour_ms,
  /** From one sweep of all shards to the next: of those that no function writes to any more, or not yet. */
  wide_sweep_ms: hour_ms,
} as const satisfies Readonly<Record<`${string}_ms`, number | readonly number[]>>;

/** The waits that the service schedules, in milliseconds. */
export type Durations = {
  readonly [name in keyof typeof fullDurations]: (typeof fullDurations)[name] extends number
    ? number
    : readonly number[];
};

/**
 * The durations of this process. `CLOCK_SPEED`, a positive whole number, divides them on a laptop; no deployed function has
 * it. Timestamps stay real, and so does everything that is no wait of the service: deadlines, leases, `Retry-After`.
 */
export const durationsFrom = (
  environment: Readonly<Record<string, string | undefined>>,
): Durations => {
  const speed = clockSpeed(environment.CLOCK_SPEED ?? '1');
  const shortened = Object.entries<number | readonly number[]>(fullDurations).map(([name, ms]) => [
    name,
    typeof ms === 'number' ? ms / speed : ms.map((step_ms) => step_ms / speed),
  ]);
  return Object.fromEntries(shortened) as Durations;
};

const clockSpeed = (text: string): number => {
  const value = Number(text);
  if (/^[1-9][0-9]*$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new Error(`CLOCK_SPEED is ${JSON.stringify(text)}: it must be a positive whole number`);
};
