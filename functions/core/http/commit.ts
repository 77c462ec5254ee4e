import { type Database, database } from '../dynamodb/client.ts';
import { commit, retryOnConflict } from '../dynamodb/commit.ts';
import type { CachedResponse } from '../dynamodb/idempotency-records.ts';
import type { IdempotencyItem } from '../dynamodb/writes.ts';
import { idsAt } from '../new-id.ts';
import { type Cause, commitUnit, type UnitOfWork } from '../outbox/unit-of-work.ts';
import type { Route } from '../route.ts';
import {
  type Commit,
  type RequestContext,
  readRequest,
  rootOf,
  type WriteRequest,
} from './request.ts';
import { type ApiResponse, isResource, pathOf, responseFor } from './response.ts';

/** Makes the idempotency record of a response, for the transaction that the response is about. */
type Records = {
  itemFor(response: ApiResponse, resource: CachedResponse['resource']): IdempotencyItem;
};

/** The `transactional` option of a change without an Idempotency-Key: it runs again while what it read changes. */
export const transactional = <R extends Route>(
  context: RequestContext<R>,
  handle: (request: WriteRequest<R>) => Promise<ApiResponse>,
): Promise<ApiResponse> =>
  retryOnConflict(
    () => handle(writeRequest(context, database(context.connection))),
    context.deadline,
  );

/** The request of a handler that changes something. With `records` every response is kept, also one without a change. */
export const writeRequest = <R extends Route>(
  context: RequestContext<R>,
  db: Database,
  records?: Records,
): WriteRequest<R> => {
  const { route, connection, deadline } = context;
  const cause = causeOf(context);
  const read = readRequest(context, db);
  const event_ids: string[] = [];
  const commitAndRespond: Commit<R> = async (unit: UnitOfWork, ...other: readonly unknown[]) => {
    const { response, resource } = responseOf(context, unit, other);
    const kept = route.idempotency === 'refreshed' ? { ...response, body: undefined } : response;
    event_ids.push(
      ...(await commitUnit(connection, unit, cause, deadline, records?.itemFor(kept, resource))),
    );
    return { ...response, event_ids };
  };
  return {
    ...read,
    newId: cause.newId,
    respond: records
      ? (body) => commitAndRespond({ changes: [], conditions: [] }, body)
      : read.respond,
    checkpoint: (change) => commit(connection, change, deadline),
    keep: async (unit) => {
      event_ids.push(...(await commitUnit(connection, unit, cause, deadline)));
    },
    commit: commitAndRespond,
  };
};

/** Why everything of this request happens. */
const causeOf = ({
  caller,
  event,
  idempotencyKey,
  deadline: { now },
}: RequestContext<Route>): Cause => ({
  request_id: event.requestContext.requestId,
  idempotency_key: idempotencyKey ?? null,
  actor: caller.actor,
  environment: caller.environment,
  now,
  newId: idsAt(now),
});

/** The response to a unit of work, checked before anything is committed, and the resource that it is about. */
const responseOf = (
  { route, event }: RequestContext<Route>,
  { changes }: UnitOfWork,
  other: readonly unknown[],
) => {
  const changed = changes.filter((one) => one.kind === 'changed');
  const body = other.length > 0 ? other[0] : changed[0]?.resource;
  const root = rootOf(event);
  const response = responseFor(
    route,
    body,
    root,
    changed.find((one) => one.resource === body)?.schema,
  );
  return {
    response,
    resource: isResource(body)
      ? { id: body.id, object: body.object, path: pathOf(body, root) }
      : null,
  };
};
