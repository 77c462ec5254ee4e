import type { Route } from '../contract/route.ts';
import type { Noun } from '../domain/id.ts';
import type { Page, Wanted } from '../store/list.ts';
import { firstIdAt } from '../store/new-id.ts';
import type { Caller } from './caller.ts';
import { type CursorScope, cursorAt, sortKeyOf } from './cursor.ts';

/** The query of a list after its schema. */
type ListQuery = {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
} & Readonly<Record<string, unknown>>;

/** A request of a list after its schemas. */
export type AskedList = { readonly params: object; readonly query: ListQuery };

/** The part of a list that a query asks for: below its cursor and within its dates. Ids sort by the moment they were made. */
export const wantedOf = (route: Route, caller: Caller, asked: AskedList, noun?: Noun): Wanted => {
  const { limit, cursor, created_after: after, created_before: before } = asked.query;
  const below = [
    cursor === undefined ? undefined : sortKeyOf(cursor, scopeOf(route, caller, asked)),
    noun && before ? firstIdAt(noun, new Date(before)) : undefined,
  ].filter((bound) => bound !== undefined);
  const from = noun && after ? firstIdAt(noun, new Date(Date.parse(after) + 1)) : undefined;
  return { limit, from, below: below.toSorted()[0] };
};

/** A page as every list answers it. */
export const shownPage = (route: Route, caller: Caller, asked: AskedList, page: Page<unknown>) => ({
  object: 'list',
  data: page.items,
  has_more: page.next !== null,
  next_cursor: page.next === null ? null : cursorAt(page.next, scopeOf(route, caller, asked)),
});

/** Path and filters bind a cursor; the size of the page may change. */
const scopeOf = (route: Route, caller: Caller, { params, query }: AskedList): CursorScope => {
  const { limit: _limit, cursor: _cursor, ...filters } = query;
  return { tenant: caller.tenant_id, route: route.id, params, filters };
};
