import { type Item, keyOf, tableName } from '../dynamodb/client.ts';
import { exists, isNew, type SingleWrite, setAndRemoved } from '../dynamodb/writes.ts';

/** A write in PartiQL, by which DynamoDB takes several in one call that are no transaction. */
export type Statement = { readonly Statement: string; readonly Parameters: unknown[] };

/** The statement that writes this, under its condition; undefined where PartiQL has none for it. */
export const statementOf = (write: SingleWrite): Statement | undefined => {
  if (write.kind === 'set') return updateOf(write, write.values);
  if (write.when === isNew) return insertOf({ ...write.item, ...keyOf(write.key) }, tableName(write.key.table));
  // PartiQL replaces no item: what an item loses has to be named.
  if (!write.loses) return undefined;
  return updateOf(write, { ...Object.fromEntries(write.loses.map((name) => [name, undefined])), ...write.item });
};

const insertOf = (item: Item, table: string): Statement => {
  const { set } = setAndRemoved(item);
  return {
    Statement: `INSERT INTO "${table}" VALUE {${set.map(([name]) => `'${name}': ?`).join(', ')}}`,
    Parameters: set.map(([, value]) => value),
  };
};

const updateOf = ({ key, when }: SingleWrite, values: Item): Statement | undefined => {
  const condition = conditionOf(when);
  if (!condition) return undefined;
  const { set, removed } = setAndRemoved(values);
  const place = Object.entries(keyOf(key));
  const clauses = [...set.map(([name]) => `SET "${name}"=?`), ...removed.map((name) => `REMOVE "${name}"`)];
  const where = [...place.map(([name]) => `"${name}"=?`), ...condition.where];
  return {
    Statement: `UPDATE "${tableName(key.table)}" ${clauses.join(' ')} WHERE ${where.join(' AND ')}`,
    Parameters: [...set, ...place].map(([, value]) => value).concat(condition.parameters),
  };
};

/** An UPDATE is of what exists, so that needs no words. Of functions PartiQL has others. */
const conditionOf = ({ expression, names = {}, values = {} }: SingleWrite['when']) => {
  if (expression === exists.expression) return { where: [], parameters: [] };
  if (expression.includes('(')) return undefined;
  const parameters: unknown[] = [];
  const where = expression.replaceAll(/[#:]\w+/g, (token) => {
    if (token.startsWith('#')) return `"${names[token]}"`;
    parameters.push(values[token]);
    return '?';
  });
  return { where: [where], parameters };
};
