import { isEqual, order } from '../values/compare.ts';
import { type Attributes, type Value, type ValueType, valueType } from '../values/value.ts';
import {
  assertCount,
  assertDistinct,
  literalType,
  misplaced,
  type OperandReading,
  readingOf,
  wrongType,
} from './operands.ts';
import type { ConditionTree, Operand } from './syntax.ts';
import type { Expressions, Terms } from './terms.ts';
import { type ExpressionKind, invalidExpression } from './tokens.ts';

/** Whether an item fulfils a condition; there may be no item. */
export type Test = (item: Attributes | undefined) => boolean;

/** The test of a condition or a filter; throws a ValidationException. */
export const testOf = (expressions: Expressions, kind: ExpressionKind, text: string): Test => {
  const { tree, terms } = expressions.condition(kind, text);
  return compiled(tree, terms);
};

const compiled = (condition: ConditionTree, terms: Terms): Test => {
  if ('parts' in condition) {
    const [one, other] = condition.parts.map((part) => compiled(part, terms)) as [Test, Test];
    return condition.kind === 'and'
      ? (item) => one(item) && other(item)
      : (item) => one(item) || other(item);
  }
  if (condition.kind === 'not') {
    const part = compiled(condition.part, terms);
    return (item) => !part(item);
  }
  if (condition.kind === 'call') return call(condition.name, condition.operands, terms);
  const name = condition.kind === 'compare' ? condition.operator : condition.kind.toUpperCase();
  const operands = condition.operands.map((operand) => readingOf(operand, terms));
  assertDistinct(name, condition.operands, terms);
  if (condition.kind === 'in') return isAmong(operands);
  if (condition.kind === 'between') return isBetween(condition.operands, operands, terms);
  return comparison(name, condition.operands, operands, terms);
};

const isAmong = ([first, ...choices]: readonly OperandReading[]): Test => {
  return (item) => {
    const value = first?.(item);
    return value !== undefined && choices.some((choice) => same(value, choice(item)));
  };
};

const same = (one: Value | undefined, other: Value | undefined): boolean =>
  one !== undefined && other !== undefined && isEqual(one, other);

const holds: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

const isScalar = (type: ValueType | undefined): boolean =>
  type === undefined || type === 'S' || type === 'N' || type === 'B';

const comparison = (
  operator: string,
  operands: readonly Operand[],
  readings: readonly OperandReading[],
  terms: Terms,
): Test => {
  const [left, right] = readings as [OperandReading, OperandReading];
  if (operator === '=') return (item) => same(left(item), right(item));
  if (operator === '<>') return (item) => !same(left(item), right(item));
  const wrong = operands
    .map((operand) => literalType(operand, terms))
    .find((type) => !isScalar(type));
  if (wrong) throw wrongType(operator, wrong, terms);
  const accepts = holds[operator] as (order: number) => boolean;
  return (item) => {
    const found = orderOf(left(item), right(item));
    return found !== undefined && accepts(found);
  };
};

const orderOf = (one: Value | undefined, other: Value | undefined): number | undefined =>
  one && other && order(one, other);

const isBetween = (
  operands: readonly Operand[],
  readings: readonly OperandReading[],
  terms: Terms,
): Test => {
  const types = operands.map((operand) => literalType(operand, terms));
  const wrong = types.find((type) => !isScalar(type));
  if (wrong) throw wrongType('BETWEEN', wrong, terms);
  const [value, low, high] = readings as [OperandReading, OperandReading, OperandReading];
  if (types[1] && types[2]) assertBounds(low(undefined) as Value, high(undefined) as Value, terms);
  return (item) => {
    const found = value(item);
    const [fromLow, toHigh] = [orderOf(found, low(item)), orderOf(found, high(item))];
    return fromLow !== undefined && toHigh !== undefined && fromLow >= 0 && toHigh <= 0;
  };
};

/** Throws where the bounds that a request has cannot be those of a range. */
export const assertBounds = (low: Value, high: Value, terms: Pick<Terms, 'kind'>): void => {
  const found = order(low, high);
  const shown = `lower bound operand: AttributeValue: ${valueText(low)}, upper bound operand: AttributeValue: ${valueText(high)}`;
  if (found === undefined)
    throw invalidExpression(
      terms.kind,
      `The BETWEEN operator requires same data type for lower and upper bounds; ${shown}`,
    );
  if (found > 0)
    throw invalidExpression(
      terms.kind,
      `The BETWEEN operator requires upper bound to be greater than or equal to lower bound; ${shown}`,
    );
};

const valueText = (value: Value): string => `{${valueType(value)}:${value[valueType(value)]}}`;

type Call = (operands: readonly Operand[], terms: Terms) => Test;

const call = (name: string, operands: readonly Operand[], terms: Terms): Test => {
  const made = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (!made) throw misplaced(name, terms);
  assertCount(
    name,
    operands,
    name.startsWith('attribute_') && name !== 'attribute_type' ? 1 : 2,
    terms,
  );
  return made(operands, terms);
};

const existing =
  (name: string, wanted: boolean): Call =>
  (operands, terms) => {
    if (operands[0]?.kind !== 'path')
      throw invalidExpression(
        terms.kind,
        `Operator or function requires a document path; operator or function: ${name}`,
      );
    const reading = readingOf(operands[0], terms);
    return (item) => (reading(item) !== undefined) === wanted;
  };

const types = ['B', 'NULL', 'SS', 'BOOL', 'L', 'BS', 'N', 'NS', 'S', 'M'];

const calls: Readonly<Record<string, Call>> = {
  attribute_exists: existing('attribute_exists', true),
  attribute_not_exists: existing('attribute_not_exists', false),
  attribute_type: (operands, terms) => {
    const [of, wanted] = operands.map((operand) => readingOf(operand, terms)) as [
      OperandReading,
      OperandReading,
    ];
    const literal = literalType(operands[1] as Operand, terms);
    const type = literal === 'S' ? wanted(undefined)?.S : undefined;
    if (type === undefined) throw wrongType('attribute_type', literal ?? 'NULL', terms);
    if (!types.includes(type))
      throw invalidExpression(
        terms.kind,
        `Invalid attribute type name found; type: ${type}, valid types: {${types.join(',')}}`,
      );
    return (item) => {
      const value = of(item);
      return value !== undefined && valueType(value) === type;
    };
  },
  begins_with: (operands, terms) => {
    const [of, prefix] = operands.map((operand) => readingOf(operand, terms)) as [
      OperandReading,
      OperandReading,
    ];
    const wrong = operands
      .map((operand) => literalType(operand, terms))
      .find((type) => type && type !== 'S' && type !== 'B');
    if (wrong) throw wrongType('begins_with', wrong, terms);
    return (item) => beginsWith(of(item), prefix(item));
  },
  contains: (operands, terms) => {
    const [of, part] = operands.map((operand) => readingOf(operand, terms)) as [
      OperandReading,
      OperandReading,
    ];
    assertDistinct('contains', operands, terms);
    return (item) => {
      const [whole, wanted] = [of(item), part(item)];
      return whole !== undefined && wanted !== undefined && contains(whole, wanted);
    };
  },
};

const beginsWith = (value: Value | undefined, prefix: Value | undefined): boolean => {
  if (value?.S !== undefined && prefix?.S !== undefined) return value.S.startsWith(prefix.S);
  if (value?.B === undefined || prefix?.B === undefined) return false;
  const [bytes, first] = [Buffer.from(value.B, 'base64'), Buffer.from(prefix.B, 'base64')];
  return bytes.subarray(0, first.length).equals(first);
};

const contains = (whole: Value, part: Value): boolean => {
  if (whole.L) return whole.L.some((member) => isEqual(member, part));
  if (whole.S !== undefined) return part.S !== undefined && whole.S.includes(part.S);
  if (whole.B !== undefined)
    return (
      part.B !== undefined && Buffer.from(whole.B, 'base64').includes(Buffer.from(part.B, 'base64'))
    );
  for (const [set, member] of [
    ['SS', 'S'],
    ['NS', 'N'],
    ['BS', 'B'],
  ] as const)
    if (whole[set]) return part[member] !== undefined && whole[set].includes(part[member]);
  return false;
};
