import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import { ApiError, type ApiErrorCode } from '../api-error.ts';
import { withMaskedCardNumbers } from '../card-number.ts';
import { isCutOff, isOutage } from '../client-settings.ts';
import { UnreadableItem } from '../dynamodb/stored-form.ts';
import { logIfUnreadable } from '../dynamodb/unreadable.ts';
import { everyErrorOf } from '../errors.ts';
import { isId, uuid } from '../ids.ts';
import { logger, serializeError } from '../logging.ts';
import { measured } from '../metrics.ts';
import type { Route } from '../route.ts';
import { type Clock, metricContext } from '../time.ts';
import { headerOf } from './caller.ts';
import { loggedErrors } from './logged-errors.ts';
import { type ApiResponse, problemResponse } from './response.ts';

/** One request as middy passes it from step to step. */
export type HandledRequest = {
  event: APIGatewayProxyEvent;
  response: APIGatewayProxyResult | null | undefined;
  error: Error | null | undefined;
  /** The values that middy carries from step to step of one request. */
  internal: { began?: Date };
};

/** Events that requests have committed, for the line of each. */
const committed = new WeakMap<APIGatewayProxyEvent, readonly string[]>();

/** Keeps what a response has changed for the line of its request. */
export const noteChange = (
  event: APIGatewayProxyEvent,
  { event_ids, replayed }: ApiResponse,
): void => {
  if (event_ids && event_ids.length > 0 && !replayed) committed.set(event, event_ids);
};

/**
 * Writes the one line of a request when its response is there. The request log is made of it
 * (functions/tenants/requests/model.ts reads it): nothing that a caller wrote but ids.
 */
export const requestLog = (route: Route, clock: Clock) => {
  const log = ({ event, internal }: HandledRequest, outcome: object) => {
    const ended = clock.now();
    logger.info('request', {
      event: 'request',
      request_id: requestIdOf(event),
      tenant_id: event.requestContext.authorizer?.tenant_id,
      key_id: event.requestContext.authorizer?.key_id,
      operator_id: event.requestContext.authorizer?.operator_id,
      route: route.id,
      ...callOf(event, route),
      ...outcome,
      duration_ms: ended.getTime() - (internal.began ?? ended).getTime(),
    });
  };
  return {
    before: ({ internal }: HandledRequest) => {
      internal.began = clock.now();
    },
    after: (exchange: HandledRequest) => {
      const { statusCode: status, headers } = exchange.response ?? {};
      const replayed = headers?.['idempotent-replayed'] !== undefined;
      const created =
        status === 201 &&
        !replayed &&
        measured('created', 1, { route: route.id }, metricContext(clock));
      log(exchange, {
        status,
        resource_id: resourceIdOf(exchange.event, headers?.location),
        replayed,
        ...created,
      });
    },
    onError: (exchange: HandledRequest) => {
      const error = apiErrorOf(exchange.error, requestIdOf(exchange.event), route);
      exchange.response = problemResponse(error, requestIdOf(exchange.event));
      const { statusCode: status } = exchange.response;
      log(exchange, {
        status,
        errors: loggedErrors(error, route),
        ...measured('refused', 1, { code: error.code }, metricContext(clock)),
      });
    },
  };
};

/** Which call it was. A path parameter that its schema refuses may be anything, also a name, and is not logged. */
const callOf = (event: APIGatewayProxyEvent, { params }: Route) => {
  const sent = params && z.safeParse(params, event.pathParameters ?? {});
  return {
    time_ms: event.requestContext.requestTimeEpoch,
    method: event.httpMethod,
    resource: event.resource,
    path: loggedPath(event.resource, sent?.success ? (sent.data as Record<string, unknown>) : {}),
    idempotency_key: loggedKey(headerOf(event, 'idempotency-key')),
    event_ids: committed.get(event),
  };
};

/** The path of a request, from the route as it is declared and its checked parameters; what is not known stays in braces. */
const loggedPath = (route: string, params: Readonly<Record<string, unknown>>): string =>
  route.replaceAll(/\{(\w+)\}/g, (unfilled, name: string) => String(params[name] ?? unfilled));

const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** An Idempotency-Key as a log may have it: a UUID or ULID. Any other may be about somebody, and no log holds it. */
const loggedKey = (key: string | undefined): string | undefined =>
  key !== undefined && (uuid.test(key.toLowerCase()) || ulid.test(key))
    ? withMaskedCardNumbers(key)
    : undefined;

/**
 * The resource that was read, changed or created: the one that the path names, or the new one. An
 * error says nothing of it.
 */
const resourceIdOf = (
  { pathParameters }: APIGatewayProxyEvent,
  location: unknown,
): string | undefined => {
  const created = typeof location === 'string' ? location.split('/').at(-1) : undefined;
  return (
    created ?? Object.values(pathParameters ?? {}).find((one) => one !== undefined && isId(one))
  );
};

/**
 * The error as a caller may see it: only the codes that the route declares. Anything else is ours
 * to explain, in the log.
 */
const apiErrorOf = (error: unknown, request_id: string, route: Route): ApiError => {
  if (error instanceof ApiError && everyErrorOf(route).includes(error.code)) return error;
  const code = failureCodeOf(error);
  logIfUnreadable(error);
  logger.error(code, {
    event: 'request_failed',
    code,
    request_id,
    route: route.id,
    error: serializeError(error),
  });
  return new ApiError(code);
};

const failureCodeOf = (error: unknown): ApiErrorCode => {
  if (isCutOff(error)) return 'timeout';
  if (isOutage(error)) return 'unavailable';
  return error instanceof UnreadableItem ? 'unreadable_item' : 'internal';
};

/** The id of a request, which its caller gets as `x-request-id`. */
export const requestIdOf = ({ requestContext }: APIGatewayProxyEvent) => requestContext.requestId;
