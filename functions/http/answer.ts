import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { catalogue, problemTypeBase } from '../contract/errors.ts';
import { collections, derivedObjects } from '../contract/resource.ts';
import type { Route } from '../contract/route.ts';
import type { ApiError } from '../domain/api-error.ts';
import { etagOf } from './preconditions.ts';

/** An answer of a route before it becomes what API Gateway takes. */
export type Answer = {
  readonly status: number;
  /** The exact bytes; absent: no body. */
  readonly body?: string | undefined;
  readonly location?: string | undefined;
  readonly etag?: string | undefined;
  /** It shows more than its etag vouches for, so that no caller can be told to have it already. */
  readonly derived?: boolean;
  /** For how long anybody may keep it; absent: it is private. */
  readonly keptSeconds?: number | undefined;
  readonly replayed?: boolean;
  /** In a replay whose bytes were not kept: the id of the resource to show instead; empty where it was none. */
  readonly rereads?: string | undefined;
};

type Headers = Record<string, string>;

/** Headers of every answer, unless it says otherwise. */
const always: Headers = {
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};

/** What API Gateway takes for an answer. */
export const respond = (answer: Answer, requestId: string) => ({
  statusCode: answer.status,
  headers: {
    ...always,
    'x-request-id': requestId,
    ...(answer.body !== undefined && { 'content-type': 'application/json' }),
    ...(answer.location && { location: answer.location }),
    ...(answer.etag && { etag: answer.etag }),
    ...(answer.keptSeconds !== undefined && keptFor(answer.keptSeconds)),
    ...(answer.replayed && { 'idempotent-replayed': 'true' }),
  },
  body: answer.body ?? '',
});

/** Kept by caches too, which must know that it comes compressed or not. */
const keptFor = (seconds: number): Headers => ({
  'cache-control': `public, max-age=${seconds}`,
  vary: 'Accept-Encoding',
});

/** What API Gateway takes for an error: a problem document (RFC 9457). */
export const problemAnswer = (error: ApiError, requestId: string) => {
  const { status, title, detail, retry } = catalogue[error.code];
  const { retry_after_seconds: seconds = defaultRetryAfter[error.code] } = error.details;
  const problem = {
    type: `${problemTypeBase}${error.code}`,
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
    body: JSON.stringify(seconds === undefined ? problem : { ...problem, retry_after_seconds: seconds }),
  };
};

/**
 * The answer of a route, checked against its declaration before anything is committed: a bug in showing cannot follow an
 * effect, and nothing undeclared leaves. `checkedBy` is the schema that has checked it already. `root` is the path that the
 * caller addressed the API by, such as `/v1`.
 */
export const answerFor = (route: Route, shown: unknown, root: string, checkedBy?: z.core.$ZodType): Answer => {
  const { status, body: schema } = route.returns;
  if (!schema) return { status };
  const body = schema === checkedBy ? shown : z.parse(schema, shown);
  if (!isResource(body)) return toldByBytes(route, { status, body: JSON.stringify(body) });
  const location = status === 201 ? pathOf(body, root) : undefined;
  const derived = derivedObjects.has(body.object);
  return { status, body: JSON.stringify(body), etag: etagOf(body.version), location, ...(derived && { derived }) };
};

/** An answer that may be kept is told by its bytes; weakly, since the same tag goes with them compressed. */
const toldByBytes = ({ kept_seconds: keptSeconds }: Route, answer: Answer & { readonly body: string }): Answer => {
  if (keptSeconds === undefined) return answer;
  const hash = createHash('sha256').update(answer.body).digest('base64url');
  return { ...answer, keptSeconds, etag: `W/"${hash}"` };
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

type Resource = { readonly id: string; readonly object: keyof typeof collections; readonly version: number };

/** Errors that time cures say how long. */
const defaultRetryAfter: Partial<Record<ApiError['code'], number>> = { rate_limited: 1, unavailable: 1 };
