import { validationError } from '../../../errors.ts';
import { isEqual } from '../values/compare.ts';
import { sumOf } from '../values/decimal.ts';
import { type Attributes, type Value, valueType } from '../values/value.ts';
import {
  assertCount,
  literalType,
  misplaced,
  type OperandReading,
  readingOf,
  wrongType,
} from './operands.ts';
import { at, type Parts, withAt, withoutAt } from './paths.ts';
import { assertApart } from './projections.ts';
import type { Assigned, Operand, UpdateAction } from './syntax.ts';
import type { Expressions, Terms } from './terms.ts';
import { invalidExpression } from './tokens.ts';

/** An update of one item: what it changes, and the item after it. */
export type Update = {
  readonly paths: readonly Parts[];
  /** Throws a ValidationException where the item does not have what the update needs. */
  apply(item: Attributes): Attributes;
};

/** The update that an expression says; throws a ValidationException. */
export const updateOf = (expressions: Expressions, text: string): Update => {
  const { tree, terms } = expressions.update(text);
  const paths = tree.map(({ path }) => terms.path(path));
  assertApart('UpdateExpression', paths);
  const steps = tree.map((action) => stepOf(action, terms));
  return { paths, apply: (item) => applied(item, steps) };
};

/** Reads what it needs of the item as it was, and says how to change the item as it is by then. */
type Step = {
  readonly kind: UpdateAction['kind'];
  readonly parts: Parts;
  readonly read: (item: Attributes) => Value | undefined;
};

const applied = (item: Attributes, steps: readonly Step[]): Attributes => {
  const read = steps.map((step) => ({ ...step, value: step.read(item) }));
  let changed = item;
  for (const { kind, parts, value } of [
    ...read.filter(({ kind }) => kind !== 'REMOVE').toSorted(byPlace),
    ...removals(read),
  ]) {
    if (kind !== 'REMOVE' && value !== undefined)
      changed = withAt(changed, parts, value) ?? unheld();
    else if (at(changed, parts) !== undefined) changed = withoutAt(changed, parts) ?? changed;
  }
  return changed;
};

const unheld = (): never => {
  throw validationError(
    'The document path provided in the update expression is invalidExpression for update',
  );
};

/** The last places of a list first, since every removal moves what is behind it. */
const removals = <T extends Step>(steps: readonly T[]): T[] =>
  steps.filter(({ kind }) => kind === 'REMOVE').toSorted((one, other) => byPlace(other, one));

const byPlace = ({ parts: one }: Step, { parts: other }: Step): number => {
  for (let place = 0; place < Math.min(one.length, other.length); place++) {
    const [a, b] = [one[place], other[place]];
    if (typeof a === 'number' && typeof b === 'number' && a !== b) return a - b;
    if (a !== b) return String(a) < String(b) ? -1 : 1;
  }
  return one.length - other.length;
};

const stepOf = (action: UpdateAction, terms: Terms): Step => {
  const parts = terms.path(action.path);
  if (action.kind === 'REMOVE') return { kind: 'REMOVE', parts, read: () => undefined };
  if (action.kind === 'SET') {
    const reading = assignedOf(action.assigned, terms);
    return { kind: 'SET', parts, read: (item) => reading(item) ?? unknownAttribute() };
  }
  const { kind } = action;
  const value = terms.value(action.value);
  const type = valueType(value);
  if (!(type.endsWith('S') && type !== 'S') && !(kind === 'ADD' && type === 'N'))
    throw invalidExpression(
      terms.kind,
      `Incorrect operand type for operator or function; operator: ${kind}, operand type: ${typeNames[type]}, typeSet: ALLOWED_FOR_${kind}_OPERAND`,
    );
  return {
    kind,
    parts,
    read: (item) => (kind === 'ADD' ? added : deleted)(at(item, parts), value),
  };
};

const typeNames: Readonly<Record<string, string>> = {
  S: 'STRING',
  N: 'NUMBER',
  B: 'BINARY',
  BOOL: 'BOOLEAN',
  NULL: 'NULL',
  L: 'LIST',
  M: 'MAP',
  SS: 'STRING_SET',
  NS: 'NUMBER_SET',
  BS: 'BINARY_SET',
};

const unknownAttribute = (): never => {
  throw validationError(
    'The provided expression refers to an attribute that does not exist in the item',
  );
};

const incorrectType = (): never => {
  throw validationError('An operand in the update expression has an incorrect data type');
};

const added = (old: Value | undefined, value: Value): Value => {
  if (old === undefined) return value;
  if (valueType(old) !== valueType(value)) return incorrectType();
  if (value.N !== undefined) return { N: sumOf(String(old.N), value.N, '+') };
  return changedSet(old, value, (members, more) => [
    ...members,
    ...more.filter((one) => !members.includes(one)),
  ]);
};

const deleted = (old: Value | undefined, value: Value): Value | undefined => {
  if (old === undefined) return undefined;
  if (valueType(old) !== valueType(value)) return incorrectType();
  const left = changedSet(old, value, (members, less) =>
    members.filter((one) => !less.includes(one)),
  );
  // A set without members is none.
  return isEqual(left, { [valueType(left)]: [] }) ? undefined : left;
};

type Members = readonly string[];

const changedSet = (
  old: Value,
  value: Value,
  change: (members: Members, others: Members) => Members,
): Value => {
  const type = valueType(old) as 'SS' | 'NS' | 'BS';
  return { [type]: change(old[type] ?? [], value[type] ?? []) };
};

const assignedOf = (assigned: Assigned, terms: Terms): OperandReading => {
  if (assigned.kind === 'call') return calledOf(assigned, terms);
  if (assigned.kind !== 'sum') return readingOf(assigned, terms);
  const { operator, operands } = assigned;
  for (const operand of operands) {
    const type = literalType(operand, terms);
    if (type && type !== 'N') throw wrongType(operator, type, terms);
  }
  const [one, other] = operands.map((operand) => assignedOf(operand, terms)) as [
    OperandReading,
    OperandReading,
  ];
  return (item) => {
    const [a, b] = [one(item) ?? unknownAttribute(), other(item) ?? unknownAttribute()];
    if (a.N === undefined || b.N === undefined) return incorrectType();
    return { N: sumOf(a.N, b.N, operator) };
  };
};

const calledOf = (
  { name, operands }: Extract<Operand, { kind: 'call' }>,
  terms: Terms,
): OperandReading => {
  if (name !== 'if_not_exists' && name !== 'list_append') throw misplaced(name, terms);
  assertCount(name, operands, 2, terms);
  const [first, second] = operands as [Operand, Operand];
  if (name === 'if_not_exists' && first.kind !== 'path')
    throw invalidExpression(
      terms.kind,
      `Operator or function requires a document path; operator or function: ${name}`,
    );
  const [one, other] = [assignedOf(first, terms), assignedOf(second, terms)];
  if (name === 'if_not_exists') return (item) => one(item) ?? other(item);
  for (const operand of operands) {
    const type = literalType(operand, terms);
    if (type && type !== 'L') throw wrongType(name, type, terms);
  }
  return (item) => {
    const [a, b] = [one(item) ?? unknownAttribute(), other(item) ?? unknownAttribute()];
    return a.L && b.L ? { L: [...a.L, ...b.L] } : incorrectType();
  };
};
