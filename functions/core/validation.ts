import * as z from 'zod/mini';
import type { ApiErrorItem, ApiErrorItemCode } from './api-error.ts';
import { pointerOf } from './json.ts';

type RawIssue = z.core.$ZodRawIssue;

/** The parameters that a check of our own adds to its issue; problem-items.ts reads them. */
export type IssueParams = {
  readonly code: ApiErrorItemCode;
  /** Says what is expected, where the code's own sentence would be too general. */
  readonly detail?: string;
};

/** An issue of a check of our own, carrying the item code it becomes. `path` leads on from the checked value. */
export const issueOf = (
  code: ApiErrorItemCode,
  input: unknown,
  detail?: string,
  path: readonly PropertyKey[] = [],
): RawIssue => ({
  code: 'custom',
  input,
  path: [...path],
  continue: true,
  params: { code, ...(detail === undefined ? {} : { detail }) } satisfies IssueParams,
});

/** zod's own issue for a text that is too long, in characters. */
export const tooLong = (
  input: string,
  maximum: number,
  path: readonly PropertyKey[] = [],
): RawIssue => ({
  code: 'too_big',
  origin: 'string',
  maximum,
  inclusive: true,
  input,
  path: [...path],
  continue: true,
});

/** zod's own issue for a text that is too short, in characters. */
export const tooShort = (
  input: string,
  minimum: number,
  path: readonly PropertyKey[] = [],
): RawIssue => ({
  code: 'too_small',
  origin: 'string',
  minimum,
  inclusive: true,
  input,
  path: [...path],
  continue: true,
});

/** Longer lists of allowed values are named by what they are instead. */
const listed_values_max = 20;

/** The finding of one issue, without its place. */
export type Finding = { readonly code: ApiErrorItemCode; readonly detail: string };

type Issue = z.core.$ZodIssue;

/** The sentence of each item code where nothing more particular is known; each says what is expected. */
export const itemSentences: Record<ApiErrorItemCode, string> = {
  required: 'Must be given.',
  unknown_field: 'Unknown field: omit it, or check its spelling.',
  invalid_type: 'Must be of another type.',
  invalid_format: 'Must have another form.',
  invalid_value: 'Must have another value.',
  too_short: 'Must be longer.',
  too_long: 'Must be shorter.',
  too_small: 'Must be greater.',
  too_big: 'Must be smaller.',
  above_cap: 'Must not be above the cap.',
  under_age: 'Must be at least 18 years ago. The day counts in UTC.',
  card_number_not_allowed: 'Must not contain a card number: card numbers are never stored.',
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

const units: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'item',
  record: 'pair',
  object: 'field',
};

/** Code and sentence of one issue; unions and unknown keys, which become several items, are taken apart by the caller. */
export const findingOf = (issue: Issue): Finding => {
  switch (issue.code) {
    case 'invalid_type':
      return {
        code: 'invalid_type',
        detail: `Must be ${types[issue.expected] ?? issue.expected}.`,
      };
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
  // A form of our own has its sentence beside it; zod's own says nothing.
  return issue.message.startsWith('Must ') ? issue.message : itemSentences.invalid_format;
};

const bound = (origin: string, limit: number, end: 'low' | 'high', inclusive: boolean): Finding => {
  const unit = units[origin];
  const least = end === 'low' ? 'at least' : 'at most';
  if (unit !== undefined) {
    const resourceType = limit === 1 ? unit : `${unit}s`;
    return {
      code: end === 'low' ? 'too_short' : 'too_long',
      detail: `Must have ${least} ${limit} ${resourceType}.`,
    };
  }
  const beyond = end === 'low' ? 'greater than' : 'less than';
  return {
    code: end === 'low' ? 'too_small' : 'too_big',
    detail: `Must be ${inclusive ? least : beyond} ${limit}.`,
  };
};

const ownFinding = (params: Record<string, unknown> | undefined): Finding => {
  const { code = 'invalid_value', detail } = (params ?? {}) as Partial<IssueParams>;
  return { code, detail: detail ?? itemSentences[code] };
};

/** More items than this help nobody and would make the response as large as the request. */
export const items_max = 50;

type Path = readonly PropertyKey[];

/** The place of the parsed value in the request. */
export type Origin = {
  readonly in: 'body' | 'query' | 'path' | 'header';
  /** The value as it was given to the schema; distinguishes a missing field from one of another type. */
  readonly input: unknown;
  /** Leads from the body to the value, where only a part of it was parsed: `['metadata']`. */
  readonly at?: Path;
};

/** Turns what zod found into items a caller can act on: at most 50, in the order of the schema. */
export const problemItems = (issues: readonly Issue[], origin: Origin): ApiErrorItem[] =>
  issues
    .flatMap((issue) => located(issue, origin.input))
    .slice(0, items_max)
    .map(({ path, finding }) => ({ ...place(origin, path), ...finding }));

/** The errors of a value at a place of a body, by the schema of the value. */
export const itemsAt = (schema: z.core.$ZodType, input: unknown, at: Path): ApiErrorItem[] => {
  const result = z.safeParse(schema, input);
  return result.success ? [] : problemItems(result.error.issues, { in: 'body', input, at });
};

/** The same as issues of a check whose value has a schema of its own. */
export const issuesIn = (schema: z.core.$ZodType, input: unknown): RawIssue[] => {
  const result = z.safeParse(schema, input);
  if (result.success) return [];
  const found = result.error.issues.flatMap((issue) => located(issue, input));
  return found.map(({ path, finding }) => issueOf(finding.code, input, finding.detail, path));
};

type Located = { readonly path: Path; readonly finding: Finding };

const required: Finding = { code: 'required', detail: itemSentences.required };
const unknownField: Finding = { code: 'unknown_field', detail: itemSentences.unknown_field };

const located = (issue: Issue, input: unknown, base: Path = []): Located[] => {
  const path = [...base, ...issue.path];
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .slice(0, items_max)
      .map((key) => ({ path: [...path, key], finding: unknownField }));
  if (isMissing(issue, input, path)) return [{ path, finding: required }];
  if (issue.code === 'invalid_union') return ofUnion(issue, input, path);
  return [{ path, finding: findingOf(issue) }];
};

/** A check of ours may blame a missing field for a reason of its own; only its wrong types are taken for missing. */
const isMissing = (issue: Issue, input: unknown, path: Path): boolean => {
  if (issue.code === 'custom' && findingOf(issue).code !== 'invalid_type') return false;
  return valueAt(input, path) === undefined;
};

const valueAt = (input: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    return (value as Record<PropertyKey, unknown>)[key];
  }, input);

/** A union's own message would be "no option fits": say instead what the likeliest option lacks. */
const ofUnion = (
  issue: Extract<Issue, { code: 'invalid_union' }>,
  input: unknown,
  path: Path,
): Located[] => {
  if ('options' in issue && issue.options)
    return [{ path, finding: { code: 'invalid_value', detail: valuesSentence(issue.options) } }];
  const entered = issue.errors.filter((branch) => !branch.some(refusesWhole));
  const likeliest = entered.toSorted((one, other) => one.length - other.length)[0];
  if (likeliest !== undefined) return likeliest.flatMap((inner) => located(inner, input, path));
  return [{ path, finding: wholeFinding(issue.errors.flat()) }];
};

/** Whether an option does not even have the type or the value it would need to be meant. */
const refusesWhole = (issue: Issue): boolean =>
  issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value');

const wholeFinding = (issues: readonly Issue[]): Finding => {
  const values = issues.flatMap((issue) => (issue.code === 'invalid_value' ? issue.values : []));
  if (values.length > 0) return { code: 'invalid_value', detail: valuesSentence(values) };
  const expected = issues.flatMap((issue) =>
    issue.code === 'invalid_type' ? [issue.expected] : [],
  );
  if (expected.length > 0) return { code: 'invalid_type', detail: typesSentence(expected) };
  return { code: 'invalid_value', detail: itemSentences.invalid_value };
};

const place = (origin: Origin, path: Path): { pointer: string } | { parameter: string } => {
  const whole = [...(origin.at ?? []), ...path].map(String);
  if (origin.in !== 'body') return { parameter: [origin.in, ...whole].join('.') };
  return { pointer: pointerOf(whole) };
};
