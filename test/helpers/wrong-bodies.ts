import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { exampleOf, resolved } from '../../openapi/examples.ts';
import type { JsonSchema } from '../../openapi/schemas.ts';
import { type Any, document, operationOf } from './printed-document.ts';

type Route = Parameters<typeof operationOf>[0];

/** The names that lead from a body to one of its values. */
export type Path = readonly string[];

const ajv = new Ajv2020({ strict: false, validateFormats: true });
addFormats.default(ajv);
ajv.addSchema(document, 'document');

const schemas = document.components.schemas as Readonly<Record<string, JsonSchema>>;

/** Whether the printed document allows this body. */
export const allowedBy = ({ method, path }: Route): ((body: unknown) => boolean) => {
  const operation = `/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method.toLowerCase()}`;
  const validate = ajv.getSchema(
    `document#${operation}/requestBody/content/application~1json/schema`,
  );
  if (!validate) throw new Error(`The document has no body for ${method} ${path}.`);
  return (body) => validate(body) === true;
};

/** A body with every field there is, for each form that the body of a route may have. */
export const fullBodies = (route: Route): unknown[] => {
  const { schema } = operationOf(route).requestBody.content['application/json'];
  const whole = followed(schema);
  const forms = (whole.oneOf as JsonSchema[] | undefined) ?? [whole];
  const allowed = allowedBy(route);
  return forms.flatMap((form) => {
    const { examples: _short, ...full } = followed(form);
    const body = exampleOf(full, schemas) as Record<string, unknown>;
    if (allowed(body)) return [body];
    // Two fields exclude each other.
    const fewer = Object.keys(body).map((left) => ({ ...body, [left]: undefined }));
    return fewer.map((one) => JSON.parse(JSON.stringify(one))).filter(allowed);
  });
};

const followed = (schema: JsonSchema): JsonSchema =>
  typeof schema.$ref === 'string' ? resolved(schema.$ref, schemas) : schema;

/** Every place in a body, the containers' own included, but not the whole. */
export const placesIn = (value: unknown, base: Path = []): Path[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) => {
        const path = [...base, name];
        return [path, ...placesIn(member, path)];
      });

/** Stands for leaving a field out. */
const nothing = Symbol('nothing');

/** Lengths just over every limit that any text of the document has, ascending. */
const lengths = [
  ...new Set(
    [...JSON.stringify(document).matchAll(/"maxLength":(\d+)/g)].map(([, n]) => Number(n) + 1),
  ),
].toSorted((one, other) => one - other);

const values: readonly unknown[] = [
  nothing,
  null,
  true,
  7,
  '',
  {},
  ['x'],
  'bell \u0007',
  '\ud800',
  '0000-00-00',
];

/** The body with one value replaced by another that the document does not allow there, for every place and every such value. */
export const wrongBodies = (
  route: Route,
  body: unknown,
): { readonly path: Path; readonly body: unknown }[] => {
  const allowed = allowedBy(route);
  return placesIn(body).flatMap((path) => {
    const tooLong = lengths.find((length) => !allowed(withValue(body, path, 'x'.repeat(length))));
    const tried = tooLong === undefined ? values : [...values, 'x'.repeat(tooLong)];
    return tried
      .map((value) => ({ path, body: withValue(body, path, value) }))
      .filter((one) => !allowed(one.body));
  });
};

/** A copy of a body with a value somewhere. */
export const withValue = (body: unknown, path: Path, value: unknown): unknown => {
  const copy = structuredClone(body);
  const container = path.slice(0, -1).reduce<Any>((inner, name) => inner[name], copy);
  const last = path.at(-1) ?? '';
  if (value === nothing) delete container[last];
  else container[last] = value;
  return copy;
};

/** A JSON pointer. */
export const pointerOf = (path: Path): string =>
  path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
