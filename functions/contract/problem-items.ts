import * as z from 'zod/mini';
import type { ApiErrorItem } from '../domain/api-error.ts';
import { type Finding, findingOf, itemSentences, typesSentence, valuesSentence } from './item-sentences.ts';

/** More items than this help nobody and would make the answer as large as the request. */
const items_max = 50;

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Where the value that was parsed stands in the request. */
export type Origin = {
  readonly in: 'body' | 'query' | 'path' | 'header';
  /** The value as it was given to the schema; tells a missing field from one of another type. */
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

/** What is wrong with a value that stands in a body at a place, by its own schema; empty when nothing is. */
export const itemsAt = (schema: z.core.$ZodType, input: unknown, at: Path): ApiErrorItem[] => {
  const result = z.safeParse(schema, input);
  return result.success ? [] : problemItems(result.error.issues, { in: 'body', input, at });
};

type Located = { readonly path: Path; readonly finding: Finding };

const required: Finding = { code: 'required', detail: itemSentences.required };
const unknownField: Finding = { code: 'unknown_field', detail: itemSentences.unknown_field };

const located = (issue: Issue, input: unknown, base: Path = []): Located[] => {
  const path = [...base, ...issue.path];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, items_max).map((key) => ({ path: [...path, key], finding: unknownField }));
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
const ofUnion = (issue: Extract<Issue, { code: 'invalid_union' }>, input: unknown, path: Path): Located[] => {
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
  const expected = issues.flatMap((issue) => (issue.code === 'invalid_type' ? [issue.expected] : []));
  if (expected.length > 0) return { code: 'invalid_type', detail: typesSentence(expected) };
  return { code: 'invalid_value', detail: itemSentences.invalid_value };
};

const place = (origin: Origin, path: Path): { pointer: string } | { parameter: string } => {
  const whole = [...(origin.at ?? []), ...path].map(String);
  if (origin.in !== 'body') return { parameter: [origin.in, ...whole].join('.') };
  return { pointer: whole.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('') };
};
