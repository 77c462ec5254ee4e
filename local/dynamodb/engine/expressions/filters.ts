import { type Test, testOf } from './conditions.ts';
import type { ConditionTree, Operand } from './syntax.ts';
import type { Expressions, Terms } from './terms.ts';

/** A filter of what is read. */
export type ItemFilter = {
  readonly test: Test;
  /** Words of which every item that it lets through has one somewhere; undefined: none is known. */
  readonly marks: readonly string[] | undefined;
};

/** The filter of an expression; throws a ValidationException. */
export const filterOf = (expressions: Expressions, text: string): ItemFilter => {
  const test = testOf(expressions, 'FilterExpression', text);
  const { tree, terms } = expressions.condition('FilterExpression', text);
  return { test, marks: marksOf(tree, terms) };
};

const marksOf = (condition: ConditionTree, terms: Terms): readonly string[] | undefined => {
  if (condition.kind === 'and' || condition.kind === 'or') {
    const [one, other] = condition.parts.map((part) => marksOf(part, terms));
    if (condition.kind === 'and') return one ?? other;
    return one && other && [...new Set([...one, ...other])];
  }
  const isMarked =
    (condition.kind === 'compare' && condition.operator === '=') ||
    (condition.kind === 'call' && condition.name === 'begins_with');
  if (!isMarked) return undefined;
  const [of, wanted] = condition.operands as readonly [Operand, Operand];
  const word = of.kind === 'path' && wanted.kind === 'value' && terms.value(wanted.name).S;
  return word && isWord.test(word) ? [word] : undefined;
};

/** A text that JSON writes as it is. */
const isWord = /^[\w-]+$/;
