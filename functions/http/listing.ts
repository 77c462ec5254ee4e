import type { Route } from '../contract/route.ts';
import type { CursorKeys } from '../ports/cursor-key/cursor-key.ts';
import { kmsCursorKeys } from '../ports/cursor-key/kms-cursor-keys.ts';
import { database } from '../store/database.ts';
import { type Answer, answerFor } from './answer.ts';
import { serving } from './answering.ts';
import { type ListRequest, placeOf, rangeOf, shownPage, type Walk } from './cursor.ts';
import { type Passed, rootOf } from './passed.ts';
import { readRequestOf } from './read.ts';
import type { Paging } from './request.ts';

/** The endpoint of a route that answers pages: as every other, with the keys of cursors, which no other carries. */
export const listing = <const R extends Route>(route: R, behaviour: Paging<R>, keys: CursorKeys = kmsCursorKeys()) =>
  serving(route, (passed) => list(passed, behaviour, keys));

/** Runs the behaviour of a list. */
const list = async <R extends Route>(passed: Passed<R>, behaviour: Paging<R>, keys: CursorKeys): Promise<Answer> => {
  const { route, caller, event, deadline } = passed;
  // Its schema has given it the query of a list.
  const walk: Walk = { route, caller, keys, now: deadline.now, asked: passed.input as ListRequest };
  const place = await placeOf(walk);
  return behaviour({
    ...readRequestOf(passed, database(passed.connection)),
    range: (noun) => rangeOf(walk.asked, place, noun),
    answerPage: async ({ items, next }, show) =>
      answerFor(route, await shownPage(walk, { items: items.map(show), next }), rootOf(event)),
  });
};
