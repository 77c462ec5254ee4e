import { mediaOf, type Operation, operationsOf, type PrintedDocument } from './page-places.ts';
import { type JsonSchema, nameOf } from './schemas.ts';
import { withPartsInPlace } from './shared-parts.ts';

/** One difference between two documents: where, what, and whether a client of the older one can fail by it. */
export type Change = { readonly place: string; readonly what: string; readonly breaking: boolean };

/** A change breaks clients when it narrows what they send or widens what they receive. */
type Direction = 'request' | 'response';

/** The two documents, what was found, and which named schemas were compared already. */
type Comparison = {
  readonly old: PrintedDocument;
  readonly next: PrintedDocument;
  readonly changes: Change[];
  readonly compared: Set<string>;
};

/**
 * The differences from an older document. Within a version responses may gain fields and values;
 * all else that a client can meet is breaking. Bounds and patterns of responses are not compared,
 * nor are errors, headers and texts.
 */
export const changesSince = (old: PrintedDocument, next: PrintedDocument): readonly Change[] => {
  const comparison: Comparison = {
    old: withPartsInPlace(old),
    next: withPartsInPlace(next),
    changes: [],
    compared: new Set(),
  };
  compareOperations(comparison, 'paths');
  compareOperations(comparison, 'webhooks');
  return comparison.changes;
};

/** The breaking changes that a section of the changelog does not name, by their place between backticks. */
export const unnamedIn = (section: string, changes: readonly Change[]): readonly Change[] =>
  changes.filter(({ place, breaking }) => breaking && !isNamedIn(section, place));

/** Whether a section names a place; a line may end within the name. */
export const isNamedIn = (section: string, place: string): boolean =>
  section.replaceAll(/\s+/g, ' ').includes(`\`${place}\``);

/** The parts that are in both, by place. A part that is new or gone is a change. */
const inBoth = function* <Part>(
  { changes }: Comparison,
  before: ReadonlyMap<string, Part>,
  after: ReadonlyMap<string, Part>,
  breaksIfNew: (part: Part) => boolean,
): Iterable<readonly [place: string, old: Part, next: Part]> {
  for (const [place, part] of after)
    if (!before.has(place)) changes.push({ place, what: 'is new', breaking: breaksIfNew(part) });
  for (const [place, old] of before) {
    const next = after.get(place);
    if (next) yield [place, old, next];
    else changes.push({ place, what: 'is gone', breaking: true });
  }
};

const compareOperations = (comparison: Comparison, part: 'paths' | 'webhooks'): void => {
  const named = (document: PrintedDocument) =>
    new Map(
      operationsOf(document[part]).map(({ method, path, operation }) => [
        part === 'paths' ? `${method} ${path}` : path,
        operation,
      ]),
    );
  const [before, after] = [named(comparison.old), named(comparison.next)];
  for (const [place, old, next] of inBoth(comparison, before, after, () => false))
    compareOperation(comparison, place, old, next, part === 'paths' ? 'request' : 'response');
};

/** `sent`: the direction of its body; an event's body is what a client receives. */
const compareOperation = (
  comparison: Comparison,
  place: string,
  old: Operation,
  next: Operation,
  sent: Direction,
) => {
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
  for (const [status, response] of Object.entries(old.responses).filter(([code]) =>
    code.startsWith('2'),
  )) {
    const [shown, later] = [mediaOf(response.content), mediaOf(next.responses[status]?.content)];
    if (!next.responses[status]) add(`does not return ${status} any more`, true);
    else if (shown && !later) add('returns no body any more', true);
    else if (shown && later)
      compareSchemas(comparison, `${place} response`, shown.schema, later.schema, 'response');
  }
};

const compareParameters = (
  comparison: Comparison,
  place: string,
  old: Operation,
  next: Operation,
): void => {
  const named = ({ parameters = [] }: Operation) =>
    new Map(
      parameters.map((parameter) => {
        // Names of headers have no case (RFC 9110, section 5.1).
        const name = String(parameter.name);
        return [
          `${place} ${parameter.in}.${parameter.in === 'header' ? name.toLowerCase() : name}`,
          parameter,
        ];
      }),
    );
  const [before, after] = [named(old), named(next)];
  for (const [at, was, is] of inBoth(
    comparison,
    before,
    after,
    ({ required }) => required === true,
  )) {
    if (is.required && !was.required)
      comparison.changes.push({ place: at, what: 'is required', breaking: true });
    compareSchemas(comparison, at, was.schema as JsonSchema, is.schema as JsonSchema, 'request');
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
  const add = (what: string, breaking: boolean) =>
    comparison.changes.push({ place: at, what, breaking });
  compareValues(before, after, direction, add);
  compareFields(comparison, at, before, after, direction);
  if (before.items && after.items)
    compareSchemas(
      comparison,
      `${at}[]`,
      before.items as JsonSchema,
      after.items as JsonSchema,
      direction,
    );
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
    ((oneOf ?? anyOf ?? []) as JsonSchema[]).map((form) => [
      form.$ref ? nameOf(form.$ref) : String(form.type),
      form,
    ]),
  );

type Add = (what: string, breaking: boolean) => void;

const listOf = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());

const compareValues = (old: JsonSchema, next: JsonSchema, direction: Direction, add: Add): void => {
  const [types, later] = [listOf(old.type), listOf(next.type)];
  const [lost, gained] = [
    types.filter((one) => !later.includes(one)),
    later.filter((one) => !types.includes(one)),
  ];
  const isOther = lost.length > 0 && gained.length > 0;
  if (lost.length > 0)
    add(`is not ${lost.join(' or ')} any more`, direction === 'request' || isOther);
  if (gained.length > 0) add(`may be ${gained.join(' or ')}`, direction === 'response' || isOther);
  const [values, now] = [old, next].map((one) => listOf('const' in one ? one.const : one.enum));
  const [fewer, more] = [
    values?.filter((one) => !now?.includes(one)),
    now?.filter((one) => !values?.includes(one)),
  ];
  if (now?.length && fewer?.length)
    add(`has no value ${fewer.join(', ')} any more`, direction === 'request');
  if (values?.length && more?.length) add(`has the value ${more.join(', ')}`, false);
  if (!values?.length && now?.length)
    add(`has only the values ${now.join(', ')}`, direction === 'request');
  if (old.format !== next.format) add(`has the format ${next.format ?? 'none'}`, true);
  if (direction === 'request') compareBounds(old, next, add);
};

const compareBounds = (old: JsonSchema, next: JsonSchema, add: Add): void => {
  for (const bound of [
    'minLength',
    'minItems',
    'minimum',
    'maxLength',
    'maxItems',
    'maximum',
    'maxProperties',
  ]) {
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
  const isSent = direction === 'request';
  const [before, after] = [fieldsOf(place, old), fieldsOf(place, next)];
  for (const [at, was, is] of inBoth(
    comparison,
    before,
    after,
    ({ required }) => isSent && required,
  )) {
    const add = (what: string, breaking: boolean) =>
      comparison.changes.push({ place: at, what, breaking });
    if (is.required && !was.required) add('is required', isSent);
    if (was.required && !is.required) add('is optional', !isSent);
    if (is.schema.deprecated && !was.schema.deprecated) add('is deprecated', false);
    compareSchemas(comparison, at, was.schema, is.schema, direction);
  }
};

const fieldsOf = (place: string, { properties = {}, required }: JsonSchema) =>
  new Map(
    Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => [
      `${place}.${name}`,
      { schema, required: listOf(required).includes(name) },
    ]),
  );
