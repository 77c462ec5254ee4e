import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { Route } from '../contract/route.ts';
import type { CursorKeys } from '../ports/cursor-key/cursor-key.ts';
import type { Deadline } from '../runtime/deadline.ts';
import { commit } from '../store/commit.ts';
import { type Connection, type Database, database } from '../store/database.ts';
import { decide } from '../store/decide.ts';
import { idsAt } from '../store/new-id.ts';
import { keys } from '../store/table.ts';
import { type Cause, commitUnit, type UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type Answer, answerFor, isResource, pathOf } from './answer.ts';
import type { Checked } from './checks.ts';
import { type ListRequest, placeOf, rangeOf, shownPage, type Walk } from './cursor.ts';
import { type MakeRecord, once, readingRecordFirst } from './idempotency.ts';
import { ifMatchOf } from './preconditions.ts';
import type { Behaviour, CommitAndAnswer, Request, Reread } from './request.ts';

/** A request that passed every check. */
export type Passed<R extends Route> = Checked & {
  readonly route: R;
  readonly event: APIGatewayProxyEvent;
  readonly context: Context;
  readonly connection: Connection;
  readonly deadline: Deadline;
  readonly cursorKeys: CursorKeys;
};

/** One attempt to decide: where it reads, and of a POST the record that its commit puts. */
type Attempt = {
  readonly db: Database;
  readonly record?: { readonly make: MakeRecord; readonly requestHash: string };
};

/** Runs a route's behaviour: a POST once per Idempotency-Key, and every decision again while what it read goes stale. */
export const act = async <R extends Route>(
  passed: Passed<R>,
  behaviour: Behaviour<R>,
  reread?: Reread<R>,
): Promise<Answer> => {
  const { route, connection, context, idempotencyKey, input, caller } = passed;
  const { now } = passed.deadline;
  const db = database(connection);
  const place = await placeOf(walkOf(passed));
  const deciding = (attempt: () => Attempt) => decide(() => behaviour(requestOf(passed, attempt(), place)));
  if (idempotencyKey === undefined || route.replay === 'none') return deciding(() => ({ db }));
  const key = keys.replay(caller.tenant_id, idempotencyKey, route.id, pathIds(passed));
  const reads = () => (route.retry === 'reads_record_first' ? readingRecordFirst(db, key, now) : db);
  const use = { operation: route.id, key, payload: input.payload, now };
  const answer = await once(use, db, context, (make, requestHash) =>
    deciding(() => ({ db: reads(), record: { make, requestHash } })),
  );
  if (answer.rereads === undefined || !reread) return answer;
  const shown = await reread(requestOf(passed, { db }), answer.rereads);
  return { ...answerFor(route, shown, rootOf(passed.event)), location: answer.location, replayed: true };
};

const requestOf = <R extends Route>(passed: Passed<R>, attempt: Attempt, place?: string): Request<R> => {
  const { route, caller, event, input, connection, deadline } = passed;
  const root = rootOf(event);
  const walk = walkOf(passed);
  const cause = causeOf(passed);
  const commits = commitOf(passed, attempt, cause);
  return {
    ...(input as Pick<Request<R>, 'params' | 'query' | 'body'>),
    caller,
    now: cause.now,
    newId: cause.newId,
    db: attempt.db,
    ifMatch: ifMatchOf(event),
    range: (noun) => rangeOf(walk.asked, place, noun),
    answer: async (shown) =>
      attempt.record ? commits({ changes: [], facts: [] }, shown) : answerFor(route, shown, root),
    answerPage: async ({ items, next }, show) =>
      answerFor(route, await shownPage(walk, { items: items.map(show), next }), root),
    idempotencyScope: () => scopeOf(passed, attempt),
    checkpoint: (change) => commit(connection, change, deadline),
    commit: commits,
  };
};

/** As far as a request is one of a list; its schema has given it the query of one. */
const walkOf = ({ route, caller, input, cursorKeys, deadline: { now } }: Passed<Route>): Walk => ({
  ...{ route, caller, now, keys: cursorKeys },
  asked: input as ListRequest,
});

/** Why everything of this request happens. */
const causeOf = ({ caller, event, idempotencyKey, deadline: { now } }: Passed<Route>): Cause => ({
  request_id: event.requestContext.requestId,
  idempotency_key: idempotencyKey ?? null,
  actor: caller.actor,
  environment: caller.environment,
  now,
  newId: idsAt(now),
});

/** A POST's commit puts its replay record with it, so that one which has nothing to change keeps its answer all the same. */
const commitOf =
  <R extends Route>(passed: Passed<R>, { record }: Attempt, cause: Cause): CommitAndAnswer<R> =>
  async (unit: UnitOfWork, ...other: readonly unknown[]) => {
    const { route, connection, deadline } = passed;
    const changed = unit.changes.filter((one) => one.kind === 'changed');
    const shown = other.length > 0 ? other[0] : changed[0]?.shown;
    const root = rootOf(passed.event);
    const answer = answerFor(route, shown, root, changed.find((one) => one.shown === shown)?.schema);
    const resource = isResource(shown) ? { id: shown.id, object: shown.object, path: pathOf(shown, root) } : null;
    const stored = route.replay === 'reread' ? { ...answer, body: undefined } : answer;
    await commitUnit(connection, unit, cause, deadline, record?.make(stored, resource));
    return answer;
  };

const scopeOf = (passed: Passed<Route>, { record }: Attempt) => {
  const { route, idempotencyKey } = passed;
  if (idempotencyKey === undefined || !record) throw new Error(`${route.id} keeps no record of its Idempotency-Key`);
  const { requestHash: request_hash } = record;
  return { operation: route.id, path_ids: pathIds(passed), idempotency_key: idempotencyKey, request_hash };
};

const pathIds = ({ input }: Checked): string[] => Object.values(input.params as Record<string, string>);

/**
 * The path that the caller addressed the API by, such as `/v1`: the whole path less what the route declares of it. API
 * Gateway takes a slash at the end.
 */
const rootOf = ({ requestContext, resource }: APIGatewayProxyEvent): string => {
  const depth = resource.split('/').length - 1;
  return requestContext.path.replace(/\/$/, '').split('/').slice(0, -depth).join('/');
};
