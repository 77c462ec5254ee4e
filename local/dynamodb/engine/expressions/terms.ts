import { type AwsError, validationError } from '../../../errors.ts';
import { isObject } from '../../../json-protocol.ts';
import { type Attributes, storedValue, type Value } from '../values/value.ts';
import { parseCondition, parseProjection, parseUpdate } from './parser.ts';
import type { ConditionTree, Parsed, Path, UpdateAction } from './syntax.ts';
import { type ExpressionKind, invalidExpression } from './tokens.ts';

/** The members of a request that explain the placeholders of its expressions. */
export type TermsInput = {
  readonly ExpressionAttributeNames?: unknown;
  readonly ExpressionAttributeValues?: unknown;
};

/** The names and values that the expressions of one request refer to. */
export type Terms = {
  readonly kind: ExpressionKind;
  /** The parts of a path, its placeholders resolved. */
  path(path: Path): readonly (string | number)[];
  value(name: string): Value;
};

/** The expressions of a request, in the order in which DynamoDB looks at them. */
export type Expressions = {
  condition(kind: ExpressionKind, text: string): { tree: ConditionTree; terms: Terms };
  projection(text: string): { tree: readonly Path[]; terms: Terms };
  update(text: string): { tree: readonly UpdateAction[]; terms: Terms };
  /** Throws a ValidationException for a placeholder that no expression has. */
  assertAllUsed(): void;
};

/** The expressions of one request; `expected` are the members that could refer to placeholders. */
export const expressionsOf = (
  input: TermsInput & Readonly<Record<string, unknown>>,
  expected: readonly ExpressionKind[],
): Expressions => {
  const names = namesOf(input, expected);
  const values = valuesOf(input, expected);
  const used = { names: new Set<string>(), values: new Set<string>() };
  const termsOf = <T>(kind: ExpressionKind, parsed: Parsed<T>): { tree: T; terms: Terms } => {
    for (const name of parsed.names) {
      if (!Object.hasOwn(names, name)) throw undefinedName(kind, name);
      used.names.add(name);
    }
    for (const name of parsed.values) {
      if (!Object.hasOwn(values, name)) throw undefinedValue(kind, name);
      used.values.add(name);
    }
    const resolved = (part: string | number) =>
      typeof part === 'string' && part.startsWith('#') ? (names[part] as string) : part;
    return {
      tree: parsed.tree,
      terms: {
        kind,
        path: ({ parts }) => parts.map(resolved),
        value: (name) => values[name] as Value,
      },
    };
  };
  return {
    condition: (kind, text) => termsOf(kind, parseCondition(kind, text)),
    projection: (text) => termsOf('ProjectionExpression', parseProjection(text)),
    update: (text) => termsOf('UpdateExpression', parseUpdate(text)),
    assertAllUsed: () => {
      assertUsed('ExpressionAttributeNames', names, used.names);
      assertUsed('ExpressionAttributeValues', values, used.values);
    },
  };
};

const undefinedName = (kind: ExpressionKind, name: string): AwsError =>
  invalidExpression(
    kind,
    `An expression attribute name used in the document path is not defined; attribute name: ${name}`,
  );

const undefinedValue = (kind: ExpressionKind, name: string): AwsError =>
  invalidExpression(
    kind,
    `An expression attribute value used in expression is not defined; attribute value: ${name}`,
  );

const assertUsed = (member: string, all: object, used: ReadonlySet<string>): void => {
  const unused = Object.keys(all).filter((name) => !used.has(name));
  if (unused.length > 0)
    throw validationError(
      `Value provided in ${member} unused in expressions: keys: {${unused.join(', ')}}`,
    );
};

const given = (
  input: TermsInput & Readonly<Record<string, unknown>>,
  member: keyof TermsInput,
  expected: readonly ExpressionKind[],
) => {
  const all = input[member];
  if (all === undefined || all === null) return undefined;
  if (expected.every((kind) => input[kind] === undefined || input[kind] === null))
    throw validationError(
      expected.length === 1
        ? `${member} can only be specified when using expressions: ${expected[0]} is null`
        : `${member} can only be specified when using expressions`,
    );
  if (!isObject(all)) throw validationError(`${member} must be a map`);
  if (Object.keys(all).length === 0) throw validationError(`${member} must not be empty`);
  return all;
};

const namesOf = (
  input: TermsInput & Readonly<Record<string, unknown>>,
  expected: readonly ExpressionKind[],
) => {
  const names = given(input, 'ExpressionAttributeNames', expected) ?? {};
  for (const [name, stands] of Object.entries(names)) {
    if (!/^#[A-Za-z0-9_]+$/.test(name))
      throw validationError(
        `ExpressionAttributeNames contains invalidExpression key: Syntax error; key: "${name}"`,
      );
    if (typeof stands !== 'string' || stands === '')
      throw validationError(
        `ExpressionAttributeNames contains invalidExpression value for key ${name}`,
      );
  }
  return names as Readonly<Record<string, string>>;
};

const valuesOf = (
  input: TermsInput & Readonly<Record<string, unknown>>,
  expected: readonly ExpressionKind[],
): Attributes => {
  // A projection has no values, and alone cannot explain why some are there.
  const values =
    given(
      input,
      'ExpressionAttributeValues',
      expected.filter((kind) => kind !== 'ProjectionExpression'),
    ) ?? {};
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (!/^:[A-Za-z0-9_]+$/.test(name))
        throw validationError(
          `ExpressionAttributeValues contains invalidExpression key: Syntax error; key: "${name}"`,
        );
      return [name, explained(name, value)];
    }),
  );
};

const explained = (name: string, value: unknown): Value => {
  try {
    return storedValue(value);
  } catch (error) {
    const { code, message } = error as AwsError;
    throw code === 'ValidationException'
      ? validationError(
          `ExpressionAttributeValues contains invalidExpression value: ${message} for key ${name}`,
        )
      : error;
  }
};
