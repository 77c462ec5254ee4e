import { filled, t } from '../../texts/texts.ts';
import { quoted } from '../deliveries/sent.ts';

/** As much of an OpenAPI 3.1 document as the reference shows. Anything may be missing: an answer is open. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly format?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly examples?: readonly unknown[];
};

export type Parameter = {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
};

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export type Operation = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly unknown[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses?: Readonly<
    Record<
      string,
      { readonly $ref?: string; readonly description?: string; readonly content?: Content }
    >
  >;
};

export type OpenapiDocument = {
  readonly info?: {
    readonly title?: string;
    readonly version?: string;
    readonly description?: string;
  };
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly [kind: string]: Readonly<Record<string, unknown>> };
};

/** One operation with where it is. */
export type Placed = {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
};

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The operations by their tag, in the document's order. */
export const groupsOf = (
  document: OpenapiDocument,
): readonly (readonly [string, readonly Placed[]])[] => {
  const groups = new Map<string, Placed[]>();
  for (const [path, operations] of Object.entries(document.paths ?? {}))
    for (const method of methods) {
      const operation = operations[method];
      if (!operation) continue;
      const tag = operation.tags?.[0] ?? 'other';
      groups.set(tag, [
        ...(groups.get(tag) ?? []),
        { method: method.toUpperCase(), path, operation },
      ]);
    }
  return [...groups];
};

/** The part of the document that a reference names; undefined where it leads nowhere. */
export const resolved = <Named extends { readonly $ref?: string }>(
  document: OpenapiDocument,
  named: Named,
): Named | undefined => {
  if (named.$ref === undefined) return named;
  const [, kind, name] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(named.$ref) ?? [];
  return kind && name ? (document.components?.[kind]?.[name] as Named | undefined) : undefined;
};

/** A schema's type in a word or two. */
export const typeText = (schema: Schema): string => {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeText))].join(' | ');
  if (schema.type === 'array')
    return filled(t.reference.listOfType, { type: typeText(schema.items ?? {}) });
  const type = typeof schema.type === 'string' ? schema.type : (schema.type?.join(' | ') ?? 'any');
  return schema.format ? `${type} (${schema.format})` : type;
};

/** The bounds of a schema, in words. */
export const boundsText = ({
  minimum,
  maximum,
  minLength,
  maxLength,
  default: otherwise,
}: Schema): string =>
  [
    minimum !== undefined && filled(t.reference.fromMinimum, { minimum }),
    maximum !== undefined && filled(t.reference.toMaximum, { maximum }),
    minLength !== undefined && filled(t.reference.atLeastMinlength, { minLength }),
    maxLength !== undefined && filled(t.reference.atMostMaxlength, { maxLength }),
    otherwise !== undefined &&
      filled(t.reference.defaultValue, { value: JSON.stringify(otherwise) }),
  ]
    .filter(Boolean)
    .join(', ');

/** An example of a request's body: its own, or one built from the examples of its fields. */
export const exampleOf = (document: OpenapiDocument, schema: Schema, depth = 0): unknown => {
  const shape = resolved(document, schema);
  if (!shape || depth > 5) return null;
  if (shape.examples?.length) return shape.examples[0];
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const choices = shape.oneOf ?? shape.anyOf;
  if (choices?.[0]) return exampleOf(document, choices[0], depth + 1);
  if (shape.type === 'array') return [exampleOf(document, shape.items ?? {}, depth + 1)];
  if (!shape.properties) return shape.default ?? scalars[String(shape.type)] ?? null;
  const names = shape.required ?? Object.keys(shape.properties).slice(0, 3);
  return Object.fromEntries(
    names.map((name) => [name, exampleOf(document, shape.properties?.[name] ?? {}, depth + 1)]),
  );
};

const scalars: Readonly<Record<string, unknown>> = {
  string: '…',
  integer: 1,
  number: 1,
  boolean: true,
  object: {},
};

/** The business that a sample is for. */
export type Caller = { readonly base: string; readonly tenantId: string };

/** A call to paste into a shell, with the caller's own base address and business; the key comes from the shell. */
export const curlOf = (
  document: OpenapiDocument,
  { method, path, operation }: Placed,
  caller: Caller,
): string => {
  const schema = operation.requestBody?.content?.['application/json']?.schema;
  const open = operation.security?.length === 0;
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${caller.base.replace(/\/$/, '')}${path}"`,
    ...(open ? [] : [`-H "Api-Key: $SECRET_KEY"`, `-H "x-tenant-id: ${caller.tenantId}"`]),
    ...(method === 'POST' ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(schema
      ? [
          `-H "Content-Type: application/json"`,
          `-d ${quoted(JSON.stringify(exampleOf(document, schema)))}`,
        ]
      : []),
  ];
  return lines.join(' \\\n  ');
};
