import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../api-error.ts';
import { type CursorKeys, kmsCursorKeys, period_days } from '../aws/kms.ts';
import { database } from '../dynamodb/client.ts';
import { type Page, type PageRequest, readablePage } from '../dynamodb/list.ts';
import type { UnreadableItem } from '../dynamodb/stored-form.ts';
import { logUnreadable } from '../dynamodb/unreadable.ts';
import type { ResourceType } from '../ids.ts';
import { firstIdAt } from '../new-id.ts';
import type { Route } from '../route.ts';
import type { Caller } from './caller.ts';
import { type PagedRequest, type RequestContext, readRequest, rootOf } from './request.ts';
import { type ApiResponse, responseFor } from './response.ts';

/** The `paged` option of a list, with the keys that authenticate its cursors. */
export const pagedWith =
  (keys: CursorKeys) =>
  async <R extends Route>(
    context: RequestContext<R>,
    handle: (request: PagedRequest<R>) => Promise<ApiResponse>,
  ): Promise<ApiResponse> => {
    const { route, caller, event, deadline, input } = context;
    // The schema of its query makes it a list's.
    const list: ListRequest = {
      route,
      caller,
      keys,
      now: deadline.now,
      ...(input as Pick<ListRequest, 'params' | 'query'>),
    };
    const start = await startOf(list);
    let unreadable = 0;
    const leaveOut = (error: UnreadableItem) => {
      unreadable += 1;
      logUnreadable(error);
    };
    return handle({
      ...readRequest(context, database(context.connection)),
      range: (resource) => ({ ...rangeOf(list.query, start, resource), leaveOut }),
      respondPage: async (page, toItem) => {
        // Anything that an item is shown with can be unreadable too, such as the webhook of a
        // delivery.
        const shown = readablePage(page, toItem, { leaveOut });
        return responseFor(route, await pageBody(list, shown, unreadable), rootOf(event));
      },
    });
  };

/** The `paged` option of a list. */
export const paged = pagedWith(kmsCursorKeys());

/** The scope of a cursor: another business, route, path or filter makes another scope. */
export type CursorScope = {
  readonly tenant: string;
  readonly route: string;
  readonly params: object;
  readonly filters: object;
};

/** The period of its key, 16 bits, and 128 bits of the MAC precede the sort key. */
const period_bytes = 2;
const mac_bytes = 16;

/** The opaque text for "the page starts below this sort key". */
export const cursorAt = (
  keys: CursorKeys,
  sortKey: string,
  scope: CursorScope,
  now: Date,
): Promise<string> => authenticated(keys, sortKey, scope, periodOf(now));

/** The sort key of a cursor made for this scope. Any other text is an error, before anything is read. */
export const sortKeyOf = async (
  keys: CursorKeys,
  cursor: string,
  scope: CursorScope,
  now: Date,
): Promise<string> => {
  const bytes = Buffer.from(cursor, 'base64url');
  const sortKey = bytes.subarray(period_bytes + mac_bytes).toString();
  const invalid = new ApiError('cursor_invalid');
  if (sortKey === '' || bytes.toString('base64url') !== cursor) throw invalid;
  const period = bytes.readUInt16BE();
  // The clocks of two processes may differ where a period ends.
  if (Math.abs(period - periodOf(now)) > 1) throw invalid;
  const expected = Buffer.from(await authenticated(keys, sortKey, scope, period));
  const sent = Buffer.from(cursor);
  if (expected.length !== sent.length || !timingSafeEqual(expected, sent)) throw invalid;
  return sortKey;
};

/** The query of a list after its schema. */
type ListQuery = {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
} & Readonly<Record<string, unknown>>;

/** The request of a list after its schemas: whose, with which keys and when. */
export type ListRequest = {
  readonly route: Route;
  readonly caller: Caller;
  readonly params: object;
  readonly query: ListQuery;
  readonly keys: CursorKeys;
  readonly now: Date;
};

/** The sort key below which the page starts; undefined without a cursor. */
export const startOf = async (list: ListRequest): Promise<string | undefined> => {
  const { cursor } = list.query;
  return cursor === undefined ? undefined : sortKeyOf(list.keys, cursor, scopeOf(list), list.now);
};

/** The part of a list that a query selects: below its start and within its dates. Ids sort by the moment they were created. */
export const rangeOf = (
  query: ListQuery,
  start: string | undefined,
  resource?: ResourceType,
): PageRequest => {
  const { limit, created_after: after, created_before: before } = query;
  const below = [
    start,
    resource && before ? firstIdAt(resource, new Date(before)) : undefined,
  ].filter((bound) => bound !== undefined);
  const from = resource && after ? firstIdAt(resource, new Date(Date.parse(after) + 1)) : undefined;
  return { limit, from, below: below.toSorted()[0] };
};

/** The body of a page that lacks so many items, which cannot be read. */
export const pageBody = async (list: ListRequest, page: Page<unknown>, unreadable: number) => ({
  object: 'list',
  data: page.items,
  has_more: page.next !== null,
  next_cursor:
    page.next === null ? null : await cursorAt(list.keys, page.next, scopeOf(list), list.now),
  unreadable,
});

/** Path and filters bind a cursor; the size of the page may change. */
const scopeOf = ({ route, caller, params, query }: ListRequest): CursorScope => {
  const { limit: _limit, cursor: _cursor, ...filters } = query;
  return { tenant: caller.tenant_id, route: route.id, params, filters };
};

const periodOf = (now: Date) => Math.floor(now.getTime() / (period_days * 86_400_000));

const authenticated = async (
  keys: CursorKeys,
  sortKey: string,
  scope: CursorScope,
  period: number,
): Promise<string> => {
  const { tenant, route, params, filters } = scope;
  const text = JSON.stringify([tenant, route, byName(params), byName(filters), sortKey]);
  const mac = createHmac('sha256', await keys.of(tenant, period))
    .update(text)
    .digest()
    .subarray(0, mac_bytes);
  const head = Buffer.alloc(period_bytes);
  head.writeUInt16BE(period);
  return Buffer.concat([head, mac, Buffer.from(sortKey)]).toString('base64url');
};

const byName = (values: object) =>
  Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
