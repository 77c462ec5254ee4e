import { UsageError } from '../failures.ts';
import { alternativesOf, isNull, type Schema, type Schemas } from './tool-schemas.ts';

/** The arguments that a model sends to a tool. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The arguments that were sent: hosts fill a field that their model leaves out with null. */
export const sentOf = (given: Arguments): Arguments =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));

/**
 * The body that a model means: an object, or its JSON as text. Null counts as left out, but where the API takes null. So does
 * an object or a list that is sent as text within.
 */
export const bodyOf = (given: unknown, schema: Schema, schemas: Schemas): unknown => {
  const body = typeof given === 'string' ? jsonOf(given) : given;
  if (!isObject(body)) throw new UsageError('body takes a JSON object.');
  return fitted(body, alternativesOf(schema, schemas), schemas);
};

const fitted = (value: unknown, alternatives: readonly Schema[], schemas: Schemas): unknown => {
  if (typeof value === 'string') return parsedFor(value, alternatives, schemas);
  if (Array.isArray(value)) {
    const items = innerOf(alternatives, ({ items: inner }) => inner, schemas);
    return value.map((one) => fitted(one, items, schemas));
  }
  if (!isObject(value)) return value;
  const possible = alternatives.filter((one) => isOf(value, one));
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const field = innerOf(possible, (one) => fieldOf(one, name), schemas);
    if (inner === null) return field.some(isNull) ? [[name, null] as const] : [];
    return [[name, fitted(inner, field, schemas)] as const];
  });
  return Object.fromEntries(entries);
};

/** Text stays text wherever the API takes text. */
const parsedFor = (text: string, alternatives: readonly Schema[], schemas: Schemas): unknown => {
  const types = new Set(alternatives.map(({ type }) => type));
  const value = types.has('string') ? undefined : jsonOf(text);
  const isWanted =
    (isObject(value) && types.has('object')) || (Array.isArray(value) && types.has('array'));
  return isWanted ? fitted(value, alternatives, schemas) : text;
};

const innerOf = (
  alternatives: readonly Schema[],
  pick: (one: Schema) => unknown,
  schemas: Schemas,
): readonly Schema[] =>
  alternatives.flatMap((one) => {
    const inner = pick(one);
    return isObject(inner) ? alternativesOf(inner, schemas) : [];
  });

const fieldOf = ({ properties = {}, additionalProperties }: Schema, name: string): unknown =>
  Object.hasOwn(properties as object, name) ? (properties as Schema)[name] : additionalProperties;

/** Whether an object can be of a variant: its `type`, where that is fixed, is the same. */
const isOf = (value: Schema, { properties = {} }: Schema): boolean =>
  Object.entries(properties as Readonly<Record<string, Schema>>).every(
    ([name, one]) =>
      one.const === undefined || !Object.hasOwn(value, name) || value[name] === one.const,
  );

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
