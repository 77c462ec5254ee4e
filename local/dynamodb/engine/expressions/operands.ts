import { binarySize } from '../values/size.ts';
import {
  type Attributes,
  attribute,
  type Value,
  type ValueType,
  valueType,
} from '../values/value.ts';
import { at, shown } from './paths.ts';
import type { Operand } from './syntax.ts';
import type { Terms } from './terms.ts';
import { invalidExpression } from './tokens.ts';

/** The value of an operand for an item; undefined where the item has nothing there. */
export type OperandReading = (item: Attributes | undefined) => Value | undefined;

/** Makes an operand readable; throws a ValidationException for one that cannot stand there. */
export const readingOf = (operand: Operand, terms: Terms): OperandReading => {
  if (operand.kind === 'value') {
    const value = terms.value(operand.name);
    return () => value;
  }
  if (operand.kind === 'path') {
    const parts = terms.path(operand);
    const [first] = parts;
    // Most paths are one name.
    return parts.length === 1
      ? (item) => attribute(item, String(first))
      : (item) => at(item, parts);
  }
  if (operand.name !== 'size') throw misplaced(operand.name, terms);
  assertCount('size', operand.operands, 1, terms);
  const [of] = operand.operands as [Operand];
  const literal = literalType(of, terms);
  if (literal === 'N' || literal === 'BOOL' || literal === 'NULL')
    throw wrongType('size', literal, terms);
  const reading = readingOf(of, terms);
  return (item) => sizeIn(reading(item));
};

/** Whether a name is a function of conditions at all, for the error of one that stands in the wrong place. */
export const functions = [
  'attribute_exists',
  'attribute_not_exists',
  'attribute_type',
  'begins_with',
  'contains',
  'size',
];

export const misplaced = (name: string, terms: Terms) =>
  [...functions, 'if_not_exists', 'list_append'].includes(name)
    ? invalidExpression(
        terms.kind,
        `The function is not allowed to be used this way in an expression; function: ${name}`,
      )
    : invalidExpression(terms.kind, `Invalid function name; function: ${name}`);

export const assertCount = (
  name: string,
  operands: readonly Operand[],
  count: number,
  terms: Terms,
): void => {
  if (operands.length !== count)
    throw invalidExpression(
      terms.kind,
      `Incorrect number of operands for operator or function; operator or function: ${name}, ` +
        `number of operands: ${operands.length}`,
    );
};

/** The type of a value that the request itself has. */
export const literalType = (operand: Operand, terms: Terms): ValueType | undefined =>
  operand.kind === 'value' ? valueType(terms.value(operand.name)) : undefined;

export const wrongType = (name: string, type: ValueType, terms: Terms) =>
  invalidExpression(
    terms.kind,
    `Incorrect operand type for operator or function; operator or function: ${name}, operand type: ${type}`,
  );

/** Throws where an operand is compared with itself. */
export const assertDistinct = (
  name: string,
  [first, ...rest]: readonly Operand[],
  terms: Terms,
): void => {
  if (first?.kind !== 'path') return;
  const path = shown(terms.path(first));
  if (rest.some((other) => other.kind === 'path' && shown(terms.path(other)) === path))
    throw invalidExpression(
      terms.kind,
      'The first operand must be distinct from the remaining operands for this operator or function; ' +
        `operator: ${name}, first operand: ${path}`,
    );
};

const sizeIn = (value: Value | undefined): Value | undefined => {
  const size = value && measured(value);
  return size === undefined ? undefined : { N: String(size) };
};

const measured = (value: Value): number | undefined => {
  if (value.S !== undefined) return value.S.length;
  if (value.B !== undefined) return binarySize(value.B);
  if (value.M) return Object.keys(value.M).length;
  return (value.L ?? value.SS ?? value.NS ?? value.BS)?.length;
};
