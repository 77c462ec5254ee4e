import {
  mediaOf,
  operationsOf,
  type PrintedDocument,
  placesOf,
} from '../../openapi/page-places.ts';
import { nameOf } from '../../openapi/schemas.ts';
import { withPartsInPlace } from '../../openapi/shared-parts.ts';
import {
  alternativesOf,
  fieldsText,
  hostSchema,
  type Labelled,
  mergeFields,
  type Named,
  type Schema,
} from './tool-schemas.ts';

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema: Schema;
};

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
export const hiddenFields: ReadonlySet<string> = new Set([
  'secret',
  'secret_key',
  'ephemeral_key',
  'token',
  'upload',
]);

/** Routes whose answer is a link for a person to use once, and that which takes a PIN. */
const ofPeople: ReadonlySet<string> = new Set([
  'documents.create',
  'onboarding-links.create',
  'card-pins.set',
]);

/** Tools read the contract by themselves; its own routes are the tool `reference`. */
const ownTag = 'openapi';

/** Every route of the document. */
export const actionsOf = (document: PrintedDocument): readonly Action[] =>
  operationsOf(withPartsInPlace(document).paths)
    .filter(({ operation }) => !operation.tags.includes(ownTag))
    .map(
      ({
        method,
        path,
        operation: { operationId: id, summary, parameters = [], requestBody, responses },
      }) => {
        const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
        const shown = answers.flatMap(([, { content }]) => mediaOf(content)?.schema ?? []);
        const withheld =
          ofPeople.has(id) || shown.some((schema) => holdsSecret(schema as Schema, document));
        const own = parameters.filter((one) => one.in !== 'header') as unknown as Parameter[];
        return {
          id,
          method,
          path,
          summary,
          parameters: own,
          body: mediaOf(requestBody?.content)?.schema,
          withheld,
        };
      },
    );

/** An upload link is empty once it was used: only what holds a secret is withheld as a whole. */
const holdsSecret = (schema: Schema, document: PrintedDocument): boolean =>
  [schema, ...Object.values(definitionsOf([schema], document))].some((one) =>
    Object.keys((one as Schema).properties ?? {}).some(
      (name) => name !== 'upload' && hiddenFields.has(name),
    ),
  );

/** The tools of a document, two a resource at most. */
export const toolsOf = (document: PrintedDocument): readonly Tool[] => {
  const actions = actionsOf(document).filter(({ withheld }) => !withheld);
  const named = { schemas: document.components.schemas, pages: placesOf(document).schemas };
  return document.tags.flatMap(({ name, description }) =>
    [false, true].flatMap((changes) => {
      const own = actions.filter(
        (one) => one.id.startsWith(`${name}.`) && isChange(one) === changes,
      );
      return own.length === 0 ? [] : [toolOf(toolName(name, changes), description, own, named)];
    }),
  );
};

/** Whether a route changes something. */
export const isChange = ({ method }: Pick<Action, 'method'>): boolean => method !== 'GET';

/** The name of the tool of a resource. */
export const toolName = (resource: string, changes: boolean): string =>
  `${resource.replaceAll('-', '_')}${changes ? '_change' : ''}`;

const verbOf = ({ id }: Action): string => id.slice(id.indexOf('.') + 1);

const toolOf = (name: string, about: string, actions: readonly Action[], named: Named): Tool => {
  const changes = actions.some(isChange);
  const bodies = actions.flatMap((one) => bodyOf(one, named) ?? []);
  const parameters = actions.flatMap((one) =>
    one.parameters.map(({ name, description, schema }) => ({
      label: verbOf(one),
      name,
      schema: { description, ...schema },
    })),
  );
  const properties = {
    action: { type: 'string', enum: actions.map(verbOf) },
    ...mergeFields(
      parameters.map((one) => ({ ...one, schema: { [one.name]: hostSchema(one.schema, named) } })),
    ),
    ...(bodies.length > 0 && { body: mergedBody(bodies) }),
    ...(changes && { if_match: ifMatch, idempotency_key: idempotencyKey }),
  };
  return {
    name,
    description: [about, ...actions.map((one) => lineOf(one, named))].join('\n'),
    inputSchema: { type: 'object', properties, required: ['action'], additionalProperties: false },
    annotations: { readOnlyHint: !changes, destructiveHint: changes },
  };
};

/** The body of an action as hosts take it; undefined without one, or where it has no fields. */
const bodyOf = (action: Action, named: Named): Labelled | undefined => {
  if (action.body === undefined) return undefined;
  const schema = hostSchema(action.body, named, action.method === 'PATCH');
  return schema.properties === undefined ? undefined : { label: verbOf(action), schema };
};

/** One body for all actions; the line of each action says which fields it takes. */
const mergedBody = (bodies: readonly Labelled[]): Schema => ({
  type: 'object',
  properties: mergeFields(
    bodies.map(({ label, schema }) => ({ label, schema: schema.properties as Schema })),
  ),
  additionalProperties: false,
});

const ifMatch = {
  type: 'string',
  description: 'The etag of the version that you read, such as "3" with its quotes.',
};
const idempotencyKey = {
  type: 'string',
  description: 'To repeat a call without acting twice, send the key of the first.',
};

/** The line about an action: its effect, and which of the fields of its tool it takes. */
const lineOf = (action: Action, named: Named): string => {
  const body = bodyOf(action, named)?.schema;
  const isUnion =
    action.body !== undefined && alternativesOf(action.body, named.schemas).length > 1;
  const names = action.parameters.map((one) => (one.in === 'path' ? `${one.name}*` : one.name));
  const takes = [
    ...names,
    ...(body ? [isUnion ? 'body' : `body {${fieldsText([{ label: '', schema: body }])}}`] : []),
  ].join(', ');
  const words = body?.description === undefined ? '' : ` ${body.description}`;
  return `${verbOf(action)}: ${action.summary}. Takes ${takes || 'nothing'}.${words}`;
};

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
