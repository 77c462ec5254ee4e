import { BadConfiguration } from '../bad-configuration.ts';

/** When a schedule comes next after a time, both in milliseconds since 1970. */
export type Next = (after: number) => number;

/**
 * Reads `rate(5 minutes)` or `cron(minutes hours day-of-month month day-of-week year)` in UTC. Throws BadConfiguration,
 * naming it as `where`, for any other, and for `L`, `W` and `#`.
 */
export const nextOf = (expression: string, where: string): Next => {
  const [, kind, inner = ''] = /^(rate|cron)\((.*)\)$/.exec(expression) ?? [];
  const next = kind === 'rate' ? rate(inner) : kind === 'cron' ? cron(inner) : undefined;
  if (!next) throw new BadConfiguration(`${where} has the schedule ${expression}, which local/ does not understand.`);
  return next;
};

const unit_ms: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

const rate = (inner: string): Next | undefined => {
  const [, count, unit = ''] = /^([1-9]\d*) (minute|hour|day)s?$/.exec(inner) ?? [];
  const every = Number(count) * (unit_ms[unit] ?? 0);
  return count === undefined ? undefined : (after) => after + every;
};

const cron = (inner: string): Next | undefined => {
  const texts = inner.split(/\s+/);
  const fields = texts.map((text, position) => fieldOf(text, ranges[position]));
  const [minutes, hours, days, months, weekdays, years] = fields;
  // One of the two kinds of day must be open.
  if (texts.length !== 6 || (texts[2] === '?') === (texts[4] === '?')) return undefined;
  if (!minutes || !hours || !days || !months || !weekdays || !years) return undefined;
  const dayFits = (time: Date): boolean =>
    years(time.getUTCFullYear()) &&
    months(time.getUTCMonth() + 1) &&
    days(time.getUTCDate()) &&
    weekdays(time.getUTCDay() + 1);
  return (after) => {
    let time = new Date(Math.floor(after / unit('minute') + 1) * unit('minute'));
    while (time.getUTCFullYear() <= last_year) {
      if (!dayFits(time)) time = startOfNext(time, 'day');
      else if (!hours(time.getUTCHours())) time = startOfNext(time, 'hour');
      else if (!minutes(time.getUTCMinutes())) time = startOfNext(time, 'minute');
      else return time.getTime();
    }
    return Number.POSITIVE_INFINITY;
  };
};

const unit = (name: string): number => unit_ms[name] ?? 0;

/** Days are whole multiples too: in UTC none is longer. */
const startOfNext = (time: Date, name: string): Date =>
  new Date(Math.floor(time.getTime() / unit(name) + 1) * unit(name));

type Range = { readonly least: number; readonly most: number; readonly names?: readonly string[] };

const last_year = 2199;

const ranges: readonly Range[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] },
  { least: 1, most: 7, names: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] },
  { least: 1970, most: last_year },
];

/** Whether a value fits a field: `*`, `?`, `5`, `MON-FRI`, `1,15`, `0/5`, `10-30/10`; undefined for any other. */
const fieldOf = (text: string, range: Range | undefined): ((value: number) => boolean) | undefined => {
  const parts = text.split(',').map((part) => range && partOf(part, range));
  return parts.includes(undefined) ? undefined : (value) => parts.some((fits) => fits?.(value));
};

const partOf = (part: string, range: Range): ((value: number) => boolean) | undefined => {
  const [, from = '', to, step] = /^(\*|\?|[A-Z0-9]+)(?:-([A-Z0-9]+))?(?:\/([1-9]\d*))?$/i.exec(part) ?? [];
  const open = from === '*' || from === '?';
  const first = open ? range.least : numberOf(from, range);
  const end = step === undefined && !open ? from : undefined;
  const last = to !== undefined || end !== undefined ? numberOf(to ?? end ?? '', range) : range.most;
  if (first === undefined || last === undefined || (open && to !== undefined)) return undefined;
  return (value) => value >= first && value <= last && (value - first) % Number(step ?? 1) === 0;
};

const numberOf = (text: string, { least, most, names = [] }: Range): number | undefined => {
  const named = names.indexOf(text.toUpperCase());
  const value = named >= 0 ? named + least : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
};
