import { UsageError } from './failures.ts';
import { readInput, readTextFile } from './text-input.ts';

type Fields = { [name: string]: unknown };

/**
 * The object that `-d` describes: `name=text`, `name:=JSON`, `address.city=London` inside another, `@file` or `-` for JSON
 * of a file or of standard input. Later ones win. Undefined without any.
 */
export const fieldsOf = async (given: readonly string[]): Promise<Fields | undefined> => {
  if (given.length === 0) return undefined;
  const fields: Fields = {};
  for (const one of given) {
    if (one === '-') Object.assign(fields, objectOf(await readInput(), 'Standard input'));
    else if (one.startsWith('@'))
      Object.assign(fields, objectOf(readTextFile(one.slice(1)), one.slice(1)));
    else setField(fields, one);
  }
  return fields;
};

const setField = (fields: Fields, given: string): void => {
  const [, path = '', sign = '', value = ''] = /^([\w.-]+?)(:?=)(.*)$/s.exec(given) ?? [];
  const names = path.split('.');
  if (path === '' || names.includes('__proto__'))
    throw new UsageError(`-d takes name=text, name:=JSON, @file or - for standard input: ${given}`);
  const last = names.pop() ?? '';
  let inside = fields;
  for (const name of names) {
    const held = Object.hasOwn(inside, name) ? inside[name] : undefined;
    const next: Fields = typeof held === 'object' && held !== null ? (held as Fields) : {};
    inside[name] = next;
    inside = next;
  }
  inside[last] = sign === '=' ? value : parsed(value, path);
};

const parsed = (text: string, what: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${what} is not JSON.`);
  }
};

const objectOf = (text: string, what: string): object => {
  const value = parsed(text, what);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new UsageError(`${what} is not a JSON object.`);
};
