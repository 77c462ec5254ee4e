import type * as z from 'zod/mini';
import type { ApiError, ApiErrorItem } from '../api-error.ts';
import { namesIn, pointerOf } from '../json.ts';
import type { Route } from '../route.ts';

/** An invalid part of a request as a log may have it. */
export type LoggedErrorItem = {
  readonly pointer: string | null;
  readonly parameter: string | null;
  readonly code: string;
};

/** More of them help nobody, and would make an item of the log cost another write unit. */
const logged_max = 10;

/** Stands for a name that the caller invented, which may name somebody. */
const invented = '*';

/**
 * The first invalid parts of a request, each with its place and code. A place has names of the
 * route's schemas only. Undefined without such parts.
 */
export const loggedErrors = (
  { details: { errors = [] } }: ApiError,
  route: Pick<Route, 'body' | 'query' | 'params'>,
): readonly LoggedErrorItem[] | undefined =>
  errors.length === 0
    ? undefined
    : errors.slice(0, logged_max).map((item) => ({ ...placeOf(item, route), code: item.code }));

const placeOf = (
  item: ApiErrorItem,
  { body, query, params }: Pick<Route, 'body' | 'query' | 'params'>,
): Omit<LoggedErrorItem, 'code'> => {
  if ('pointer' in item)
    return { pointer: pointerOf(declared(body, namesIn(item.pointer))), parameter: null };
  const [origin = '', ...names] = item.parameter.split('.');
  // The headers of errors are named by this service.
  if (origin === 'header') return { pointer: null, parameter: item.parameter };
  const schema = origin === 'query' ? query : params;
  return { pointer: null, parameter: [origin, ...declared(schema, names)].join('.') };
};

type Schema = z.core.$ZodType;

/** The names as far as a schema declares them. */
const declared = (schema: Schema | undefined, names: readonly string[]): string[] => {
  const kept: string[] = [];
  let at = schema ? [schema] : [];
  for (const name of names) {
    at = at.flatMap((one) => memberOf(one, name));
    if (at.length === 0) return [...kept, invented];
    kept.push(name);
  }
  return kept;
};

/** The members of zod's definitions that lead from a schema to those within. */
type Definition = {
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly options?: readonly Schema[];
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly out?: Schema;
  readonly getter?: () => Schema;
};

/** The schemas of a member that a schema declares by its name, or by its place in a list. */
const memberOf = (schema: Schema, name: string): Schema[] => {
  const { shape, element, options = [], getter, ...wrapped } = schema._zod.def as Definition;
  if (shape) return Object.hasOwn(shape, name) ? [shape[name] as Schema] : [];
  if (element) return /^\d{1,4}$/.test(name) ? [element] : [];
  const within = [...options, getter?.(), wrapped.innerType, wrapped.in, wrapped.out];
  return within.flatMap((one) => (one ? memberOf(one, name) : []));
};
