import type { Attributes, Touch } from './touches.ts';

/** A statement of PartiQL with its values, as BatchExecuteStatement takes it. */
export type Statement = { readonly Statement: string; readonly Parameters?: readonly unknown[] };

/** What a statement that writes does to its table; nothing for one that only reads, or that is none. */
export const touchOfStatement = ({ Statement, Parameters = [] }: Statement): Touch[] => {
  const tokens = tokensOf(Statement);
  const [verb = '', second = ''] = tokens.map((token) => token.toUpperCase());
  const action = actions[verb];
  if (action === undefined) return [];
  const table = unquoted(tokens[second === 'INTO' || second === 'FROM' ? 2 : 1] ?? '');
  return [{ table, action, writes: [givenIn(tokens, verb === 'INSERT' ? ':' : '=', Parameters)] }];
};

const actions: Readonly<Record<string, string>> = {
  INSERT: 'dynamodb:PartiQLInsert',
  UPDATE: 'dynamodb:PartiQLUpdate',
  DELETE: 'dynamodb:PartiQLDelete',
};

/** The same in the words of this machine's engine, which knows one SET and one REMOVE, of several attributes. */
export const inEngineWords = (statement: string): string => {
  let clause = '';
  const words = tokensOf(statement).map((token) => {
    const word = token.toUpperCase();
    if (word === clause) return ',';
    if (clauses.has(word)) clause = word;
    return token;
  });
  return words.join(' ');
};

const clauses = new Set(['SET', 'REMOVE', 'WHERE']);

/** Quoted names, texts, words and signs. */
const tokensOf = (statement: string): string[] => statement.match(/"[^"]*"|'[^']*'|[\w.-]+|\S/g) ?? [];

const unquoted = (token: string): string => token.replaceAll(/^["']|["']$/g, '');

/** The attributes to which a statement gives a parameter; of an UPDATE also those that it looks for, and so its key. */
const givenIn = (tokens: readonly string[], sign: ':' | '=', parameters: readonly unknown[]): Attributes => {
  const given: Record<string, unknown> = {};
  let position = 0;
  for (const [index, token] of tokens.entries()) {
    if (token !== '?') continue;
    if (tokens[index - 1] === sign) given[unquoted(tokens[index - 2] ?? '')] = parameters[position];
    position += 1;
  }
  return given;
};
