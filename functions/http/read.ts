import type { Route } from '../contract/route.ts';
import { type Database, database } from '../store/database.ts';
import { type Answer, answerFor } from './answer.ts';
import { type Passed, rootOf } from './passed.ts';
import { ifMatchOf } from './preconditions.ts';
import type { Reading, ReadRequest } from './request.ts';

/** Runs the behaviour of a route that only looks. */
export const read = async <R extends Route>(passed: Passed<R>, behaviour: Reading<R>): Promise<Answer> =>
  behaviour(readRequestOf(passed, database(passed.connection)));

/** What every route's file works with, read through `db`. */
export const readRequestOf = <R extends Route>(
  { route, caller, event, input, deadline: { now } }: Passed<R>,
  db: Database,
): ReadRequest<R> => ({
  ...(input as Pick<ReadRequest<R>, 'params' | 'query' | 'body'>),
  ...{ caller, now, db },
  ifMatch: ifMatchOf(event),
  answer: async (shown) => answerFor(route, shown, rootOf(event)),
});
