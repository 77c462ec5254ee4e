/** The longest pause that an endpoint may ask for, in milliseconds: a day. */
export const retry_after_ms_max = 24 * 60 * 60 * 1000;

/** The statuses whose `Retry-After` counts: too many requests, and unavailable. */
const pausing: readonly number[] = [429, 503];

/**
 * The pause that a response asks for, in milliseconds from `now`, at most a day; null if it asks
 * for none. `value` is the header as received: seconds, or one of the three forms of an HTTP date
 * (RFC 9110, 5.6.7), or a date as programming languages print it. The longest of several values
 * counts.
 */
export const retryAfter = (status: number, value: string | undefined, now: Date): number | null => {
  if (!pausing.includes(status) || value === undefined) return null;
  const waits = value.split(betweenValues).flatMap((one) => {
    const wait_ms = secondsAhead(one.trim()) ?? untilDate(one.trim(), now);
    return wait_ms === null ? [] : [Math.min(Math.max(Math.ceil(wait_ms), 0), retry_after_ms_max)];
  });
  return waits.length === 0 ? null : Math.max(...waits);
};

/** A comma, but for the one between the weekday and the day of a date. */
const betweenValues = /,(?! *\d{1,2}[ -][a-z]{3}[ -])/i;

const secondsAhead = (value: string) => (/^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : null);

const clockTime = String.raw`(?<time>\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)`;
const zone = String.raw`(?<zone>Z|UTC|UT|GMT|[+-]\d\d:?\d\d)`;
const month = '(?<month>[A-Z]{3})';

/** The forms of a date. One without a zone is UTC, as the oldest form of HTTP is. */
const forms = [
  String.raw`(?:[A-Z]{3}, *)?(?<day>\d{1,2}) ${month} (?<year>\d{4}) ${clockTime} ${zone}`,
  String.raw`[A-Z]{6,9}, *(?<day>\d\d)-${month}-(?<year>\d\d) ${clockTime} ${zone}`,
  String.raw`[A-Z]{3} ${month} +(?<day>\d{1,2}) ${clockTime} (?<year>\d{4})(?: ${zone})?`,
  String.raw`[A-Z]{3} ${month} +(?<day>\d{1,2}) ${clockTime} ${zone} (?<year>\d{4})`,
  String.raw`(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ]${clockTime} ?${zone}?)?`,
].map((form) => new RegExp(`^${form}$`, 'i'));

const untilDate = (value: string, now: Date) => {
  const parts = forms
    .map((form) => form.exec(value)?.groups)
    .find((groups) => groups !== undefined);
  if (!parts) return null;
  const { year = '', month = '', day = '', time = '00:00', zone: offset = 'Z' } = parts;
  // The one form that Date.parse takes with every name of a month, two digits of a year, and a fraction of a second.
  const at = Date.parse(
    `${day} ${nameOf(month)} ${year} ${time} ${/^[+-]/.test(offset) ? offset : 'GMT'}`,
  );
  return Number.isNaN(at) ? null : at - now.getTime();
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The name of a month; one that is a number has none in a date with names. */
const nameOf = (month: string): string =>
  /^\d/.test(month) ? (months[Number(month) - 1] ?? '?') : month;
