import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { Connection, Database } from '../dynamodb/client.ts';
import type { Page, PageRequest } from '../dynamodb/list.ts';
import type { Change } from '../dynamodb/writes.ts';
import type { NewId, ResourceType } from '../ids.ts';
import type { Changed, UnitOfWork } from '../outbox/unit-of-work.ts';
import type { Route } from '../route.ts';
import type { Deadline } from '../time.ts';
import { type Caller, headerOf } from './caller.ts';
import { type Checked, canSeePart } from './checks.ts';
import { type IfMatch, ifMatchOf } from './etag.ts';
import { type ApiResponse, responseFor } from './response.ts';

/** A request that has passed every check, with what its handler runs on. */
export type RequestContext<R extends Route> = Checked & {
  readonly route: R;
  readonly event: APIGatewayProxyEvent;
  readonly lambda: Context;
  readonly connection: Connection;
  readonly deadline: Deadline;
};

type Parsed<R, Part extends 'params' | 'query' | 'body'> = R extends {
  readonly [part in Part]: infer S;
}
  ? S extends z.core.$ZodType
    ? z.output<S>
    : never
  : Record<never, never>;

/** The body of a route's declared response. */
type ResponseBody<R extends Route> = R['returns'] extends {
  readonly body: infer S extends z.core.$ZodType;
}
  ? z.input<S>
  : undefined;

type PartOf<R extends Route> = R extends { readonly parts: infer Parts }
  ? keyof Parts & string
  : never;

/** An item of a list's response. */
type ListItem<R extends Route> = ResponseBody<R> extends { data: (infer Item)[] } ? Item : never;

/** The inputs of every handler. Time, ids and the tenant come from here and from nowhere else. */
export type ReadRequest<R extends Route> = {
  readonly caller: Caller;
  readonly params: Parsed<R, 'params'>;
  readonly query: Parsed<R, 'query'>;
  readonly body: Parsed<R, 'body'>;
  /** The one moment of this request. */
  readonly now: Date;
  readonly db: Database;
  /** The type of text that the caller prefers, for a route that has two. */
  readonly mediaType: MediaType;
  /** Throws when If-Match names another version than the one that was read. */
  readonly ifMatch: IfMatch;
  /** Whether the caller may see a part of the response that the route declares. */
  readonly canSeePart: (part: PartOf<R>) => boolean;
  /** Responds without a change. The response to a POST is kept, so that a retry gets the same whatever has changed since. */
  readonly respond: (body: ResponseBody<R>) => Promise<ApiResponse>;
};

/** The further inputs of a list's handler. */
export type PagedRequest<R extends Route> = ReadRequest<R> & {
  /** The range of the list that the query selects; `resource` where the list is filtered by date. */
  readonly range: (resource?: ResourceType) => PageRequest;
  readonly respondPage: <T>(
    page: Page<T>,
    toItem: (item: T) => ListItem<R>,
  ) => Promise<ApiResponse>;
};

/** A unit of work whose first change is the response. */
type RespondingUnit<R extends Route> = UnitOfWork & {
  readonly changes: readonly [Changed<ResponseBody<R>>, ...unknown[]];
};

/** Commits one transaction, or nothing, and responds. The response is built and checked before the commit. */
export type Commit<R extends Route> = {
  (unit: RespondingUnit<R>): Promise<ApiResponse>;
  /** Responds with something else than the first change. */
  (unit: UnitOfWork, body: ResponseBody<R>): Promise<ApiResponse>;
};

/**
 * The further inputs of a change's handler. It runs again when what it read has changed before its
 * commit.
 */
export type WriteRequest<R extends Route> = ReadRequest<R> & {
  readonly newId: NewId;
  /** Commits what must exist before an effect outside, or what is kept of a rejection: no response and no event. */
  readonly checkpoint: (change: Pick<Change, 'writes' | 'conditions'>) => Promise<void>;
  /** Commits what a request changes that is rejected, with its events and without a response. */
  readonly keep: (unit: UnitOfWork) => Promise<void>;
  readonly commit: Commit<R>;
};

/** The values that distinguish a POST from every other and are the same for each of its retries. */
export type IdempotencyScope = {
  readonly operation: string;
  readonly path_ids: readonly string[];
  readonly idempotency_key: string;
  /** SHA-256 (base64) of the body as JSON, before defaults: a retry with another body is an error. */
  readonly request_hash: string;
};

/** The further inputs of a POST's handler. */
export type IdempotentRequest<R extends Route> = WriteRequest<R> & {
  readonly idempotencyScope: IdempotencyScope;
};

/**
 * For a route whose response holds a secret or a short-lived link: the body that a retry gets instead, as GET returns the
 * resource now. Throws when the resource no longer exists.
 */
export type Refresh<R extends Route> = (
  request: ReadRequest<R>,
  id: string,
) => Promise<ResponseBody<R>>;

/** The request of a handler that only reads. */
export const readRequest = <R extends Route>(
  context: RequestContext<R>,
  db: Database,
): ReadRequest<R> => ({
  ...(context.input as Pick<ReadRequest<R>, 'params' | 'query' | 'body'>),
  caller: context.caller,
  now: context.deadline.now,
  db,
  mediaType: mediaTypeOf(context),
  ifMatch: ifMatchOf(context.event),
  canSeePart: (part) => !hidden(context).includes(part),
  respond: async (body) => {
    const response = responseFor(
      context.route,
      withoutParts(body, hidden(context)),
      rootOf(context.event),
    );
    return context.route.returns.otherType
      ? { ...response, type: mediaTypeOf(context), vary: 'Accept' }
      : response;
  },
});

/** Browsers name HTML, and programs do not. Only a route of two types looks at the header. */
const mediaTypeOf = ({ route, event }: RequestContext<Route>): MediaType => {
  if (!route.returns.otherType) return 'text/markdown';
  const accepted = headerOf(event, 'accept')?.toLowerCase() ?? '';
  return accepted.includes('text/html') && !accepted.includes('text/markdown')
    ? 'text/html'
    : 'text/markdown';
};

type MediaType = 'text/markdown' | 'text/html';

/** The parts of the response that the caller does not see. */
const hidden = ({ route, caller }: RequestContext<Route>): string[] =>
  Object.entries(route.parts ?? {}).flatMap(([name, part]) =>
    canSeePart(caller, part) ? [] : [name],
  );

/** The body as this caller may see it, whatever the handler has read. */
const withoutParts = (body: unknown, names: readonly string[]): unknown =>
  names.length === 0
    ? body
    : { ...(body as object), ...Object.fromEntries(names.map((name) => [name, null])) };

/**
 * The path that the caller reached the API under, such as `/v1`: the whole path without what the route declares of it. API
 * Gateway accepts a slash at the end.
 */
export const rootOf = ({ requestContext, resource }: APIGatewayProxyEvent): string => {
  const depth = resource.split('/').length - 1;
  return requestContext.path.replace(/\/$/, '').split('/').slice(0, -depth).join('/');
};
