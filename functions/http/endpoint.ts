import type { Route } from '../contract/route.ts';
import { serving } from './answering.ts';
import { read } from './read.ts';
import type { Reading } from './request.ts';

/** The handler of a route that only looks. The last line of its file in api/; lists and changes have endpoints of their own. */
export const endpoint = <const R extends Route>(route: R, behaviour: Reading<R>) =>
  serving(route, (passed) => read(passed, behaviour));
