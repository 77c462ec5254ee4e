/** Numbers that one key can reveal within an hour: a stolen key does not reveal all before an operator notices. */
export const reveals_max = 1_000;

/** The intervals that a limit can cover, from the shortest. */
export const intervals = [
  'per_authorization',
  'daily',
  'weekly',
  'monthly',
  'yearly',
  'all_time',
] as const;
export type Interval = (typeof intervals)[number];

/** Intervals over which spending is summed; `per_authorization` looks at one amount alone. */
export const countedIntervals = [
  'daily',
  'weekly',
  'monthly',
  'yearly',
  'all_time',
] as const satisfies readonly Interval[];
export type CountedInterval = (typeof countedIntervals)[number];

/** The most approved authorizations that a limit of a card allows in one of them. */
export const velocity_count_max = 10_000;
