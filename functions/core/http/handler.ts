import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ApiError, type ApiErrorCode } from '../api-error.ts';
import { connect, database } from '../dynamodb/client.ts';
import type { Route } from '../route.ts';
import { deadlineOf, systemClock, until } from '../time.ts';
import { checkCaller, checkRequest } from './checks.ts';
import type { transactional } from './commit.ts';
import type { paged } from './cursor.ts';
import { isKnown } from './etag.ts';
import type { idempotent } from './idempotency.ts';
import {
  type IdempotentRequest,
  type PagedRequest,
  type ReadRequest,
  type Refresh,
  type RequestContext,
  readRequest,
  type WriteRequest,
} from './request.ts';
import { type HandledRequest, noteChange, requestIdOf, requestLog } from './request-log.ts';
import { type ApiResponse, toGateway } from './response.ts';

type Form<R extends Route, Request, Options> = {
  readonly route: R;
  readonly request: Request;
  readonly options: Options;
};

/**
 * The declaration of a route decides how it is handled. A POST is idempotent unless it says
 * otherwise, a PUT, a PATCH and a DELETE are transactional, a query with a cursor is paged. The
 * option is the code itself, so that no bundle carries what its route does not need.
 */
type FormOf<R extends Route> = R['method'] extends 'POST'
  ? R extends { readonly idempotency: 'none' }
    ? Form<R, WriteRequest<R>, { readonly transactional: typeof transactional }>
    : R extends { readonly idempotency: 'refreshed' }
      ? Form<
          R,
          IdempotentRequest<R>,
          { readonly idempotent: typeof idempotent; readonly refresh: Refresh<R> }
        >
      : Form<R, IdempotentRequest<R>, { readonly idempotent: typeof idempotent }>
  : R['method'] extends 'GET'
    ? R extends {
        readonly query: {
          readonly _zod: { readonly def: { readonly shape: { readonly cursor: unknown } } };
        };
      }
      ? Form<R, PagedRequest<R>, { readonly paged: typeof paged }>
      : Form<R, ReadRequest<R>, Record<never, never>>
    : Form<R, WriteRequest<R>, { readonly transactional: typeof transactional }>;

/** The work of a route on a request that passed the checks. */
export type Handle<R extends Route> = (request: FormOf<R>['request']) => Promise<ApiResponse>;

type AnyOptions<R extends Route> = {
  readonly [option in 'idempotent' | 'transactional' | 'paged']?: (
    context: RequestContext<R>,
    handle: Handle<R>,
    refresh?: Refresh<R>,
  ) => Promise<ApiResponse>;
} & { readonly refresh?: Refresh<R> };

/** The Lambda handler of a route: the checks in their order, then `handle`, then the response. */
export const httpHandler = <const R extends Route>(
  route: R,
  options: FormOf<R>['options'],
  handle: Handle<R>,
) => {
  const connection = connect();
  const { idempotent, transactional, paged, refresh } = options as AnyOptions<R>;
  const run = idempotent ?? transactional ?? paged ?? readOnly;
  return middlewareOf(route).handler(async (event, lambda, { signal }) => {
    const checked = checkRequest(event, route);
    connection.shards.know(checked.caller.tenant_id, checked.caller.write_shards);
    const deadline = deadlineOf(lambda, clock, response_reserve_ms);
    const context = { ...checked, route, event, lambda, connection, deadline };
    const response = await until(deadline, clock, signal, () => run(context, handle, refresh));
    noteChange(event, response);
    return toGateway(notModified(response, event, route), requestIdOf(event));
  });
};

/** The handler of what every caller is denied: the checks of the caller, then the error. */
export const denyingHandler = (route: Route, code: ApiErrorCode) =>
  middlewareOf(route).handler(async (event) => {
    checkCaller(event, route);
    throw new ApiError(code);
  });

const readOnly = <R extends Route>(context: RequestContext<R>, handle: Handle<R>) =>
  handle(readRequest(context, database(context.connection)));

const clock = systemClock();

/** Left at the end, so that the caller learns of a timeout from us and not from the gateway. */
const response_reserve_ms = 500;

/** The outermost layer: turns errors and timeouts into responses, and writes the one log line. */
const middlewareOf = (route: Route) =>
  middy<APIGatewayProxyEvent, APIGatewayProxyResult>({
    timeoutEarlyInMillis: response_reserve_ms,
    timeoutEarlyResponse: () => {
      throw new ApiError('timeout');
    },
  })
    .use({ after: addRateLimitPolicy, onError: addRateLimitPolicy })
    .use(deprecating(route))
    .use(requestLog(route, clock));

/**
 * Every response names the policy that limits its caller, as the authorizer passed it. It stands before `requestLog`, since
 * what follows a response runs in reverse order.
 */
const addRateLimitPolicy = ({ event, response }: HandledRequest) => {
  const policy: unknown = event.requestContext.authorizer?.rate_limit_policy;
  if (response && typeof policy === 'string')
    response.headers = { ...response.headers, 'ratelimit-policy': policy };
};

/** A deprecated route says so in every response, errors too. */
const deprecating = (route: Route) => {
  const added = deprecationHeaders(route);
  const add = ({ response }: HandledRequest) => {
    if (response) response.headers = { ...response.headers, ...added };
  };
  return { after: add, onError: add };
};

/** The response, or that the caller has it already. */
const notModified = (
  response: ApiResponse,
  event: APIGatewayProxyEvent,
  route: Route,
): ApiResponse => {
  const comparable = route.method === 'GET' && !response.derived && response.etag !== undefined;
  return comparable && isKnown(event, response.etag)
    ? { ...response, status: 304, body: undefined }
    : response;
};

/** The headers of a deprecated route: `Deprecation` (RFC 9745) in seconds since 1970, and `Sunset` (RFC 8594) as an HTTP date. */
export const deprecationHeaders = ({
  deprecated,
}: Pick<Route, 'deprecated'>): Record<string, string> => {
  if (!deprecated) return {};
  const { since, sunset } = deprecated;
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset !== undefined && { sunset: new Date(sunset).toUTCString() }),
  };
};
