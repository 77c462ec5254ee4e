import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { everyErrorOf } from '../contract/errors.ts';
import { measured } from '../contract/metrics.ts';
import type { Route } from '../contract/route.ts';
import { ApiError, type ApiErrorCode } from '../domain/api-error.ts';
import { described } from '../domain/described.ts';
import { isId } from '../domain/id.ts';
import { here, systemClock } from '../runtime/clock.ts';
import { deadlineOf, until } from '../runtime/deadline.ts';
import { logger } from '../runtime/logger.ts';
import { connect } from '../store/database.ts';
import { isCutOff, isOutage } from '../store/outage.ts';
import { type Answer, problemAnswer, respond } from './answer.ts';
import { checkCaller, checkRequest } from './checks.ts';
import type { Passed } from './passed.ts';
import { isKnown } from './preconditions.ts';

/** Left at the end, so that the caller hears of a timeout from us and not from the gateway. */
const answer_reserve_ms = 500;

/**
 * The Lambda handler of a route: the checks in product.md's order, then what it does with a request that passed them, then
 * the answer. DynamoDB is opened once.
 */
export const serving = <const R extends Route>(route: R, act: (passed: Passed<R>) => Promise<Answer>) => {
  const connection = connect();
  return answering(route, async (event, context, signal) => {
    const checked = checkRequest(event, route);
    const deadline = deadlineOf(context, clock, answer_reserve_ms);
    return until(deadline, clock, signal, () => act({ ...checked, route, event, context, connection, deadline }));
  });
};

/** The handler of what is refused to every caller: the order of checks as far as it concerns callers, then the refusal. */
export const refusing = (route: Route, code: ApiErrorCode) =>
  answering(route, async (event) => {
    checkCaller(event, route);
    throw new ApiError(code);
  });

const clock = systemClock();

/** The outermost layer: turns answers, refusals and time-outs into what API Gateway takes, and writes the one log line. */
const answering = (
  route: Route,
  handle: (event: APIGatewayProxyEvent, context: Context, signal: AbortSignal) => Promise<Answer>,
) =>
  middy<APIGatewayProxyEvent, APIGatewayProxyResult>({
    timeoutEarlyInMillis: answer_reserve_ms,
    timeoutEarlyResponse: () => {
      throw new ApiError('timeout');
    },
  })
    .use(tellingLimit)
    .use(logging(route))
    .handler(async (event, context, { signal }) =>
      respond(unlessKnown(await handle(event, context, signal), event, route), idOf(event)),
    );

type Exchange = {
  event: APIGatewayProxyEvent;
  response: APIGatewayProxyResult | null | undefined;
  error: Error | null | undefined;
  /** What middy carries from step to step of one request. */
  internal: { began?: Date };
};

/**
 * With every answer the policy that bounds its caller, as the authorizer said it; nobody is told whom none bounds. Before
 * `logging`, since what comes after an answer runs backwards.
 */
const tellingLimit = {
  after: (exchange: Exchange) => tellLimit(exchange),
  onError: (exchange: Exchange) => tellLimit(exchange),
};

const tellLimit = ({ event, response }: Exchange) => {
  const policy: unknown = event.requestContext.authorizer?.rate_limit_policy;
  if (response && typeof policy === 'string') response.headers = { ...response.headers, 'ratelimit-policy': policy };
};

/** What was read, changed or created: the thing that the path names, or that is new. Of what was refused nobody knows what it is. */
const resourceOf = ({ pathParameters }: APIGatewayProxyEvent, location: unknown): string | undefined => {
  const created = typeof location === 'string' ? location.split('/').at(-1) : undefined;
  return created ?? Object.values(pathParameters ?? {}).find((one) => one !== undefined && isId(one));
};

const logging = (route: Route) => {
  const log = ({ event, internal }: Exchange, outcome: object) => {
    const ended = clock.now();
    logger.info('request', {
      request_id: idOf(event),
      tenant_id: event.requestContext.authorizer?.tenant_id,
      key_id: event.requestContext.authorizer?.key_id,
      operator_id: event.requestContext.authorizer?.operator_id,
      route: route.id,
      ...outcome,
      duration_ms: ended.getTime() - (internal.began ?? ended).getTime(),
    });
  };
  return {
    before: ({ internal }: Exchange) => {
      internal.began = clock.now();
    },
    after: (exchange: Exchange) => {
      const { statusCode: status, headers } = exchange.response ?? {};
      const replayed = headers?.['idempotent-replayed'] !== undefined;
      const isNew = status === 201 && !replayed;
      const resource_id = resourceOf(exchange.event, headers?.location);
      log(exchange, {
        status,
        resource_id,
        replayed,
        ...(isNew && measured('created', 1, { route: route.id }, here(clock))),
      });
    },
    onError: (exchange: Exchange) => {
      const error = apiErrorOf(exchange.error, idOf(exchange.event), route);
      exchange.response = problemAnswer(error, idOf(exchange.event));
      const { statusCode: status } = exchange.response;
      log(exchange, { status, ...measured('refused', 1, { code: error.code }, here(clock)) });
    },
  };
};

/** The answer, or that the caller has it already. */
const unlessKnown = (answer: Answer, event: APIGatewayProxyEvent, route: Route): Answer => {
  const comparable = route.method === 'GET' && !answer.derived && answer.etag !== undefined;
  return comparable && isKnown(event, answer.etag) ? { ...answer, status: 304, body: undefined } : answer;
};

/** What a caller may see of an error: those that its route declares; anything else is ours to explain, in the log. */
const apiErrorOf = (error: unknown, requestId: string, route: Route): ApiError => {
  if (error instanceof ApiError && everyErrorOf(route).includes(error.code)) return error;
  const code = codeOf(error);
  logger.error(code, {
    request_id: requestId,
    route: route.id,
    error: described(error),
  });
  return new ApiError(code);
};

const codeOf = (error: unknown) => {
  if (isCutOff(error)) return 'timeout';
  return isOutage(error) ? 'unavailable' : 'internal';
};

const idOf = ({ requestContext }: APIGatewayProxyEvent) => requestContext.requestId;
