import { language, languages } from './language.ts';
import { filled, t } from './texts.ts';

/** The time zone in which every time is shown and every day of a filter counts. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A typed day: a calendar date as YYYY-MM-DD, or why it is none. */
type Day = { readonly day: string } | { readonly wrong: string };

/**
 * Reads a day as people write it: 2026-11-25, 25/11/2026, 11/25/2026 or 25.11.2026. Where day and month can be taken for each
 * other it is refused: nobody notices a wrong month.
 */
export const dayOf = (typed: string): Day => {
  const text = typed.trim();
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  if (year) return dateOf(year, month, day) ?? unknown;
  const [, first, mark, second, last] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  if (!last) return unknown;
  const [dayFirst, monthFirst] = [dateOf(last, second, first), dateOf(last, first, second)];
  // With points it is the day first, wherever it is written so.
  if (dayFirst && monthFirst && mark !== '.' && dayFirst.day !== monthFirst.day)
    return { wrong: filled(t.ui.writeDayOrDay2It, { day: dayFirst.day, day2: monthFirst.day }) };
  return dayFirst ?? (mark === '.' ? unknown : (monthFirst ?? unknown));
};

const unknown: Day = { wrong: t.ui.enterADayThat };

/** The date, if it exists. */
const dateOf = (year = '', month = '', day = ''): { readonly day: string } | undefined => {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${date}T00:00:00Z`);
  return Number.isFinite(at.getTime()) && at.toISOString().startsWith(date)
    ? { day: date }
    : undefined;
};

const dayFormat = new Intl.DateTimeFormat(languages[language].dates, {
  dateStyle: 'medium',
  timeZone: 'UTC',
});

/** A day as people read it; a text that is none stays. */
export const dayText = (typed: string): string => {
  const read = dayOf(typed);
  return 'day' in read ? dayFormat.format(new Date(`${read.day}T00:00:00Z`)) : typed;
};

/** When a calendar day begins in the shown time zone; `after` days later. */
export const startOf = (date: string, after = 0): Date => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day + after);
};

/** A typed instant, or why it is none. */
type Moment = { readonly at: Date } | { readonly wrong: string };

/** Reads a day and a time of the shown time zone: `2026-11-25 14:30`. The hour that a change of the clocks leaves out is refused. */
export const momentOf = (typed: string): Moment => {
  const [, date = '', hour, minute] = /^(\S+)\s+(\d{1,2}):(\d{2})$/.exec(typed.trim()) ?? [];
  const read = dayOf(date);
  if (date !== '' && 'wrong' in read) return read;
  const at = new Date(
    startOf('day' in read ? read.day : '').setHours(Number(hour), Number(minute)),
  );
  return at.getHours() === Number(hour) ? { at } : { wrong: t.ui.enterADayAndATime };
};
