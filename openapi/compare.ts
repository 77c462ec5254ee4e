import { mediaOf, type Operation, operationsOf, type PrintedDocument } from './page-places.ts';
import { nameOf } from './schema-words.ts';
import type { JsonSchema } from './schemas.ts';

/** One difference between two documents: where, what, and whether a client of the older one can fail by it. */
export type Change = { readonly place: string; readonly what: string; readonly breaking: boolean };

/** What clients send is narrowed at their cost; what they receive is widened at their cost. */
type Direction = 'request' | 'response';

/** The two documents, what was found, and which named schemas were compared already. */
type Comparison = {
  readonly old: PrintedDocument;
  readonly next: PrintedDocument;
  readonly changes: Change[];
  readonly compared: Set<string>;
};

/**
 * What differs from an older document. Within a version responses may gain fields and values; all else that a client can
 * meet is breaking. Bounds and patterns of responses are not compared, nor are errors, headers and texts.
 */
export const changesSince = (old: PrintedDocument, next: PrintedDocument): readonly Change[] => {
  const comparison: Comparison = { old, next, changes: [], compared: new Set() };
  compareOperations(comparison, 'paths');
  compareOperations(comparison, 'webhooks');
  return comparison.changes;
};

/** The breaking changes that a section of the changelog does not name, by their place between backticks. */
export const unnamedIn = (section: string, changes: readonly Change[]): readonly Change[] =>
  changes.filter(({ place, breaking }) => breaking && !section.includes(`\`${place}\``));

const compareOperations = (comparison: Comparison, part: 'paths' | 'webhooks'): void => {
  const { changes } = comparison;
  const named = (document: PrintedDocument) =>
    new Map(
      operationsOf(document[part]).map(({ method, path, operation }) => [
        part === 'paths' ? `${method} ${path}` : path,
        operation,
      ]),
    );
  const [before, after] = [named(comparison.old), named(comparison.next)];
  for (const place of after.keys()) if (!before.has(place)) changes.push({ place, what: 'is new', breaking: false });
  for (const [place, operation] of before) {
    const now = after.get(place);
    if (!now) changes.push({ place, what: 'is gone', breaking: true });
    else compareOperation(comparison, place, operation, now, part === 'paths' ? 'request' : 'response');
  }
};

/** `sent`: the direction of its body; an event's body is what a client receives. */
const compareOperation = (comparison: Comparison, place: string, old: Operation, next: Operation, sent: Direction) => {
  const { changes } = comparison;
  const add = (what: string, breaking: boolean) => changes.push({ place, what, breaking });
  if (next.deprecated && !old.deprecated) add('is deprecated', false);
  if (sent === 'request') compareParameters(comparison, place, old, next);
  const [body, now] = [old.requestBody, next.requestBody];
  if (body && !now) add('takes no body any more', true);
  if (!body && now) add('takes a body', now.required);
  if (body && now && !body.required && now.required) add('needs a body', true);
  const [was, is] = [mediaOf(body?.content), mediaOf(now?.content)];
  if (was && is) compareSchemas(comparison, `${place} body`, was.schema, is.schema, sent);
  if (sent === 'response') return;
  for (const [status, response] of Object.entries(old.responses).filter(([code]) => code.startsWith('2'))) {
    const [shown, later] = [mediaOf(response.content), mediaOf(next.responses[status]?.content)];
    if (!next.responses[status]) add(`does not return ${status} any more`, true);
    else if (shown && !later) add('returns no body any more', true);
    else if (shown && later) compareSchemas(comparison, `${place} response`, shown.schema, later.schema, 'response');
  }
};

const compareParameters = (comparison: Comparison, place: string, old: Operation, next: Operation): void => {
  const { changes } = comparison;
  const named = ({ parameters = [] }: Operation, { components }: PrintedDocument) =>
    new Map(
      parameters.map((one) => {
        const parameter = one.$ref ? (components.parameters[nameOf(one.$ref)] ?? one) : one;
        return [`${place} ${parameter.in}.${parameter.name}`, parameter];
      }),
    );
  const [before, after] = [named(old, comparison.old), named(next, comparison.next)];
  for (const [at, { required }] of after)
    if (!before.has(at)) changes.push({ place: at, what: 'is new', breaking: required === true });
  for (const [at, parameter] of before) {
    const now = after.get(at);
    if (!now) changes.push({ place: at, what: 'is gone', breaking: true });
    else {
      if (now.required && !parameter.required) changes.push({ place: at, what: 'is required', breaking: true });
      compareSchemas(comparison, at, parameter.schema as JsonSchema, now.schema as JsonSchema, 'request');
    }
  }
};

/** A named schema is compared once in each direction, under its own name. */
const compareSchemas = (
  comparison: Comparison,
  place: string,
  old: JsonSchema,
  next: JsonSchema,
  direction: Direction,
): void => {
  const [was, is] = [normal(old), normal(next)];
  const named = was.$ref !== undefined && was.$ref === is.$ref ? nameOf(was.$ref) : undefined;
  const key = `${direction} ${named ?? place}`;
  if (comparison.compared.has(key)) return;
  comparison.compared.add(key);
  const at = named ?? place;
  const [before, after] = [followed(was, comparison.old), followed(is, comparison.next)];
  const add = (what: string, breaking: boolean) => comparison.changes.push({ place: at, what, breaking });
  compareValues(before, after, direction, add);
  compareFields(comparison, at, before, after, direction);
  if (before.items && after.items)
    compareSchemas(comparison, `${at}[]`, before.items as JsonSchema, after.items as JsonSchema, direction);
  const [forms, later] = [formsOf(before), formsOf(after)];
  for (const [form, schema] of forms) {
    const same = later.get(form);
    if (same) compareSchemas(comparison, `${at} ${form}`, schema, same, direction);
    else add(`has no form ${form} any more`, direction === 'request');
  }
  for (const form of later.keys())
    if (!forms.has(form)) add(`has a form ${form}`, direction === 'response' && form === 'null');
};

/** A reference with a description of its own is that reference. */
const normal = (schema: JsonSchema): JsonSchema => {
  const parts = schema.allOf as JsonSchema[] | undefined;
  return parts?.length === 1 && !schema.properties ? (parts[0] ?? schema) : schema;
};

const followed = (schema: JsonSchema, { components }: PrintedDocument): JsonSchema =>
  schema.$ref ? (components.schemas[nameOf(schema.$ref)] ?? {}) : schema;

/** The forms that a value may have, by the name of their schema. */
const formsOf = ({ oneOf, anyOf }: JsonSchema): Map<string, JsonSchema> =>
  new Map(
    ((oneOf ?? anyOf ?? []) as JsonSchema[]).map((form) => [form.$ref ? nameOf(form.$ref) : String(form.type), form]),
  );

type Add = (what: string, breaking: boolean) => void;

const listOf = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());

const compareValues = (old: JsonSchema, next: JsonSchema, direction: Direction, add: Add): void => {
  const [types, later] = [listOf(old.type), listOf(next.type)];
  const [lost, gained] = [types.filter((one) => !later.includes(one)), later.filter((one) => !types.includes(one))];
  const isOther = lost.length > 0 && gained.length > 0;
  if (lost.length > 0) add(`is not ${lost.join(' or ')} any more`, direction === 'request' || isOther);
  if (gained.length > 0) add(`may be ${gained.join(' or ')}`, direction === 'response' || isOther);
  const [values, now] = [old, next].map((one) => listOf('const' in one ? one.const : one.enum));
  const [fewer, more] = [values?.filter((one) => !now?.includes(one)), now?.filter((one) => !values?.includes(one))];
  if (now?.length && fewer?.length) add(`has no value ${fewer.join(', ')} any more`, direction === 'request');
  if (values?.length && more?.length) add(`has the value ${more.join(', ')}`, false);
  if (!values?.length && now?.length) add(`has only the values ${now.join(', ')}`, direction === 'request');
  if (old.format !== next.format) add(`has the format ${next.format ?? 'none'}`, true);
  if (direction === 'request') compareBounds(old, next, add);
};

const compareBounds = (old: JsonSchema, next: JsonSchema, add: Add): void => {
  for (const bound of ['minLength', 'minItems', 'minimum', 'maxLength', 'maxItems', 'maximum', 'maxProperties']) {
    const [was, is] = [old[bound] as number | undefined, next[bound] as number | undefined];
    if (was === is) continue;
    const wider = bound.startsWith('min')
      ? is === undefined || (was ?? Infinity) > is
      : is === undefined || (was ?? -1) < is;
    add(`has ${bound} ${is ?? 'none'} instead of ${was ?? 'none'}`, was === undefined || !wider);
  }
  if (old.pattern !== next.pattern) add('has another pattern', next.pattern !== undefined);
};

const compareFields = (
  comparison: Comparison,
  place: string,
  old: JsonSchema,
  next: JsonSchema,
  direction: Direction,
): void => {
  const [before, after] = [old.properties ?? {}, next.properties ?? {}] as Record<string, JsonSchema>[];
  const [needed, demanded] = [listOf(old.required), listOf(next.required)];
  const add = (name: string, what: string, breaking: boolean) =>
    comparison.changes.push({ place: `${place}.${name}`, what, breaking });
  for (const name of Object.keys(after ?? {})) {
    if (before && name in before) continue;
    add(name, 'is new', direction === 'request' && demanded.includes(name));
  }
  for (const [name, field] of Object.entries(before ?? {})) {
    const now = after?.[name];
    if (!now) add(name, 'is gone', true);
    else {
      if (demanded.includes(name) && !needed.includes(name)) add(name, 'is required', direction === 'request');
      if (needed.includes(name) && !demanded.includes(name)) add(name, 'is optional', direction === 'response');
      if (now.deprecated && !field.deprecated) add(name, 'is deprecated', false);
      compareSchemas(comparison, `${place}.${name}`, field, now, direction);
    }
  }
};
