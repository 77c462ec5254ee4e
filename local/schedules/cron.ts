import { BadConfiguration } from '../bad-configuration.ts';

/** When a cron expression is due after a moment; both in milliseconds since 1970, undefined when never again. */
export type NextDue = (after_ms: number) => number | undefined;

/**
 * Reads the six fields of EventBridge (minutes, hours, day of month, month, day of week, year), which are UTC. Throws
 * BadConfiguration, also for the signs L, W and #, which no rule of the service has needed.
 */
export const cronOf = (fields: string, where: string): NextDue => {
  const parts = fields.trim().split(/\s+/);
  if (parts.length !== 6) throw new BadConfiguration(`${where} needs six fields.`);
  if ((parts[2] === '?') === (parts[4] === '?'))
    throw new BadConfiguration(`${where} needs a ? for the day of the month or of the week, and only for one of them.`);
  const fits = ranges.map((range, at) => fieldOf(parts[at] ?? '', range, where));
  return (after_ms) => nextDue(fits as unknown as Fields, after_ms);
};

type Range = { readonly min: number; readonly max: number; readonly names: readonly string[] };
type Fits = (value: number) => boolean;
type Fields = readonly [minute: Fits, hour: Fits, dayOfMonth: Fits, month: Fits, dayOfWeek: Fits, year: Fits];

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const year_max = 2199;

const ranges: readonly Range[] = [
  { min: 0, max: 59, names: [] },
  { min: 0, max: 23, names: [] },
  { min: 1, max: 31, names: [] },
  { min: 1, max: 12, names: months },
  { min: 1, max: 7, names: days },
  { min: 1970, max: year_max, names: [] },
];

const fieldOf = (text: string, range: Range, where: string): Fits => {
  const items = text.split(',').map((item) => itemOf(item, range, where));
  return (value) => items.some((fits) => fits(value));
};

/** `*`, `?`, a value, `from-to`, each with `/step`. */
const itemOf = (item: string, { min, max, names }: Range, where: string): Fits => {
  const refuse = (): never => {
    throw new BadConfiguration(`${where} has ${item}, which local/ does not understand.`);
  };
  const numberOf = (text: string): number => {
    const named = names.indexOf(text.toUpperCase());
    const value = named >= 0 ? min + named : /^\d+$/.test(text) ? Number(text) : refuse();
    return value >= min && value <= max ? value : refuse();
  };
  const [base = '', step, ...more] = item.split('/');
  if (more.length > 0 || (step !== undefined && !/^[1-9]\d*$/.test(step))) refuse();
  if (base === '*' || base === '?') return (value) => (value - min) % Number(step ?? 1) === 0;
  const [first = '', last, ...rest] = base.split('-');
  if (rest.length > 0) refuse();
  const from = numberOf(first);
  const to = last !== undefined ? numberOf(last) : step !== undefined ? max : from;
  return (value) => value >= from && value <= to && (value - from) % Number(step ?? 1) === 0;
};

const minute_ms = 60_000;
const day_ms = 24 * 60 * minute_ms;

/** Looks at each day, and within a day that fits at each minute. */
const nextDue = ([minute, hour, dayOfMonth, month, dayOfWeek, year]: Fields, after_ms: number): number | undefined => {
  const first = Math.floor(after_ms / minute_ms) * minute_ms + minute_ms;
  const end = Math.min(Date.UTC(year_max + 1, 0), first + years_max * 366 * day_ms);
  for (let day = Math.floor(first / day_ms) * day_ms; day < end; day += day_ms) {
    const date = new Date(day);
    if (!year(date.getUTCFullYear()) || !month(date.getUTCMonth() + 1)) continue;
    if (!dayOfMonth(date.getUTCDate()) || !dayOfWeek(date.getUTCDay() + 1)) continue;
    for (let at = Math.max(day, first); at < day + day_ms; at += minute_ms) {
      if (hour(new Date(at).getUTCHours()) && minute(new Date(at).getUTCMinutes())) return at;
    }
  }
  return undefined;
};

/** The 29th of February comes at least every eighth year. */
const years_max = 40;
