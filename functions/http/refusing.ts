import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Route } from '../contract/route.ts';
import { Failure, type FailureCode } from '../domain/failure.ts';
import { answering } from './answering.ts';
import { ofCallers } from './steps.ts';

/** The handler of what is refused to every caller: the order of checks as far as it concerns callers, then the refusal. */
export const refusing = (route: Route, code: FailureCode) =>
  middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(answering(route))
    .use(ofCallers)
    .handler(() => {
      throw new Failure(code);
    });
