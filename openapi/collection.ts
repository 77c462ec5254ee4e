import type { JsonSchema } from './schemas.ts';
import { withPartsInPlace } from './shared-parts.ts';

type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
};

type Media = { readonly [type: string]: { readonly example: unknown } };

type Operation = {
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Media };
  readonly security?: readonly unknown[];
};

type Document = {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
};

/** Variables that the user of the collection fills in once; without a tenant its header is not sent. */
const variables = [
  { key: 'base_url', value: 'http://127.0.0.1:3000/v1' },
  { key: 'api_key', value: '', type: 'secret' },
  { key: 'tenant_id', value: '' },
];

/** Headers that the collection fills in by itself; Postman makes a new UUID for every request. */
const values: Readonly<Record<string, string>> = {
  'x-tenant-id': '{{tenant_id}}',
  'Idempotency-Key': '{{$guid}}',
};

/** The document as a collection of requests, Postman's format 2.1, which Bruno and Insomnia import too: a folder per tag. */
export const printCollection = (document: Document): JsonSchema => ({
  info: {
    name: document.info.title,
    description: document.info.description,
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: {
    type: 'apikey',
    apikey: [
      { key: 'key', value: 'Api-Key' },
      { key: 'value', value: '{{api_key}}' },
      { key: 'in', value: 'header' },
    ],
  },
  variable: variables,
  item: document.tags
    .map(({ name, description }) => ({
      name,
      description,
      item: requestsOf(withPartsInPlace(document), name),
    }))
    .filter(({ item }) => item.length > 0),
});

const requestsOf = (document: Document, tag: string) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({
        name: operation.summary,
        request: requestOf(method, path, operation),
      })),
  );

const requestOf = (method: string, path: string, operation: Operation) => {
  const { parameters = [] } = operation;
  const content = operation.requestBody?.content['application/json'];
  const located = (place: Parameter['in']) => parameters.filter((one) => one.in === place);
  const optional = ({ name, required, description }: Parameter, value: string) => ({
    key: name,
    value,
    description,
    ...(required !== true && { disabled: true }),
  });
  return {
    method: method.toUpperCase(),
    description: operation.description,
    ...(operation.security?.length === 0 && { auth: { type: 'noauth' } }),
    header: [
      ...located('header').map((one) => optional(one, values[one.name] ?? '')),
      ...(content ? [{ key: 'Content-Type', value: 'application/json' }] : []),
    ],
    ...(content && { body: { mode: 'raw', raw: JSON.stringify(content.example, null, 2) } }),
    url: {
      raw: `{{base_url}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      host: ['{{base_url}}'],
      path: path
        .slice(1)
        .replaceAll(/\{(\w+)\}/g, ':$1')
        .split('/'),
      query: located('query').map((one) => optional(one, '')),
      variable: located('path').map(({ name, description }) => ({
        key: name,
        value: '',
        description,
      })),
    },
  };
};
