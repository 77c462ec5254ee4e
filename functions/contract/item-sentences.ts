import type * as z from 'zod/mini';
import type { ApiErrorItemCode } from '../domain/api-error.ts';
import type { IssueParams } from './issues.ts';

/** Longer lists of allowed values are named by what they are instead. */
const listed_values_max = 20;

/** What one issue becomes, but for where it stands. */
export type Finding = { readonly code: ApiErrorItemCode; readonly detail: string };

type Issue = z.core.$ZodIssue;

/** The sentence of each item code where nothing more particular is known; each says what is expected. */
export const itemSentences: Record<ApiErrorItemCode, string> = {
  required: 'Must be given.',
  unknown_field: 'Is not known here: leave it out, or check its spelling.',
  invalid_type: 'Must be of another type.',
  invalid_format: 'Must have another form.',
  invalid_value: 'Must have another value.',
  too_short: 'Must be longer.',
  too_long: 'Must be shorter.',
  too_small: 'Must be greater.',
  too_big: 'Must be smaller.',
  above_cap: 'Must not be above the cap.',
  under_age: 'Must be at least 18 years ago.',
  card_number_not_allowed: 'Must not hold a card number: 13 to 19 digits that form a valid one are never kept.',
};

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
};

const formats: Readonly<Record<string, string>> = {
  email: 'an e-mail address, such as ada.lovelace@example.com',
  e164: 'a phone number in E.164 form, such as +441632960961',
  date: 'a date that exists, YYYY-MM-DD',
  datetime: 'an instant in RFC 3339 form, such as 2026-11-20T15:04:05.123Z',
  url: 'an absolute URL',
  uuid: 'a UUID',
};

const units: Readonly<Record<string, string>> = { string: 'character', array: 'item', record: 'pair', object: 'field' };

/** Code and sentence of one issue; unions and unknown keys, which become several items, are taken apart by the caller. */
export const findingOf = (issue: Issue): Finding => {
  switch (issue.code) {
    case 'invalid_type':
      return { code: 'invalid_type', detail: `Must be ${types[issue.expected] ?? issue.expected}.` };
    case 'invalid_format':
      return { code: 'invalid_format', detail: formatSentence(issue) };
    case 'invalid_value':
      return { code: 'invalid_value', detail: valuesSentence(issue.values) };
    case 'too_small':
      return bound(issue.origin, Number(issue.minimum), 'low', issue.inclusive ?? true);
    case 'too_big':
      return bound(issue.origin, Number(issue.maximum), 'high', issue.inclusive ?? true);
    case 'not_multiple_of':
      return { code: 'invalid_value', detail: `Must be a multiple of ${issue.divisor}.` };
    case 'invalid_key':
      return { code: 'invalid_format', detail: 'Must have a key of another form.' };
    case 'custom':
      return ownFinding(issue.params);
    default:
      return { code: 'invalid_value', detail: itemSentences.invalid_value };
  }
};

/** Names every allowed value where they are few. */
export const valuesSentence = (values: readonly unknown[]): string => {
  if (values.length === 0 || values.length > listed_values_max) return itemSentences.invalid_value;
  const names = values.map((value) => (typeof value === 'string' ? value : String(value)));
  return names.length === 1 ? `Must be ${names[0]}.` : `Must be one of ${names.join(', ')}.`;
};

/** Names every type that would do. */
export const typesSentence = (expected: readonly string[]): string =>
  `Must be ${[...new Set(expected)].map((name) => types[name] ?? name).join(' or ')}.`;

const formatSentence = (issue: Extract<Issue, { code: 'invalid_format' }>): string => {
  const known = formats[issue.format];
  if (known !== undefined) return `Must be ${known}.`;
  return issue.pattern === undefined ? itemSentences.invalid_format : `Must match ${issue.pattern}.`;
};

const bound = (origin: string, limit: number, end: 'low' | 'high', inclusive: boolean): Finding => {
  const unit = units[origin];
  const least = end === 'low' ? 'at least' : 'at most';
  if (unit !== undefined) {
    const noun = limit === 1 ? unit : `${unit}s`;
    return { code: end === 'low' ? 'too_short' : 'too_long', detail: `Must have ${least} ${limit} ${noun}.` };
  }
  const beyond = end === 'low' ? 'greater than' : 'less than';
  return { code: end === 'low' ? 'too_small' : 'too_big', detail: `Must be ${inclusive ? least : beyond} ${limit}.` };
};

const ownFinding = (params: Record<string, unknown> | undefined): Finding => {
  const { code = 'invalid_value', detail } = (params ?? {}) as Partial<IssueParams>;
  return { code, detail: detail ?? itemSentences[code] };
};
