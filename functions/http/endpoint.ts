import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Route } from '../contract/route.ts';
import { Failure } from '../domain/failure.ts';
import { connect } from '../store/database.ts';
import { act } from './act.ts';
import { answering } from './answering.ts';
import { checkedIdempotencyKey, checkMediaType, checkSize } from './checks.ts';
import { answerReserveMs, type Behaviour, type Reread } from './request.ts';
import { parseInput } from './request-input.ts';
import { check, foundIn, note, ofCallers } from './steps.ts';

/**
 * The Lambda handler of a route: product.md's order of checks, the first failure answers, then the route's own behaviour.
 * The last line of every file in api/.
 */
export const endpoint = <const R extends Route>(route: R, behaviour: Behaviour<R>, reread?: Reread<R>) => {
  const connection = connect();
  const timeoutEarlyResponse = () => {
    throw new Failure('timeout');
  };
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>({
    timeoutEarlyInMillis: answerReserveMs,
    timeoutEarlyResponse,
  })
    .use(answering(route))
    .use(route.public ? [] : ofCallers)
    .use(check((event) => checkMediaType(event, route)))
    .use(check((event) => checkSize(event)))
    .use(check((event, found) => note(found, { idempotencyKey: checkedIdempotencyKey(event, route) })))
    .use(check((event, found) => note(found, { input: parseInput(event, route) })))
    .handler(async (event, context) => {
      const answer = await act(
        { route, event, context, connection, now: new Date(), ...foundIn(context) },
        behaviour,
        reread,
      );
      return answer as unknown as APIGatewayProxyResult;
    });
};
