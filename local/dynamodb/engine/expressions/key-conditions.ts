import { type AwsError, validationError } from '../../../errors.ts';
import { bytesBehind, keyBytes } from '../values/key-bytes.ts';
import { type KeyType, type Value, valueType } from '../values/value.ts';
import { assertBounds } from './conditions.ts';
import { misplaced } from './operands.ts';
import type { ConditionTree, Operand } from './syntax.ts';
import type { Expressions, Terms } from './terms.ts';
import { invalidExpression } from './tokens.ts';

/** The names and types of the keys of a table or an index. */
export type KeyShape = {
  readonly hash: string;
  readonly range?: string | undefined;
  typeOf(name: string): KeyType;
};

/** An end of a range of sort keys. */
export type Bound = { readonly bytes: Buffer; readonly isIncluded: boolean };

/** The range that a query reads: a partition, and all or part of its sort keys. */
export type KeyRange = {
  readonly partition: Value;
  readonly low?: Bound | undefined;
  readonly high?: Bound | undefined;
};

/** The range of a KeyConditionExpression; throws a ValidationException. */
export const keyRangeOf = (expressions: Expressions, text: string, shape: KeyShape): KeyRange => {
  const { tree, terms } = expressions.condition('KeyConditionExpression', text);
  const parts = partsOf(tree, terms).map((part) => keyPartOf(part, terms));
  if (new Set(parts.map(({ name }) => name)).size < parts.length)
    throw validationError('KeyConditionExpressions must only contain one condition per key');
  if (parts.length > 2) throw validationError('Conditions can be of length 1 or 2 only');
  const hash = parts.find(({ name }) => name === shape.hash);
  if (!hash) throw missed(shape.hash);
  const rest = parts.find((part) => part !== hash);
  if (rest && rest.name !== shape.range)
    throw shape.range === undefined ? unsupported() : missed(shape.range);
  if (hash.operator !== '=') throw unsupported();
  for (const part of parts) assertTypes(part, shape);
  return { partition: hash.values[0] as Value, ...(rest && rangeOf(rest, terms)) };
};

type KeyPart = {
  readonly name: string;
  readonly operator: string;
  readonly values: readonly Value[];
};

const missed = (name: string): AwsError =>
  validationError(`Query condition missed key schema element: ${name}`);
const unsupported = (): AwsError => validationError('Query key condition not supported');

const partsOf = (condition: ConditionTree, terms: Terms): ConditionTree[] => {
  if (condition.kind === 'and') return condition.parts.flatMap((part) => partsOf(part, terms));
  const refused =
    condition.kind === 'compare'
      ? condition.operator === '<>'
        ? '<>'
        : undefined
      : refusedKinds[condition.kind];
  if (refused !== undefined)
    throw invalidExpression(
      terms.kind,
      `Invalid operator used in KeyConditionExpression: ${refused}`,
    );
  if (condition.kind === 'call' && condition.name !== 'begins_with')
    throw ['attribute_exists', 'attribute_not_exists', 'attribute_type', 'contains'].includes(
      condition.name,
    )
      ? invalidExpression(
          terms.kind,
          `Invalid operator used in KeyConditionExpression: ${condition.name}`,
        )
      : misplaced(condition.name, terms);
  return [condition];
};

const refusedKinds: Readonly<Record<string, string>> = { or: 'OR', not: 'NOT', in: 'IN' };

const swapped: Readonly<Record<string, string>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '=': '=',
};

const keyPartOf = (condition: ConditionTree, terms: Terms): KeyPart => {
  if (condition.kind !== 'compare' && condition.kind !== 'between' && condition.kind !== 'call')
    throw unsupported();
  const [first, second] = condition.operands;
  // `:value = name` says the same as `name = :value`.
  const isSwapped =
    condition.kind === 'compare' && first?.kind === 'value' && second?.kind === 'path';
  const [path, ...values] = isSwapped ? [second, first] : condition.operands;
  const named =
    condition.kind === 'compare'
      ? condition.operator
      : condition.kind === 'between'
        ? 'BETWEEN'
        : condition.name;
  if (path?.kind !== 'path' || values.some(({ kind }) => kind !== 'value'))
    throw invalidExpression(
      terms.kind,
      `Invalid operand in KeyConditionExpression; operator: ${named}`,
    );
  const parts = terms.path(path);
  if (parts.length > 1)
    throw invalidExpression(
      terms.kind,
      'KeyConditionExpressions cannot have conditions on nested attributes',
    );
  if (condition.kind === 'call' && values.length !== 1)
    throw invalidExpression(
      terms.kind,
      `Incorrect number of operands for operator or function; operator or function: ${named}, number of operands: ${condition.operands.length}`,
    );
  return {
    name: String(parts[0]),
    operator: isSwapped ? (swapped[named] ?? named) : named,
    values: values.map((value: Operand) => terms.value((value as { name: string }).name)),
  };
};

const assertTypes = ({ name, operator, values }: KeyPart, shape: KeyShape): void => {
  const type = shape.typeOf(name);
  for (const value of values) {
    if (operator === 'begins_with' && valueType(value) !== 'S' && valueType(value) !== 'B')
      throw validationError(
        'Invalid KeyConditionExpression: Incorrect operand type for operator or function; ' +
          `operator or function: begins_with, operand type: ${valueType(value)}`,
      );
    if (valueType(value) !== type)
      throw validationError(
        'One or more parameter values were invalid: ConditionTree parameter type does not match schema type',
      );
    if (value.S === '' || value.B === '')
      throw validationError(
        'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ' +
          `${value.S === '' ? 'string' : 'binary'} value. Key: ${name}`,
      );
  }
};

const rangeOf = ({ operator, values }: KeyPart, terms: Terms): Omit<KeyRange, 'partition'> => {
  const [first, second] = values as [Value, Value];
  const bytes = keyBytes(first);
  const included = { bytes, isIncluded: true };
  if (operator === '=') return { low: included, high: included };
  if (operator === 'begins_with') {
    const behind = bytesBehind(bytes);
    return { low: included, high: behind && { bytes: behind, isIncluded: false } };
  }
  if (operator === 'BETWEEN') {
    assertBounds(first, second, terms);
    return { low: included, high: { bytes: keyBytes(second), isIncluded: true } };
  }
  const bound = { bytes, isIncluded: operator.endsWith('=') };
  return operator.startsWith('<') ? { high: bound } : { low: bound };
};
