import { BadConfiguration } from '../bad-configuration.ts';
import { wildcard } from './wildcard.ts';

/** What is known about a call, by condition key in lower case; keys of IAM have no case. */
export type Context = ReadonlyMap<string, readonly string[]>;

/** Whether a statement's conditions hold. */
export type Condition = (context: Context) => boolean;

/**
 * Reads the `Condition` of a statement. An operator or key that is not known here is refused at once: guessing would
 * allow here what AWS forbids, or the other way round.
 */
export const condition = (block: unknown, where: string): Condition => {
  const tests = Object.entries((block ?? {}) as Record<string, Record<string, unknown>>).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, values]) => test(operator, key, textsOf(values), where)),
  );
  return (context) => tests.every((holds) => holds(context));
};

const test = (operator: string, key: string, wanted: readonly string[], where: string): Condition => {
  if (operator === 'Null' && knownKeys.some((known) => known(key)))
    return (context) => wanted.includes(String(!context.has(key.toLowerCase())));
  const [, set, base = ''] = /^(?:(ForAnyValue|ForAllValues):)?(.*)$/.exec(operator) ?? [];
  const matcher = operators[base];
  if (!matcher)
    throw new BadConfiguration(`${where} has the condition operator ${operator}, which local/ cannot evaluate.`);
  if (!knownKeys.some((known) => known(key)))
    throw new BadConfiguration(`${where} has the condition key ${key}, which no local call carries.`);
  const matchers = wanted.map(matcher);
  const matches = (value: string) => matchers.some((fits) => fits(value));
  return (context) => {
    const values = context.get(key.toLowerCase()) ?? [];
    if (set === 'ForAllValues') return values.every(matches);
    if (set === 'ForAnyValue') return values.some(matches);
    // A single-valued operator on a key with several values holds for nobody, as on AWS.
    return values.length === 1 && values.every(matches);
  };
};

type Matcher = (wanted: string) => (value: string) => boolean;

const equal: Matcher = (wanted) => (value) => value === wanted;

const operators: Readonly<Record<string, Matcher>> = {
  StringEquals: equal,
  StringLike: (wanted) => wildcard(wanted),
  ArnEquals: (wanted) => arnLike(wanted),
  ArnLike: (wanted) => arnLike(wanted),
  Bool: (wanted) => (value) => value.toLowerCase() === wanted.toLowerCase(),
};

/** Each of the six parts is compared by itself, so that a `*` never reaches over a colon except in the last. */
const arnLike = (wanted: string): ((value: string) => boolean) => {
  const parts = arnParts(wanted).map((part) => wildcard(part));
  return (value) => {
    const given = arnParts(value);
    return given.length === parts.length && parts.every((fits, position) => fits(given[position] ?? ''));
  };
};

const arnParts = (arn: string): string[] => {
  const parts = arn.split(':');
  return [...parts.slice(0, 5), parts.slice(5).join(':')];
};

const textsOf = (values: unknown): string[] => [values].flat().map(String);

/** What the services here say about their calls; a service that says more adds its keys. */
const knownKeys = [
  'aws:SecureTransport',
  'aws:SourceAccount',
  'aws:SourceArn',
  'kms:ViaService',
  's3:if-none-match',
  's3:prefix',
  'kms:ResourceAliases',
  'kms:EncryptionContext:*',
  'kms:EncryptionContextKeys',
].map((key) => wildcard(key, 'i'));
