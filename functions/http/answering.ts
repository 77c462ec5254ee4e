import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { errorsOf } from '../contract/errors.ts';
import type { Route } from '../contract/route.ts';
import { described } from '../domain/described.ts';
import { Failure } from '../domain/failure.ts';
import { isOutage } from '../store/outage.ts';
import { type Answer, refuse, respond } from './answer.ts';
import { logger } from './log.ts';
import { isKnown } from './preconditions.ts';

type Exchange = {
  event: APIGatewayProxyEvent;
  context: Context;
  response: APIGatewayProxyResult | null | undefined;
  error: Error | null | undefined;
  /** What middy carries from step to step of one request. */
  internal: { startedMs?: number };
};

/** The outermost layer: turns answers and refusals into what API Gateway takes, and writes the one log line of a request. */
export const answering = (route: Route) => {
  const log = ({ event, internal }: Exchange, outcome: object) =>
    logger.info('request', {
      request_id: event.requestContext.requestId,
      tenant_id: event.requestContext.authorizer?.tenant_id,
      key_id: event.requestContext.authorizer?.key_id,
      route: route.id,
      ...outcome,
      duration_ms: Date.now() - (internal.startedMs ?? Date.now()),
    });
  return {
    before: ({ internal }: Exchange) => {
      internal.startedMs = Date.now();
    },
    after: (exchange: Exchange) => {
      const answer = exchange.response as unknown as Answer;
      const { requestId } = exchange.event.requestContext;
      const comparable = route.method === 'GET' && !answer.derived;
      const known = comparable && answer.etag !== undefined && isKnown(exchange.event, answer.etag);
      exchange.response = respond(known ? { status: 304, etag: answer.etag } : answer, requestId);
      log(exchange, { status: exchange.response.statusCode, replayed: answer.replayed ?? false });
    },
    onError: (exchange: Exchange) => {
      const { requestId } = exchange.event.requestContext;
      const failure = failureOf(exchange.error, requestId, route);
      exchange.response = refuse(failure, requestId);
      log(exchange, { status: exchange.response.statusCode, code: failure.code });
    },
  };
};

/** What a caller may see of an error: the refusals that its route declares; anything else is ours to explain, in the log. */
const failureOf = (error: unknown, requestId: string, route: Route): Failure => {
  if (error instanceof Failure && errorsOf(route).includes(error.code)) return error;
  const outage = isOutage(error);
  logger.error(outage ? 'unavailable' : 'internal', {
    request_id: requestId,
    route: route.id,
    error: described(error),
  });
  return new Failure(outage ? 'unavailable' : 'internal');
};
