import { AwsError, validationError } from '../../../errors.ts';

/** The members of a request. */
export type RequestMembers = Readonly<Record<string, unknown>>;

/** A rule for a member: it returns the constraint that the value breaks, if any. */
export type MemberRule = (value: unknown) => string | undefined;

/** A request's constraints: which member, as errors name it, and its rule. */
export type Constraints = readonly (readonly [member: string, rule: MemberRule])[];

/** Throws a ValidationException that names every member which breaks its rule. */
export const assertConstraints = (input: RequestMembers, constraints: Constraints): void => {
  const broken = constraints.flatMap(([member, rule]) => {
    const value = input[member] ?? undefined;
    const constraint = rule(value);
    const name = member.charAt(0).toLowerCase() + member.slice(1);
    return constraint === undefined
      ? []
      : [`${shownAt(value, name)} failed to satisfy constraint: ${constraint}`];
  });
  if (broken.length > 0)
    throw validationError(
      `${broken.length} validation error${broken.length > 1 ? 's' : ''} detected: ${broken.join('; ')}`,
    );
};

/** Throws for members that the operation does not have here: their effect would have to be guessed. */
export const assertKnown = (
  operation: string,
  input: RequestMembers,
  known: readonly string[],
): void => {
  const expressions = Object.keys(input).filter(
    (name) => name.endsWith('Expression') && input[name] != null,
  );
  const legacy = legacyMembers.filter((name) => input[name] != null);
  if (legacy.length > 0 && expressions.length > 0)
    throw validationError(
      'Can not use both expression and non-expression parameters in the same request: ' +
        `Non-expression parameters: {${legacy.join(', ')}} Expression parameters: {${expressions.join(', ')}}`,
    );
  const unknown = Object.keys(input).find((name) => input[name] != null && !known.includes(name));
  if (unknown !== undefined)
    throw validationError(
      `${operation} does not take ${unknown} here: this engine has no such parameter.`,
    );
};

const legacyMembers = [
  ...['AttributesToGet', 'AttributeUpdates', 'ConditionalOperator', 'Expected'],
  ...['KeyConditions', 'QueryFilter', 'ScanFilter'],
];

const shownAt = (value: unknown, name: string): string =>
  value === undefined ? `Value null at '${name}'` : `Value '${shown(value)}' at '${name}'`;

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{${Object.entries(value)
    .map(([name, one]) => `${name}=${shown(one)}`)
    .join(', ')}}`;
};

const wrongType = (): AwsError =>
  new AwsError(400, 'SerializationException', 'Unexpected value type in payload');

export const present: MemberRule = (value) =>
  value === undefined ? 'Member must not be null' : undefined;

/** One of some words, if there is any. */
export const oneOf =
  (...words: readonly string[]): MemberRule =>
  (value) => {
    if (value !== undefined && typeof value !== 'string') throw wrongType();
    return value === undefined || words.includes(value)
      ? undefined
      : `Member must satisfy enum value set: [${words.join(', ')}]`;
  };

/** A text of some length, if there is any. */
export const characters =
  (shortest: number, longest: number, pattern?: RegExp): MemberRule =>
  (value) => {
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw wrongType();
    if (value.length < shortest)
      return `Member must have length greater than or equal to ${shortest}`;
    if (value.length > longest) return `Member must have length less than or equal to ${longest}`;
    return pattern === undefined || pattern.test(value)
      ? undefined
      : `Member must satisfy regular expression pattern: ${pattern.source.slice(1, -1)}`;
  };

/** A number within bounds, if there is any. */
export const number =
  (least: number, most = Number.POSITIVE_INFINITY): MemberRule =>
  (value) => {
    if (value === undefined) return undefined;
    if (typeof value !== 'number') throw wrongType();
    if (value < least) return `Member must have value greater than or equal to ${least}`;
    return value > most ? `Member must have value less than or equal to ${most}` : undefined;
  };

/** A list of some length, if there is any. */
export const list =
  (shortest: number, longest: number): MemberRule =>
  (value) => {
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) throw wrongType();
    if (value.length < shortest)
      return `Member must have length greater than or equal to ${shortest}`;
    return value.length > longest
      ? `Member must have length less than or equal to ${longest}`
      : undefined;
  };

export const both =
  (...rules: readonly MemberRule[]): MemberRule =>
  (value) => {
    for (const rule of rules) {
      const constraint = rule(value);
      if (constraint !== undefined) return constraint;
    }
    return undefined;
  };

export const existingName = both(present, characters(1, 255, /^[a-zA-Z0-9_.-]+$/));
export const newName = characters(3, 255, /^[a-zA-Z0-9_.-]+$/);
export const returnConsumedCapacity = [
  'ReturnConsumedCapacity',
  oneOf('INDEXES', 'TOTAL', 'NONE'),
] as const;
export const returnMetrics = ['ReturnItemCollectionMetrics', oneOf('SIZE', 'NONE')] as const;
