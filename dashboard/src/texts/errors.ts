import type { ApiError } from '../../../client/src/api-error.ts';
import type { ApiErrorCode, ApiErrorItem } from '../../../functions/core/api-error.ts';
import { language } from './language.ts';
import { filled, inSentence, t } from './texts.ts';
import { words } from './words.ts';

/** The values of an error that its sentence may name. */
type Particulars = Pick<
  ApiError,
  'feature' | 'attempts_left' | 'retry_after_seconds' | 'issuer_reason'
>;

const relative = new Intl.RelativeTimeFormat(language);

/** How long to wait, in words: “in 40 seconds”, “in 4 minutes”. */
const waitText = (seconds: number | null): string => {
  if (seconds === null) return t.errors.later;
  return seconds < 90
    ? relative.format(Math.max(1, seconds), 'second')
    : relative.format(Math.ceil(seconds / 60), 'minute');
};

/** One sentence for people for each code of the API and of the dashboard. That of the API speaks to programs: it is never shown. */
const sentences: Readonly<Record<ApiErrorCode | 'upload_rejected' | 'unexpected_answer', string>> =
  t.errors.sentences;

/** An error of the API, for people. A later version of the API may know codes that this page does not. */
export const errorText = (error: Particulars & { readonly code: string }): string =>
  filled(isKnown(error.code) ? sentences[error.code] : sentences.unexpected_answer, {
    wait: waitText(error.retry_after_seconds),
    feature: error.feature ? words(error.feature) : t.errors.theFeatures,
    attempts_left: error.attempts_left ?? t.errors.few,
    reason: error.issuer_reason ? `: ${inSentence(words(error.issuer_reason))}` : '',
  });

const isKnown = (code: string): code is keyof typeof sentences => Object.hasOwn(sentences, code);

/** The API's sentence about one input, in a person's words where it has the general form, unless it speaks to programs. */
export const itemText = (item: ApiErrorItem): string => {
  const { code, detail } = item;
  const [, end, count, unit] = /^Must have (at least|at most) (\d+) (\w+)\.$/.exec(detail) ?? [];
  if (unit && end)
    return unit === 'character' && end === 'at least'
      ? t.errors.items.required
      : filled(lengths[end] ?? '', { count, unit: units[unit] ?? unit });
  const format = formatOf(item);
  if (format && (code === 'invalid_format' || code === 'invalid_type'))
    return t.errors.formats[format];
  // The API speaks English alone.
  const isForPrograms =
    language !== 'en' || code === 'invalid_type' || /`|(^|\s)\/\w|\bnull\b/.test(detail);
  if (!isForPrograms && !detail.startsWith('Must ')) return detail;
  if (format && code === 'invalid_value' && namesValues.includes(format))
    return t.errors.formats[format];
  return t.errors.items[code];
};

/** The sentences about a request that is over; a form says what to enter instead. */
const itemSentences: Readonly<Record<string, string>> = {
  ...t.errors.items,
  invalid_format: t.requests.wrongFormat,
};

/** The general sentence about a code of an input; empty for one that only a later version of the API knows. */
export const itemSentence = (code: string): string =>
  Object.hasOwn(itemSentences, code) ? (itemSentences[code] ?? '') : '';

type Format = keyof typeof t.errors.formats;

/** The format of the outermost named part of an input: `/shipping/address/country` is a country. */
const formatOf = (item: ApiErrorItem): Format | undefined =>
  pathOf(item).flatMap(
    (name) => formats[name] ?? (Object.hasOwn(t.errors.formats, name) ? (name as Format) : []),
  )[0];

/** The formats of fields that have another name. */
const formats: Readonly<Record<string, Format>> = {
  first_name: 'name',
  middle_name: 'name',
  last_name: 'name',
  legal_name: 'name',
  recipient: 'name',
  date_of_birth: 'date',
  since: 'time',
  expires_at: 'time',
  nationality: 'country',
  incorporation_country: 'country',
  allowed_countries: 'country',
  merchant_currency: 'currency',
  allowed_currencies: 'currency',
  industry_code: 'category',
  allowed_categories: 'category',
  blocked_categories: 'category',
  merchant_id: 'merchant',
  allowed_merchants: 'merchant',
  blocked_merchants: 'merchant',
};

/** The formats whose sentences also hold for a value that is well formed and not allowed. */
const namesValues: readonly Format[] = ['country', 'currency', 'url', 'bus_arn', 'queue_url'];

const lengths: Readonly<Record<string, string>> = t.errors.lengths;
const units: Readonly<Record<string, string>> = t.errors.units;

/** Where an input stands, in words: `/address/city` is “Address, city”, `/limits/0` is “Limits, 1”. */
export const placeText = (item: ApiErrorItem): string => {
  const names = pathOf(item).map((name) =>
    /^\d+$/.test(name) ? String(Number(name) + 1) : name.replaceAll('~1', '/'),
  );
  return (
    names.map((name, at) => (at === 0 ? words(name) : inSentence(words(name)))).join(', ') ||
    t.errors.input
  );
};

const pathOf = (item: ApiErrorItem): readonly string[] =>
  'pointer' in item ? item.pointer.split('/').slice(1) : item.parameter.split('.').slice(-1);

/** The items of an error: those of the fields of a form, and the others. */
export type ItemsByField = {
  readonly fields: Readonly<Record<string, string>>;
  readonly others: readonly ApiErrorItem[];
};

/**
 * Sorts items to fields, which are named by JSON pointers as `/url`. An item below a field (`/event_types/0`) belongs to that
 * field; of several fields it belongs to the nearest.
 */
export const itemsByField = (
  items: readonly ApiErrorItem[],
  pointers: readonly string[],
): ItemsByField => {
  const fields: Record<string, string> = {};
  const others: ApiErrorItem[] = [];
  for (const item of items) {
    const field = 'pointer' in item ? nearest(item.pointer, pointers) : undefined;
    if (field === undefined) others.push(item);
    // Further faults of an empty value say nothing more.
    else if (fields[field] !== t.errors.items.required && !fields[field]?.includes(itemText(item)))
      fields[field] = [fields[field], itemText(item)].filter(Boolean).join(' ');
  }
  return { fields, others };
};

const nearest = (pointer: string, pointers: readonly string[]): string | undefined =>
  pointers
    .filter((one) => pointer === one || pointer.startsWith(`${one}/`))
    .toSorted((one, other) => other.length - one.length)[0];
