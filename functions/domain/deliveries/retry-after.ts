/** The longest pause that an endpoint may ask for, in milliseconds: a day. */
export const retry_after_ms_max = 24 * 60 * 60 * 1000;

/** The statuses on which `Retry-After` is heard: too many requests, and unavailable. */
const statusesHeard: readonly number[] = [429, 503];

/**
 * The pause that an answer asks for, in milliseconds from `now`, at most a day; null when it asks for none.
 * `value` is the header as received: whole seconds, or one of the three forms of an HTTP date (RFC 9110, 5.6.7).
 */
export const retryAfter = (status: number, value: string | undefined, now: Date): number | null => {
  if (!statusesHeard.includes(status) || value === undefined) return null;
  const wait_ms = secondsAhead(value.trim()) ?? untilDate(value.trim(), now);
  return wait_ms === null ? null : Math.min(Math.max(wait_ms, 0), retry_after_ms_max);
};

const secondsAhead = (value: string) => (/^\d{1,15}$/.test(value) ? Number(value) * 1000 : null);

const httpDates: readonly RegExp[] = [
  /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
];

const untilDate = (value: string, now: Date) => {
  if (!httpDates.some((form) => form.test(value))) return null;
  // The oldest form names no zone and means UTC as the others do.
  const at = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(at) ? null : at - now.getTime();
};
