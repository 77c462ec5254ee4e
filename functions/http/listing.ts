import type { Route } from '../contract/route.ts';
import { kmsCursorKeys } from '../ports/cursor-key/kms-cursor-keys.ts';
import { endpoint } from './endpoint.ts';
import type { Behaviour } from './request.ts';

/** The endpoint of a route that answers pages: as every other, with the keys of cursors, which no other carries. */
export const listing = <const R extends Route>(route: R, behaviour: Behaviour<R>) =>
  endpoint(route, behaviour, undefined, kmsCursorKeys());
