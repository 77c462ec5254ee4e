/** How the dates of a person are written and read: the language of the page, and the order of the browser's region. */
export type Dates = { readonly language: string; readonly monthFirst: boolean };

/** Whether a region writes the month before the day, as the United States do. */
export const isMonthFirst = (region: string): boolean => {
  const parts = new Intl.DateTimeFormat(region).formatToParts(new Date(0)).map(({ type }) => type);
  return parts.indexOf('month') < parts.indexOf('day') && parts[0] === 'month';
};

/** A day as YYYY-MM-DD in the words of a language; another text stays. */
export const dayText = (day: string, { language, monthFirst }: Dates): string => {
  const at = new Date(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(at.getTime())) return day;
  const words = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  const region = language === 'en' && !monthFirst ? 'en-GB' : language;
  return new Intl.DateTimeFormat(region, words).format(at);
};

/**
 * Reads a day as people write it, as YYYY-MM-DD: 23 April 1990, April 23, 1990, 23.4.1990, 23/04/1990 or 1990-04-23.
 * Undefined for a text that is none.
 */
export const dayOf = (typed: string, { language, monthFirst }: Dates): string | undefined => {
  const parts = typed
    .trim()
    .split(/[\s./,-]+/)
    .filter(Boolean);
  const [first = '', second = '', third = ''] = parts;
  if (parts.length !== 3) return undefined;
  if (/^\d{4}$/.test(first)) return dateOf(first, second, third);
  const [month, other] = [monthOf(first, language), monthOf(second, language)];
  if (month) return dateOf(third, month, second);
  if (other) return dateOf(third, other, first);
  // With points the day is first, wherever it is written so.
  return monthFirst && !typed.includes('.')
    ? (dateOf(third, first, second) ?? dateOf(third, second, first))
    : (dateOf(third, second, first) ?? dateOf(third, first, second));
};

/** The number of a month by its name, or by the first letters of it. */
const monthOf = (typed: string, language: string): string | undefined => {
  if (!/^\p{L}{3,}$/u.test(typed)) return undefined;
  for (const one of [language, 'en']) {
    const named = new Intl.DateTimeFormat(one, { month: 'long', timeZone: 'UTC' });
    for (let month = 0; month < 12; month++)
      if (named.format(Date.UTC(2000, month)).toLowerCase().startsWith(typed.toLowerCase()))
        return String(month + 1);
  }
  return undefined;
};

/** The date, if it exists. */
const dateOf = (year: string, month: string, day: string): string | undefined => {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : undefined;
};
