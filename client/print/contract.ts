import { routes } from '../../functions/app/routes.ts';
import type { Route } from '../../functions/core/route.ts';
import { printOpenapi } from '../../openapi/document.ts';
import { eventWebhooks } from '../../openapi/event-reference.ts';
import { mediaOf } from '../../openapi/page-places.ts';
import { withPartsInPlace } from '../../openapi/shared-parts.ts';
import { comment, componentOf, type Schema, typeOf } from './types.ts';

type Media = { readonly content: { readonly [type: string]: { readonly schema: Schema } } };
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
};
type Described = {
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Partial<Parameter>[];
  readonly requestBody?: Media & { readonly required: boolean };
  readonly responses: Readonly<Record<string, Partial<Media>>>;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** `src/contract.ts` as the package has it: what the OpenAPI document says, in TypeScript that needs nothing. */
export const printContract = (): string => {
  const document = withPartsInPlace(
    printOpenapi(routes, { webhooks: eventWebhooks }) as unknown as Document,
  );
  const parts = [clientOf(document), errorsOf(document)];
  const table = routes.map(({ id, method, path }) => ({ id, method, path }));
  return [
    "import type { Answer, CallOptions, ListCall } from './calls.ts';",
    `export const operations: readonly { readonly id: string; readonly method: string; readonly path: string }[] = ${JSON.stringify(table)};`,
    ...parts,
    ...componentsIn(document, ['Requirements', 'WebhookEvent', ...parts].join('\n')),
  ].join('\n\n');
};

/** Every route as a method, by its resource. */
const clientOf = (document: Document): string => {
  const resourceTypes = Object.groupBy(routes as readonly Route[], ({ id }) => nameAt(id, 0));
  const members = Object.entries(resourceTypes).map(
    ([resourceType, ofResource = []]) =>
      `readonly ${resourceType}: {\n${ofResource.map((route) => methodOf(route, document)).join('\n')}\n};`,
  );
  return `/** Every route of the API as a method. */\nexport interface Client {\n${members.join('\n')}\n}`;
};

const nameAt = (id: string, at: 0 | 1): string =>
  (id.split('.')[at] ?? '').replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const methodOf = (route: Route, { paths, components }: Document): string => {
  const described = paths[route.path]?.[route.method.toLowerCase()];
  if (!described) throw new Error(`The document has no ${route.id}.`);
  const { summary, description } = described;
  const input = inputOf(route, described);
  const optional = input.some((part) => /^\w+: /.test(part)) ? '' : '?';
  const { status } = route.returns;
  const body = mediaOf(described.responses[status]?.content)?.schema;
  const item = body && itemOf(resolved(body, components.schemas));
  const answer = body ? typeOf(body) : 'undefined';
  const called = item
    ? `ListCall<${status}, ${answer}, ${typeOf(item)}>`
    : `Promise<Answer<${status}, ${answer}>>`;
  const text = description ? `${summary}. ${description}` : `${summary}.`;
  return `${comment(text)}readonly ${nameAt(route.id, 1)}: (input${optional}: { ${input.join('; ')} } & CallOptions) => ${called};`;
};

/** The parts of a call; one that asks for something stands without a question mark. */
const inputOf = (route: Route, { parameters = [], requestBody }: Described): string[] => {
  const at = (place: string) =>
    parameters.flatMap((one) => (one.in === place ? [one as Parameter] : []));
  const media = mediaOf(requestBody?.content);
  const body = media && typeOf(media.schema);
  return [
    part('params', at('path')),
    part('query', at('query')),
    body === undefined ? absent('body') : `body${requestBody?.required ? ': ' : '?: '}${body}`,
    route.method === 'POST' ? 'idempotencyKey?: string' : absent('idempotencyKey'),
    route.ifMatch ? `ifMatch${route.ifMatch === 'required' ? '' : '?'}: string` : absent('ifMatch'),
  ];
};

const absent = (name: string): string => `${name}?: never`;

const part = (name: string, parameters: readonly Parameter[]): string => {
  if (parameters.length === 0) return absent(name);
  const required = parameters.filter((one) => one.required).map((one) => one.name);
  const properties = Object.fromEntries(
    parameters.map((one) => [one.name, { ...one.schema, ...described(one) }]),
  );
  return `${name}${required.length > 0 ? ': ' : '?: '}${typeOf({ type: 'object', properties, required })}`;
};

const described = ({ description }: Parameter & { readonly description?: string }) =>
  description && { description };

const itemOf = ({ properties = {} }: Schema): Schema | undefined =>
  properties.next_cursor && properties.data ? properties.data.items : undefined;

const resolved = (schema: Schema, components: Readonly<Record<string, Schema>>): Schema => {
  const name = componentOf(schema);
  if (name === undefined) return schema;
  const found = components[name];
  if (!found) throw new Error(`The document has no schema ${name}.`);
  return resolved(found, components);
};

const errorsOf = ({ components: { schemas } }: Document): string => {
  const { code = {}, errors = {} } =
    resolved({ $ref: '#/components/schemas/Problem' }, schemas).properties ?? {};
  return `/** The codes of errors. */
export type ApiErrorCode = ${typeOf(code)};

/** One invalid part of a request. */
export type ApiErrorItem = ${typeOf(errors.items ?? {})};`;
};

/** Every schema that is named in a text, and in those schemas, by its name. */
const componentsIn = ({ components: { schemas } }: Document, text: string): string[] => {
  const printed = new Map<string, string>();
  const gather = (from: string) => {
    for (const [name] of from.matchAll(/\b[A-Z]\w+\b/g)) {
      const schema = schemas[name];
      if (!schema || printed.has(name)) continue;
      const type = typeOf(schema);
      printed.set(name, `${comment(schema.description)}export type ${name} = ${type};`);
      gather(type);
    }
  };
  gather(text);
  return [...printed.values()];
};
