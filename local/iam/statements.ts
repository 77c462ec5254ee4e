import type { Access } from '../aws-service.ts';
import { BadConfiguration } from '../errors.ts';

/** One statement of a policy. */
export type IamStatement = {
  readonly effect: 'Allow' | 'Deny';
  covers(access: Access, context: ConditionContext): boolean;
};

/** The context of a call, by condition key in lower case; IAM's keys have no case. */
export type ConditionContext = ReadonlyMap<string, readonly string[]>;

/** The statements of a policy; throws BadConfiguration, naming it as `where`, for what cannot be evaluated exactly. */
export const statementsOf = (document: unknown, where: string): IamStatement[] => {
  const { Statement } = (document ?? {}) as { Statement?: unknown };
  return [Statement ?? []]
    .flat()
    .map((statement) => statementOf(statement as Record<string, unknown>, where));
};

const members = new Set(['Sid', 'Effect', 'Action', 'Resource', 'Condition']);

const statementOf = (statement: Record<string, unknown>, where: string): IamStatement => {
  const unknown = Object.keys(statement).find((member) => !members.has(member));
  if (unknown)
    throw new BadConfiguration(
      `${where} has a statement with ${unknown}, which local/ cannot evaluate.`,
    );
  const actions = textsOf(statement.Action).map((action) => wildcard(action, 'i'));
  const resources = textsOf(statement.Resource).map((resource) => {
    if (resource.includes('${'))
      throw new BadConfiguration(`${where} has the policy variable ${resource}.`);
    return wildcard(resource);
  });
  const holds = conditionOf(statement.Condition, where);
  return {
    effect: statement.Effect === 'Deny' ? 'Deny' : 'Allow',
    covers: ({ action, resource }, context) =>
      actions.some((fits) => fits(action)) &&
      resources.some((fits) => fits(resource)) &&
      holds(context),
  };
};

type Condition = (context: ConditionContext) => boolean;

/** Reads a `Condition`. An unknown operator or key is an error: a guess would allow or forbid what AWS does not. */
export const conditionOf = (block: unknown, where: string): Condition => {
  const tests = Object.entries((block ?? {}) as Record<string, Record<string, unknown>>).flatMap(
    ([operator, keys]) =>
      Object.entries(keys).map(([key, values]) => testOf(operator, key, textsOf(values), where)),
  );
  return (context) => tests.every((holds) => holds(context));
};

const testOf = (
  operator: string,
  key: string,
  wanted: readonly string[],
  where: string,
): Condition => {
  const isKnown = knownKeys.some((known) => known(key));
  if (operator === 'Null' && isKnown)
    return (context) => wanted.includes(String(!context.has(key.toLowerCase())));
  const [, set, base = ''] = /^(?:(ForAnyValue|ForAllValues):)?(.*)$/.exec(operator) ?? [];
  const matcher = Object.hasOwn(operators, base) ? operators[base] : undefined;
  if (!matcher)
    throw new BadConfiguration(
      `${where} has the condition operator ${operator}, which local/ cannot evaluate.`,
    );
  if (!isKnown)
    throw new BadConfiguration(
      `${where} has the condition key ${key}, which no local call carries.`,
    );
  const matchers = wanted.map(matcher);
  // A negated operator holds where no value is that of the call, so also where the call has none.
  const isNegated = base === 'StringNotEquals';
  const matches = (value: string) =>
    isNegated ? matchers.every((fits) => fits(value)) : matchers.some((fits) => fits(value));
  return (context) => {
    const values = context.get(key.toLowerCase()) ?? [];
    if (set === 'ForAllValues') return values.every(matches);
    if (set === 'ForAnyValue') return values.some(matches);
    if (isNegated) return values.every(matches);
    // As on AWS, a single-valued operator never holds for a key with several values.
    return values.length === 1 && values.every(matches);
  };
};

type Matcher = (wanted: string) => (value: string) => boolean;

/** Compares each of the six parts by itself, so that only a `*` in the last part matches a colon. */
const arnLike: Matcher = (wanted) => {
  const parts = arnParts(wanted).map((part) => wildcard(part));
  return (value) => {
    const given = arnParts(value);
    return (
      given.length === parts.length && parts.every((fits, position) => fits(given[position] ?? ''))
    );
  };
};

const arnParts = (arn: string): string[] => {
  const parts = arn.split(':');
  return [...parts.slice(0, 5), parts.slice(5).join(':')];
};

const operators: Readonly<Record<string, Matcher>> = {
  StringEquals: (wanted) => (value) => value === wanted,
  StringNotEquals: (wanted) => (value) => value !== wanted,
  StringLike: (wanted) => wildcard(wanted),
  ArnEquals: arnLike,
  ArnLike: arnLike,
  Bool: (wanted) => (value) => value.toLowerCase() === wanted.toLowerCase(),
};

/** Whether a value fits a pattern of IAM: `*` is any text, `?` any one character; everything else is itself. */
export const wildcard = (pattern: string, flags = ''): ((value: string) => boolean) => {
  if (pattern === '*') return () => true;
  const source = pattern
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '[^]*')
    .replaceAll('?', '[^]');
  const expression = new RegExp(`^${source}$`, flags);
  return (value) => expression.test(value);
};

/** The condition keys that the services here know about their calls. */
const knownKeys = [
  ...[
    'aws:SecureTransport',
    'aws:SourceAccount',
    'aws:SourceArn',
    'kms:ViaService',
    's3:if-none-match',
    's3:prefix',
  ],
  ...['kms:ResourceAliases', 'kms:EncryptionContext:*', 'kms:EncryptionContextKeys'],
  ...[
    'aws:PrincipalArn',
    'aws:PrincipalAccount',
    'aws:ResourceAccount',
    'events:source',
    'events:detail-type',
  ],
].map((key) => wildcard(key, 'i'));

const textsOf = (values: unknown): string[] => [values ?? []].flat().map(String);
