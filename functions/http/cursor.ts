import { createHash } from 'node:crypto';
import type { Route } from '../contract/route.ts';
import { Failure } from '../domain/failure.ts';
import type { Noun } from '../domain/id.ts';
import type { Page, Wanted } from '../store/list.ts';
import { firstIdAt } from '../store/new-id.ts';
import type { Caller } from './caller.ts';

/** What a cursor is good for: another business, route, path or filter makes another scope. */
export type CursorScope = {
  readonly tenant: string;
  readonly route: string;
  readonly params: object;
  readonly filters: object;
};

/** 96 bits: nobody meets another scope's cursor by accident, and a cursor opens nothing that its scope does not. */
const sealBytes = 12;

/** The opaque text for "the page begins below this sort key". */
export const cursorAt = (sortKey: string, scope: CursorScope): string =>
  Buffer.concat([sealOf(sortKey, scope), Buffer.from(sortKey)]).toString('base64url');

/** The sort key of a cursor made for this scope; any other text is refused. */
export const sortKeyOf = (cursor: string, scope: CursorScope): string => {
  const bytes = Buffer.from(cursor, 'base64url');
  const sortKey = bytes.subarray(sealBytes).toString();
  if (sortKey === '' || cursorAt(sortKey, scope) !== cursor) throw new Failure('cursor_invalid');
  return sortKey;
};

/** The query of a list after its schema. */
type ListQuery = {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
} & Readonly<Record<string, unknown>>;

/** A request of a list after its schemas. */
export type ListRequest = { readonly params: object; readonly query: ListQuery };

/** The part of a list that a query asks for: below its cursor and within its dates. Ids sort by the moment they were made. */
export const rangeOf = (route: Route, caller: Caller, asked: ListRequest, noun?: Noun): Wanted => {
  const { limit, cursor, created_after: after, created_before: before } = asked.query;
  const below = [
    cursor === undefined ? undefined : sortKeyOf(cursor, scopeOf(route, caller, asked)),
    noun && before ? firstIdAt(noun, new Date(before)) : undefined,
  ].filter((bound) => bound !== undefined);
  const from = noun && after ? firstIdAt(noun, new Date(Date.parse(after) + 1)) : undefined;
  return { limit, from, below: below.toSorted()[0] };
};

/** A page as every list answers it. */
export const shownPage = (route: Route, caller: Caller, asked: ListRequest, page: Page<unknown>) => ({
  object: 'list',
  data: page.items,
  has_more: page.next !== null,
  next_cursor: page.next === null ? null : cursorAt(page.next, scopeOf(route, caller, asked)),
});

/** Path and filters bind a cursor; the size of the page may change. */
const scopeOf = (route: Route, caller: Caller, { params, query }: ListRequest): CursorScope => {
  const { limit: _limit, cursor: _cursor, ...filters } = query;
  return { tenant: caller.tenant_id, route: route.id, params, filters };
};

const sealOf = (sortKey: string, { tenant, route, params, filters }: CursorScope) => {
  const text = JSON.stringify([tenant, route, byName(params), byName(filters), sortKey]);
  return createHash('sha256').update(text).digest().subarray(0, sealBytes);
};

const byName = (values: object) => Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
