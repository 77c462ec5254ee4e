import { id_suffix, idPrefixes } from '../functions/core/ids.ts';
import type { Route } from '../functions/core/route.ts';

type Header = {
  readonly description: string;
  readonly required?: true;
  readonly schema: object;
  readonly example?: string;
};

/** Every header an answer may carry, once for the whole document. */
const answerHeaders = {
  'X-Request-Id': {
    description: 'The id of this request in our logs; quote it when you ask for help.',
    required: true,
    schema: { type: 'string', minLength: 1 },
  },
  'Cache-Control': {
    description: 'Responses must not be stored.',
    required: true,
    schema: { type: 'string', const: 'no-store' },
  },
  'Cache-Control.kept': {
    description: 'How long caches may store this response, in seconds.',
    required: true,
    schema: { type: 'string', pattern: '^public, max-age=[0-9]+$' },
  },
  'X-Content-Type-Options': {
    description: 'The content type must not be guessed.',
    required: true,
    schema: { type: 'string', const: 'nosniff' },
  },
  'Strict-Transport-Security': {
    description: 'HTTPS only.',
    required: true,
    schema: { type: 'string', pattern: '^max-age=[0-9]+' },
  },
  Location: {
    description: 'The path of the created resource, from the host root.',
    required: true,
    schema: { type: 'string', pattern: '^/' },
    example: '/v1/customers/cus_01jd5fq7k9e8xv3m2n4p6r8t0w',
  },
  ETag: {
    description: 'The version of the resource, in quotes, for If-Match and If-None-Match.',
    required: true,
    schema: { type: 'string', pattern: '^"[0-9][\\w.-]*"$' },
    example: '"3"',
  },
  'ETag.kept': {
    description: 'Identifies these bytes, for If-None-Match.',
    required: true,
    schema: { type: 'string', pattern: '^W/"[^"]+"$' },
    example: 'W/"GW2mBvJfa2ZcQ8dXnE4yqT0sR7uHk1LoP9vCzA3bN5k"',
  },
  Vary: {
    description:
      'The bytes also depend on whether the caller asked for compression, and for HTML where there is HTML.',
    required: true,
    schema: { type: 'string', pattern: '^(Accept, )?Accept-Encoding$' },
  },
  'RateLimit-Policy': {
    description:
      'How often you may call, as draft-ietf-httpapi-ratelimit-headers writes it: `q` requests in `w` seconds. In every response to a valid key. The remaining quota is reported only when it is 0.',
    schema: { type: 'string', pattern: '^"[a-z]+";q=[0-9]+;w=[0-9]+$' },
  },
  RateLimit: {
    description: '`r` requests of the policy remain; after `t` seconds there are more.',
    schema: { type: 'string', pattern: '^"[a-z]+";r=0;t=[0-9]+$' },
  },
  'Idempotent-Replayed': {
    description:
      'Present and `true` if this response belongs to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    required: true,
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '1',
  },
  Deprecation: {
    description:
      'Since when this route, or fields of it, is deprecated (RFC 9745): `@` and seconds since 1970.',
    required: true,
    schema: { type: 'string', pattern: '^@[0-9]+$' },
    example: '@1798761600',
  },
  Sunset: {
    description: 'From when it may be gone (RFC 8594), as an HTTP date.',
    required: true,
    schema: { type: 'string' },
    example: 'Thu, 01 Jul 2027 00:00:00 GMT',
  },
  'WWW-Authenticate': {
    description:
      'How to authenticate, and whether the key was `missing or malformed` or `refused`; the reason is not given.',
    required: true,
    schema: {
      type: 'string',
      pattern: '^ApiKey header="Api-Key", error="(missing or malformed|refused)"$',
    },
  },
  'X-Should-Retry': {
    description: '`false` if the same request can never succeed.',
    schema: { type: 'string', const: 'false' },
  },
} as const satisfies Record<string, Header>;

/** The name of a header of an answer. */
export type AnswerHeader = keyof typeof answerHeaders;

/** The headers of every response. */
export const everyAnswer = [
  'X-Request-Id',
  'Cache-Control',
  'X-Content-Type-Options',
  'Strict-Transport-Security',
] as const satisfies readonly AnswerHeader[];

/** References to headers of the document; the part after a dot distinguishes two meanings of one header. */
export const headerRefs = (names: readonly AnswerHeader[]) =>
  Object.fromEntries(
    names.map((name) => [name.split('.')[0], { $ref: `#/components/headers/${name}` }]),
  );

/** On every answer of a deprecated route. */
export const deprecatedAnswer = ({ deprecated }: Pick<Route, 'deprecated'>): AnswerHeader[] => [
  ...(deprecated ? (['Deprecation'] as const) : []),
  ...(deprecated?.sunset === undefined ? [] : (['Sunset'] as const)),
];

/** The headers that answers of these routes can have. */
export const answerHeadersOf = (routes: readonly Route[]): Readonly<Record<string, Header>> => {
  const announced = new Set<string>(routes.flatMap(deprecatedAnswer));
  const isUsed = (name: string) =>
    announced.has(name) || (name !== 'Deprecation' && name !== 'Sunset');
  return Object.fromEntries(Object.entries(answerHeaders).filter(([name]) => isUsed(name)));
};

/** On an answer that anybody may keep. */
export const keptAnswer = [
  'Cache-Control.kept',
  'ETag.kept',
  'Vary',
] as const satisfies readonly AnswerHeader[];

/** Parameters that many routes share, once for the whole document. */
export const sharedParameters = {
  TenantId: {
    name: 'X-Tenant-Id',
    in: 'header',
    description:
      'The business identifier. Optional; when sent, it must be the business that the key belongs to.',
    schema: { type: 'string', pattern: `^${idPrefixes.tenant}_${id_suffix}$` },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description:
      'A value unique to this operation, such as a UUID. A repeat within 24 hours with the same key and body has no second effect and gets the response of the first.',
    schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
    example: '0f8fad5b-d9cb-469f-a165-70867728950e',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The etag that you read. The change is rejected if the resource has changed since. `*` accepts any version. A list matches if one of its etags does; a weak one never matches.',
    schema: { type: 'string', pattern: '^(\\*|(W/)?"[!#-~]*"([ \\t]*,[ \\t]*(W/)?"[!#-~]*")*)$' },
    example: '"3"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The etag that you read. The response is 304 without a body if the resource has not changed since.',
    schema: { type: 'string' },
    example: '"3"',
  },
} as const;

/** Names of the shared parameters that a route takes; `comparable`: its etag vouches for all that it answers. */
export const sharedParametersOf = (
  route: Route,
  comparable: boolean,
): (keyof typeof sharedParameters)[] => [
  ...(route.public ? [] : ['TenantId' as const]),
  ...(route.method === 'POST' ? ['IdempotencyKey' as const] : []),
  ...(route.ifMatch ? ['IfMatch' as const] : []),
  ...(route.method === 'GET' && comparable ? ['IfNoneMatch' as const] : []),
];
