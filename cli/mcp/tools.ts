import { mediaOf, operationsOf, type PrintedDocument } from '../../openapi/page-places.ts';
import { nameOf } from '../../openapi/schemas.ts';

type Schema = { readonly [keyword: string]: unknown };
type Parameter = { readonly name: string; readonly in: string; readonly description?: string; readonly schema: Schema };

/** A route as a model can call it. */
export type Action = {
  /** `resource.verb`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  /** Whether its answer or its body holds what no model may see. */
  readonly withheld: boolean;
};

/** A tool: the routes of one resource that read, or those that change. */
export type Tool = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean };
};

/** Fields that no answer shows, at whatever depth: secrets, and links that are as good as a key. */
export const hiddenFields: ReadonlySet<string> = new Set(['secret', 'secret_key', 'ephemeral_key', 'token', 'upload']);

/** Routes whose answer is a link for a person to use once, and that which takes a PIN. */
const ofPeople: ReadonlySet<string> = new Set(['documents.create', 'onboarding-links.create', 'card-pins.set']);

/** Tools read the contract by themselves; its own routes are the tool `reference`. */
const ownTag = 'openapi';

/** Every route of the document. */
export const actionsOf = (document: PrintedDocument): readonly Action[] =>
  operationsOf(document.paths)
    .filter(({ operation }) => !operation.tags.includes(ownTag))
    .map(({ method, path, operation: { operationId: id, summary, parameters = [], requestBody, responses } }) => {
      const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      const shown = answers.flatMap(([, { content }]) => mediaOf(content)?.schema ?? []);
      const withheld = ofPeople.has(id) || shown.some((schema) => holdsSecret(schema as Schema, document));
      const own = parameters.filter((one) => one.$ref === undefined) as unknown as Parameter[];
      return { id, method, path, summary, parameters: own, body: mediaOf(requestBody?.content)?.schema, withheld };
    });

/** An upload link is empty once it was used: only what holds a secret is withheld as a whole. */
const holdsSecret = (schema: Schema, document: PrintedDocument): boolean =>
  [schema, ...Object.values(definitionsOf([schema], document))].some((one) =>
    Object.keys((one as Schema).properties ?? {}).some((name) => name !== 'upload' && hiddenFields.has(name)),
  );

/** The tools of a document, two a resource at most. */
export const toolsOf = (document: PrintedDocument): readonly Tool[] => {
  const actions = actionsOf(document).filter(({ withheld }) => !withheld);
  return document.tags.flatMap(({ name, description }) =>
    [false, true].flatMap((changes) => {
      const own = actions.filter((one) => one.id.startsWith(`${name}.`) && isChange(one) === changes);
      return own.length === 0 ? [] : [toolOf(toolName(name, changes), description, own, document)];
    }),
  );
};

/** Whether a route changes something. */
export const isChange = ({ method }: Pick<Action, 'method'>): boolean => method !== 'GET';

/** The name of the tool of a resource. */
export const toolName = (resource: string, changes: boolean): string =>
  `${resource.replaceAll('-', '_')}${changes ? '_change' : ''}`;

const verbOf = ({ id }: Action): string => id.slice(id.indexOf('.') + 1);

const toolOf = (name: string, about: string, actions: readonly Action[], document: PrintedDocument): Tool => {
  const changes = actions.some(isChange);
  const bodies = [...new Map(actions.flatMap(({ body }) => (body ? [[JSON.stringify(body), body]] : []))).values()];
  const parameters = actions.flatMap((one) =>
    one.parameters.map(({ name, description, schema }) => [name, { description, ...schema }]),
  );
  const properties = {
    action: { enum: actions.map(verbOf) },
    ...Object.fromEntries(parameters.toReversed()),
    ...(bodies.length > 0 && { body: bodies.length === 1 ? bodies[0] : { anyOf: bodies } }),
    ...(changes && { if_match: ifMatch, idempotency_key: idempotencyKey }),
  };
  const $defs = definitionsOf(Object.values(properties) as Schema[], document);
  return {
    name,
    description: [about, ...actions.map((one) => `${verbOf(one)}: ${one.summary}. ${needsOf(one)}`)].join('\n'),
    inputSchema: inJsonSchema({ type: 'object', properties, required: ['action'], additionalProperties: false, $defs }),
    annotations: { readOnlyHint: !changes, destructiveHint: changes },
  };
};

const ifMatch = { type: 'string', description: 'The etag of the version that you read, such as "3" with its quotes.' };
const idempotencyKey = {
  type: 'string',
  description: 'To repeat a call without acting twice, send the key of the first.',
};

/** What an action takes of the fields that its tool has for all. */
const needsOf = ({ parameters, body }: Action): string =>
  `Takes ${[...parameters.map(({ name }) => name), ...(body ? [`body ${nameOf(body.$ref)}`] : [])].join(', ') || 'nothing'}.`;

/** Every named schema that these refer to, by name. */
const definitionsOf = (
  from: readonly Schema[],
  { components: { schemas } }: PrintedDocument,
): Record<string, Schema> => {
  const found: Record<string, Schema> = {};
  const gather = (schema: unknown): void => {
    for (const [ref] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/\w+/g)) {
      const name = nameOf(ref);
      const target = schemas[name];
      if (!target || found[name]) continue;
      found[name] = target;
      gather(target);
    }
  };
  from.forEach(gather);
  return found;
};

const inJsonSchema = <Part>(schema: Part): Part =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/'));
