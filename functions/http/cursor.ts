import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Route } from '../contract/route.ts';
import { ApiError } from '../domain/api-error.ts';
import type { Noun } from '../domain/id.ts';
import { type CursorKeys, period_days } from '../ports/cursor-key/cursor-key.ts';
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

/** The period of its key, 16 bits, and 128 bits of the MAC stand before the sort key. */
const periodBytes = 2;
const macBytes = 16;

/** The opaque text for "the page begins below this sort key". */
export const cursorAt = (keys: CursorKeys, sortKey: string, scope: CursorScope, now: Date): Promise<string> =>
  sealed(keys, sortKey, scope, periodOf(now));

/** The sort key of a cursor made for this scope; any other text is refused, before anything is read. */
export const sortKeyOf = async (keys: CursorKeys, cursor: string, scope: CursorScope, now: Date): Promise<string> => {
  const bytes = Buffer.from(cursor, 'base64url');
  const sortKey = bytes.subarray(periodBytes + macBytes).toString();
  const invalid = new ApiError('cursor_invalid');
  if (sortKey === '' || bytes.toString('base64url') !== cursor) throw invalid;
  const period = bytes.readUInt16BE();
  // The clocks of two processes may differ where a period ends.
  if (Math.abs(period - periodOf(now)) > 1) throw invalid;
  const made = Buffer.from(await sealed(keys, sortKey, scope, period));
  const sent = Buffer.from(cursor);
  if (made.length !== sent.length || !timingSafeEqual(made, sent)) throw invalid;
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

/** Whose list is walked, with which keys and when. */
export type Walk = {
  readonly route: Route;
  readonly caller: Caller;
  readonly asked: ListRequest;
  readonly keys: CursorKeys;
  readonly now: Date;
};

/** The sort key below which a request wants its page; undefined where it sends no cursor. */
export const placeOf = async (walk: Walk): Promise<string | undefined> => {
  const { cursor } = walk.asked.query;
  return cursor === undefined ? undefined : sortKeyOf(walk.keys, cursor, scopeOf(walk), walk.now);
};

/** The part of a list that a query asks for: below its place and within its dates. Ids sort by the moment they were made. */
export const rangeOf = ({ query }: ListRequest, place: string | undefined, noun?: Noun): Wanted => {
  const { limit, created_after: after, created_before: before } = query;
  const below = [place, noun && before ? firstIdAt(noun, new Date(before)) : undefined].filter(
    (bound) => bound !== undefined,
  );
  const from = noun && after ? firstIdAt(noun, new Date(Date.parse(after) + 1)) : undefined;
  return { limit, from, below: below.toSorted()[0] };
};

/** A page as every list answers it. */
export const shownPage = async (walk: Walk, page: Page<unknown>) => ({
  object: 'list',
  data: page.items,
  has_more: page.next !== null,
  next_cursor: page.next === null ? null : await cursorAt(walk.keys, page.next, scopeOf(walk), walk.now),
});

/** Path and filters bind a cursor; the size of the page may change. */
const scopeOf = ({ route, caller, asked: { params, query } }: Walk): CursorScope => {
  const { limit: _limit, cursor: _cursor, ...filters } = query;
  return { tenant: caller.tenant_id, route: route.id, params, filters };
};

const periodOf = (now: Date) => Math.floor(now.getTime() / (period_days * 86_400_000));

const sealed = async (keys: CursorKeys, sortKey: string, scope: CursorScope, period: number): Promise<string> => {
  const { tenant, route, params, filters } = scope;
  const text = JSON.stringify([tenant, route, byName(params), byName(filters), sortKey]);
  const mac = createHmac('sha256', await keys.of(tenant, period))
    .update(text)
    .digest()
    .subarray(0, macBytes);
  const head = Buffer.alloc(periodBytes);
  head.writeUInt16BE(period);
  return Buffer.concat([head, mac, Buffer.from(sortKey)]).toString('base64url');
};

const byName = (values: object) => Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
