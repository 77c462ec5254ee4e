import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { Route } from '../contract/route.ts';
import type { Deadline } from '../runtime/deadline.ts';
import type { Connection } from '../store/database.ts';
import type { Checked } from './checks.ts';

/** A request that passed every check. */
export type Passed<R extends Route> = Checked & {
  readonly route: R;
  readonly event: APIGatewayProxyEvent;
  readonly context: Context;
  readonly connection: Connection;
  readonly deadline: Deadline;
};

/**
 * The path that the caller addressed the API by, such as `/v1`: the whole path less what the route declares of it. API
 * Gateway takes a slash at the end.
 */
export const rootOf = ({ requestContext, resource }: APIGatewayProxyEvent): string => {
  const depth = resource.split('/').length - 1;
  return requestContext.path.replace(/\/$/, '').split('/').slice(0, -depth).join('/');
};
