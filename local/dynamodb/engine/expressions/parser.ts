import { isReserved } from './reserved-words.ts';
import type { Assigned, ConditionTree, Operand, Parsed, Path, UpdateAction } from './syntax.ts';
import {
  type ExpressionKind,
  invalidExpression,
  syntaxError,
  type Token,
  tokenised,
} from './tokens.ts';

/** A condition, filter or key condition; throws a ValidationException that says where it is wrong. */
export const parseCondition = (kind: ExpressionKind, text: string): Parsed<ConditionTree> =>
  remembered(kind, text, (reader) => conditionIn(reader));

/** The paths of a projection. */
export const parseProjection = (text: string): Parsed<readonly Path[]> =>
  remembered('ProjectionExpression', text, (reader) => reader.listOf(() => pathIn(reader)));

/** The actions of an update, in the order in which they are written. */
export const parseUpdate = (text: string): Parsed<readonly UpdateAction[]> =>
  remembered('UpdateExpression', text, updateIn);

const known = new Map<string, Parsed<unknown>>();
/** Programs have far fewer expressions; a request that makes up new ones must not fill the memory. */
const known_max = 2_000;

const remembered = <T>(
  kind: ExpressionKind,
  text: string,
  parse: (reader: Reader) => T,
): Parsed<T> => {
  const key = `${kind} ${text}`;
  const found = known.get(key);
  if (found) return found as Parsed<T>;
  const reader = readerOf(kind, text);
  const tree = parse(reader);
  if (reader.peek().kind !== 'end') throw reader.unexpected();
  const reserved = reader.plainNames.find(isReserved);
  if (reserved !== undefined)
    throw invalidExpression(
      kind,
      `Attribute name is a reserved keyword; reserved keyword: ${reserved}`,
    );
  const parsed = { tree, names: reader.names, values: reader.values };
  if (known.size >= known_max) known.clear();
  known.set(key, parsed);
  return parsed;
};

type Reader = ReturnType<typeof readerOf>;

const readerOf = (kind: ExpressionKind, text: string) => {
  const tokens = tokenised(kind, text);
  let at = 0;
  const peek = (ahead = 0): Token => (tokens[at + ahead] ?? tokens.at(-1)) as Token;
  const unexpected = () => syntaxError(kind, text, tokens, at);
  const take = (): Token => tokens[at++] ?? peek();
  const takes = (sign: string): boolean => {
    if (peek().text.toUpperCase() !== sign || peek().kind === 'value') return false;
    at += 1;
    return true;
  };
  const expect = (sign: string): void => {
    if (!takes(sign)) throw unexpected();
  };
  const listOf = <T>(one: () => T): T[] => {
    const all = [one()];
    while (takes(',')) all.push(one());
    return all;
  };
  const [names, values, plainNames]: [string[], string[], string[]] = [[], [], []];
  return { kind, peek, take, takes, expect, unexpected, listOf, names, values, plainNames };
};

const pathIn = (reader: Reader): Path => {
  const parts: (string | number)[] = [nameIn(reader)];
  for (;;) {
    if (reader.takes('.')) parts.push(nameIn(reader));
    else if (reader.takes('[')) {
      if (reader.peek().kind !== 'number') throw reader.unexpected();
      parts.push(Number(reader.take().text));
      reader.expect(']');
    } else return { kind: 'path', parts };
  }
};

const nameIn = (reader: Reader): string => {
  if (reader.peek().kind !== 'name') throw reader.unexpected();
  const { text } = reader.take();
  (text.startsWith('#') ? reader.names : reader.plainNames).push(text);
  return text;
};

const valueIn = (reader: Reader): string => {
  if (reader.peek().kind !== 'value') throw reader.unexpected();
  const { text } = reader.take();
  reader.values.push(text);
  return text;
};

const operandIn = (reader: Reader): Operand => {
  if (reader.peek().kind === 'value') return { kind: 'value', name: valueIn(reader) };
  if (reader.peek(1).text === '(' && reader.peek().kind === 'name') return callIn(reader);
  if (reader.takes('(')) {
    const inner = operandIn(reader);
    reader.expect(')');
    return inner;
  }
  return pathIn(reader);
};

const callIn = (reader: Reader): { kind: 'call'; name: string; operands: Operand[] } => {
  const name = reader.take().text;
  reader.expect('(');
  const operands = reader.listOf(() => operandIn(reader));
  reader.expect(')');
  return { kind: 'call', name, operands };
};

const conditionIn = (reader: Reader, wrapped = new WeakSet<object>()): ConditionTree => {
  let left = conjunctionIn(reader, wrapped);
  while (reader.takes('OR')) left = { kind: 'or', parts: [left, conjunctionIn(reader, wrapped)] };
  return left;
};

const conjunctionIn = (reader: Reader, wrapped: WeakSet<object>): ConditionTree => {
  let left = negationIn(reader, wrapped);
  while (reader.takes('AND')) left = { kind: 'and', parts: [left, negationIn(reader, wrapped)] };
  return left;
};

const negationIn = (reader: Reader, wrapped: WeakSet<object>): ConditionTree => {
  if (reader.takes('NOT')) return { kind: 'not', part: negationIn(reader, wrapped) };
  if (!reader.takes('(')) return comparisonIn(reader);
  const inner = conditionIn(reader, wrapped);
  reader.expect(')');
  if (wrapped.has(inner))
    throw invalidExpression(reader.kind, 'The expression has redundant parentheses;');
  wrapped.add(inner);
  return inner;
};

const comparators = new Set(['=', '<>', '<', '<=', '>', '>=']);

const comparisonIn = (reader: Reader): ConditionTree => {
  const first = operandIn(reader);
  if (comparators.has(reader.peek().text)) {
    const operator = reader.take().text;
    return { kind: 'compare', operator, operands: [first, operandIn(reader)] };
  }
  if (reader.takes('BETWEEN')) {
    const low = operandIn(reader);
    reader.expect('AND');
    return { kind: 'between', operands: [first, low, operandIn(reader)] };
  }
  if (reader.takes('IN')) {
    reader.expect('(');
    const choices = reader.listOf(() => operandIn(reader));
    reader.expect(')');
    return { kind: 'in', operands: [first, ...choices] };
  }
  if (first.kind === 'call') return first;
  throw reader.unexpected();
};

const sections = ['SET', 'REMOVE', 'ADD', 'DELETE'] as const;

const updateIn = (reader: Reader): UpdateAction[] => {
  const actions: UpdateAction[] = [];
  const seen = new Set<string>();
  while (reader.peek().kind !== 'end') {
    const section = sections.find((one) => reader.takes(one));
    if (!section) throw reader.unexpected();
    if (seen.has(section))
      throw invalidExpression(
        reader.kind,
        `The "${section}" section can only be used once in an update expression;`,
      );
    seen.add(section);
    actions.push(...reader.listOf(() => actionIn(reader, section)));
  }
  return actions;
};

const actionIn = (reader: Reader, section: (typeof sections)[number]): UpdateAction => {
  const path = pathIn(reader);
  if (section === 'REMOVE') return { kind: section, path };
  if (section !== 'SET') return { kind: section, path, value: valueIn(reader) };
  reader.expect('=');
  return { kind: section, path, assigned: assignedIn(reader) };
};

const assignedIn = (reader: Reader): Assigned => {
  // A sum may stand in parentheses, as one operand may.
  if (reader.takes('(')) {
    const inner = assignedIn(reader);
    reader.expect(')');
    return inner;
  }
  const first = operandIn(reader);
  const operator = reader.peek().text;
  if (operator !== '+' && operator !== '-') return first;
  reader.take();
  return { kind: 'sum', operator, operands: [first, operandIn(reader)] };
};
