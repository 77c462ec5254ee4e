import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { ApiError } from '../api-error.ts';
import { catalogue } from '../error-catalogue.ts';
import { errorPages } from '../errors.ts';
import { collections, derivedObjects } from '../resource.ts';
import type { Route } from '../route.ts';
import { etagOf } from './etag.ts';

/** The response of a route before it becomes what API Gateway takes. */
export type ApiResponse = {
  readonly status: number;
  /** The exact bytes; absent: no body. */
  readonly body?: string | undefined;
  /** The media type of the body, which is UTF-8; absent: JSON. */
  readonly type?: string;
  /** The header of the request, besides Accept-Encoding, that a cache compares. */
  readonly vary?: 'Accept';
  readonly location?: string | undefined;
  readonly etag?: string | undefined;
  /** The body holds more than the version in its etag covers: If-None-Match is not compared. */
  readonly derived?: boolean;
  /** For how long anybody may cache it; absent: it is private. */
  readonly keptSeconds?: number | undefined;
  readonly replayed?: boolean;
  /** The events of the change, for the line of the request. */
  readonly event_ids?: string[];
  /** In the response to a retry whose body was not kept: the id of the resource to return instead; empty where there was none. */
  readonly refreshes?: string | undefined;
};

type Headers = Record<string, string>;

/** Headers of every response, unless it sets them itself. */
const always: Headers = {
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};

/** A response as API Gateway takes it. */
export const toGateway = (response: ApiResponse, requestId: string) => ({
  statusCode: response.status,
  headers: {
    ...always,
    'x-request-id': requestId,
    ...(response.body !== undefined && { 'content-type': contentTypeOf(response.type) }),
    ...(response.type === 'text/html' && { 'content-security-policy': "default-src 'none'" }),
    ...(response.location && { location: response.location }),
    ...(response.etag && { etag: response.etag }),
    ...(response.keptSeconds !== undefined && keptFor(response.keptSeconds, response.vary)),
    ...(response.replayed && { 'idempotent-replayed': 'true' }),
  },
  body: response.body ?? '',
});

const contentTypeOf = (type: string | undefined): string =>
  type ? `${type}; charset=utf-8` : 'application/json';

/** Caches keep compressed and plain bodies apart, and bodies of two types. */
const keptFor = (seconds: number, vary: ApiResponse['vary']): Headers => ({
  'cache-control': `public, max-age=${seconds}`,
  vary: vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding',
});

/** Where the pages of errors are: at the API's own name where it has one (lib/constructs/service-function.ts), else relative. */
const ownErrorPages = process.env.ERROR_PAGES ?? errorPages;

/** An error as API Gateway takes it: a problem document (RFC 9457), whose type leads to the page of its code below `pages`. */
export const problemResponse = (error: ApiError, requestId: string, pages = ownErrorPages) => {
  const { status, title, detail, retry } = catalogue[error.code];
  const { retry_after_seconds: seconds = defaultRetryAfter[error.code] } = error.details;
  const problem = {
    type: `${pages}${error.code}`,
    title,
    status,
    detail,
    code: error.code,
    request_id: requestId,
    ...error.details,
  };
  return {
    statusCode: status,
    headers: {
      ...always,
      'x-request-id': requestId,
      'content-type': 'application/problem+json',
      ...(seconds !== undefined && { 'retry-after': String(seconds) }),
      ...(!retry && { 'x-should-retry': 'false' }),
    },
    body: JSON.stringify(
      seconds === undefined ? problem : { ...problem, retry_after_seconds: seconds },
    ),
  };
};

/**
 * The response of a route, checked against its declaration before anything is committed: a bug in a projection cannot follow
 * an effect, and nothing undeclared leaves. `checkedBy` is the schema that has checked the body already. `root` is the path
 * that the caller reached the API under, such as `/v1`.
 */
export const responseFor = (
  route: Route,
  content: unknown,
  root: string,
  checkedBy?: z.core.$ZodType,
): ApiResponse => {
  const { status, body: schema, type } = route.returns;
  if (!schema) return { status };
  const body = schema === checkedBy ? content : z.parse(schema, content);
  if (type) return withContentEtag(route, { status, body: String(body), type });
  if (!isResource(body)) return withContentEtag(route, { status, body: JSON.stringify(body) });
  const location = status === 201 ? pathOf(body, root) : undefined;
  const derived = derivedObjects.has(body.object);
  return {
    status,
    body: JSON.stringify(body),
    etag: etagOf(body),
    location,
    ...(derived && { derived }),
  };
};

/** A response that may be cached is identified by its bytes; weakly, since compressed ones carry the same tag. */
const withContentEtag = (
  { kept_seconds: keptSeconds }: Route,
  response: ApiResponse & { readonly body: string },
): ApiResponse => {
  if (keptSeconds === undefined) return response;
  const hash = createHash('sha256').update(response.body).digest('base64url');
  return { ...response, keptSeconds, etag: `W/"${hash}"` };
};

/** Where a resource is read, from the host root. */
export const pathOf = ({ object, id }: Pick<Resource, 'object' | 'id'>, root: string): string =>
  `${root}/${collections[object]}/${id}`;

/** Whether a body is one resource with a version, rather than a list or a record. */
export const isResource = (body: unknown): body is Resource =>
  typeof body === 'object' &&
  body !== null &&
  'id' in body &&
  'version' in body &&
  'object' in body &&
  Object.hasOwn(collections, String(body.object));

type Resource = {
  readonly id: string;
  readonly object: keyof typeof collections;
  readonly version: number | string;
};

/** After how long to try again, where the error does not say. */
const defaultRetryAfter: Partial<Record<ApiError['code'], number>> = {
  rate_limited: 1,
  unavailable: 1,
};
