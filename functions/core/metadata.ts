import * as z from 'zod/mini';
import { holdsCardNumber } from './card-number.ts';
import { printedEmptyText, printedText, textIssues } from './text-fields.ts';
import { type IssueParams, issueOf } from './validation.ts';

const pairs_max = 50;
const key_characters_max = 40;
const value_characters_max = 500;
const total_bytes_max = 8192;

type Pairs = Record<string, string>;
type PairsPatch = Record<string, string | null>;

const describes = `Up to ${pairs_max} string pairs: keys of 1 to ${key_characters_max} characters, values of up to ${value_characters_max}, ${total_bytes_max} bytes of UTF-8 in all.`;
const example = { order_id: 'A-1001' };

const printedAs = (value: object) => ({
  type: 'object',
  maxProperties: pairs_max,
  propertyNames: { minLength: 1, maxLength: key_characters_max, pattern: printedText },
  additionalProperties: value,
});

const printedValue = { type: 'string', maxLength: value_characters_max, pattern: printedEmptyText };

const notAnObject = {
  params: { code: 'invalid_type', detail: 'Must be an object.' } satisfies IssueParams,
  abort: true,
};

/** The caller's own pairs, kept as sent. Not a zod record: that would drop `__proto__` silently instead of refusing it. */
export const Metadata = z.custom<Pairs>(isObject, notAnObject).check(
  z.check((payload) => {
    payload.issues.push(...pairsIssues(payload.value, false));
  }),
  z.meta({
    id: 'Metadata',
    description: describes,
    examples: [example],
    printed: printedAs(printedValue),
  }),
);

/** The pairs as responses show them: what is stored stays readable when the rules of its input become stricter. */
export const StoredMetadata = z
  .custom<Pairs>(isObject, notAnObject)
  .register(z.globalRegistry, { printed: Metadata });

/** A merge patch of metadata: null removes a key. The merged pairs must fit `Metadata`. */
export const MetadataPatch = z.custom<PairsPatch>(isObject, notAnObject).check(
  z.check((payload) => {
    payload.issues.push(...pairsIssues(payload.value, true));
  }),
  z.meta({
    id: 'MetadataPatch',
    description: `${describes} Null removes a key.`,
    examples: [example],
    printed: printedAs({ ...printedValue, type: ['string', 'null'] }),
  }),
);

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const pairsIssues = (pairs: PairsPatch, clearing: boolean): z.core.$ZodRawIssue[] => {
  const entries = Object.entries(pairs);
  if (entries.length > pairs_max)
    return [
      issueOf('too_long', pairs, `Must have at most ${pairs_max} pairs, has ${entries.length}.`),
    ];
  const issues = entries.flatMap(([key, value]) => pairIssues(key, value, clearing));
  if (issues.length > 0) return issues;
  const encoder = new TextEncoder();
  const bytes = entries.reduce(
    (sum, [key, value]) => sum + encoder.encode(`${key}${value ?? ''}`).length,
    0,
  );
  return bytes > total_bytes_max
    ? [
        issueOf(
          'too_long',
          pairs,
          `Must be at most ${total_bytes_max} bytes of UTF-8 in all, is ${bytes}.`,
        ),
      ]
    : [];
};

const pairIssues = (key: string, value: unknown, clearing: boolean): z.core.$ZodRawIssue[] => {
  const path = [key];
  if (key === '__proto__')
    return [issueOf('invalid_value', value, 'Choose another key: this one is reserved.', path)];
  const ofKey = textIssues(key, { min: 1, max: key_characters_max, numberRule: false }, path);
  if (ofKey.length > 0)
    return [
      issueOf(
        'invalid_format',
        value,
        `Keys have 1 to ${key_characters_max} characters, not blank, no hidden ones.`,
        path,
      ),
    ];
  if (value === null && clearing) return [];
  // It points at the pairs: an item that pointed at this one would repeat the number.
  if (holdsCardNumber(key)) return [issueOf('card_number_not_allowed', value, undefined)];
  if (typeof value !== 'string') return [issueOf('invalid_type', value, 'Must be a string.', path)];
  return textIssues(value, { min: 0, max: value_characters_max, numberRule: true }, path);
};
