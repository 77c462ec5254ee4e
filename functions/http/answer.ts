import { catalogue, problemTypeBase } from '../contract/errors.ts';
import type { Failure } from '../domain/failure.ts';

/** An answer of a route before it becomes what API Gateway takes. */
export type Answer = {
  readonly status: number;
  /** The exact bytes; absent: no body. */
  readonly body?: string | undefined;
  readonly location?: string | undefined;
  readonly etag?: string | undefined;
  /** It shows more than its etag vouches for, so that no caller can be told to have it already. */
  readonly derived?: boolean;
  readonly replayed?: boolean;
  /** In a replay whose bytes were not kept: the id of the resource to show instead. */
  readonly rereads?: string | undefined;
};

type Headers = Record<string, string>;

/** Headers of every answer. */
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
    ...(answer.replayed && { 'idempotent-replayed': 'true' }),
  },
  body: answer.body ?? '',
});

/** What API Gateway takes for a refusal: a problem document (RFC 9457). */
export const refuse = (failure: Failure, requestId: string) => {
  const { status, title, detail, retry } = catalogue[failure.code];
  const { retry_after_seconds: seconds = defaultRetryAfter[failure.code] } = failure.details;
  const problem = {
    type: `${problemTypeBase}${failure.code}`,
    title,
    status,
    detail,
    code: failure.code,
    request_id: requestId,
    ...failure.details,
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

/** Refusals that time cures say how long. */
const defaultRetryAfter: Partial<Record<Failure['code'], number>> = { rate_limited: 1, unavailable: 1 };
