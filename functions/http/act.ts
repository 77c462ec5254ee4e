import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { Route } from '../contract/route.ts';
import type { NewId } from '../domain/id.ts';
import { commit, type Patience } from '../store/commit.ts';
import { type Connection, type Database, database } from '../store/database.ts';
import { decide } from '../store/decide.ts';
import { appendEvent } from '../store/events/events.ts';
import { idsAt } from '../store/new-id.ts';
import { type ItemKey, keys } from '../store/table.ts';
import type { Answer } from './answer.ts';
import { type AskedList, shownPage, wantedOf } from './lists.ts';
import { type Record as MakeRecord, once } from './once.ts';
import { postingOf } from './posting.ts';
import { ifMatchOf } from './preconditions.ts';
import { reading } from './reading.ts';
import {
  answerReserveMs,
  type Behaviour,
  type Changes,
  type Found,
  type Request,
  type Reread,
  type Told,
} from './request.ts';
import { isResource, pathOf, show } from './show.ts';

/** A request that passed every check. */
type Passed<R extends Route> = Found & {
  readonly route: R;
  readonly event: APIGatewayProxyEvent;
  readonly context: Context;
  readonly connection: Connection;
  readonly now: Date;
};

/** Runs a route's behaviour: a POST once per Idempotency-Key, and every decision again while what it read goes stale. */
export const act = async <R extends Route>(
  passed: Passed<R>,
  behaviour: Behaviour<R>,
  reread?: Reread<R>,
): Promise<Answer> => {
  const { route, connection, context, now, idempotencyKey, input, caller } = passed;
  const db = database(connection);
  if (idempotencyKey === undefined || route.replay === 'none')
    return decide(() => behaviour(requestOf(passed, db, idsAt(now), undefined)));
  const key = keys.replay(caller.tenant_id, idempotencyKey, route.id, Object.values(input.params as object));
  const use = { operation: route.id, key, payload: input.payload, now };
  const answer = await once(use, db, context, (makeRecord) =>
    decide(() => behaviour(requestOf(passed, readerFor(route, db, key, now), idsAt(now), makeRecord))),
  );
  if (answer.rereads === undefined || !reread) return answer;
  const shown = await reread(requestOf(passed, db, idsAt(now), undefined), answer.rereads);
  return { ...show(route, shown, rootOf(passed.event)), location: answer.location, replayed: true };
};

/** An action reads its resource and its replay record in one round trip, so that it knows before it decides. */
const readerFor = (route: Route, db: Database, record: ItemKey, now: Date): Database =>
  route.needs.idempotency?.includes('batch') ? reading(db, record, now) : db;

const requestOf = <R extends Route>(
  passed: Passed<R>,
  db: Database,
  newId: NewId,
  makeRecord: MakeRecord | undefined,
): Request<R> => {
  const { route, caller, event, input, now } = passed;
  const root = rootOf(event);
  const list = input as AskedList;
  return {
    ...(input as Pick<Request<R>, 'params' | 'query' | 'body'>),
    caller,
    now,
    newId,
    db,
    ifMatch: ifMatchOf(event),
    wanted: (noun) => wantedOf(route, caller, list, noun),
    answer: async (shown) =>
      makeRecord ? commitShown(passed, newId, makeRecord, shown, nothing) : show(route, shown, root),
    answerPage: ({ items, next }, showItem) =>
      show(route, shownPage(route, caller, list, { items: items.map(showItem), next }), root),
    posting: () => postingOf(route.id, passed),
    note: (changes) => commit(passed.connection, changes, patienceOf(passed)),
    commit: (shown, changes) => commitShown(passed, newId, makeRecord, shown, changes),
  };
};

/** A POST that has nothing to change keeps its answer for a retry all the same. */
const nothing: Changes = { writes: [], facts: [], events: [] };

const commitShown = async <R extends Route>(
  passed: Passed<R>,
  newId: NewId,
  makeRecord: MakeRecord | undefined,
  shown: unknown,
  { writes, facts, events }: Changes,
): Promise<Answer> => {
  const { route, event, connection } = passed;
  const root = rootOf(event);
  const answer = show(route, shown, root);
  const resource = isResource(shown) ? { id: shown.id, object: shown.object, path: pathOf(shown, root) } : null;
  // What the world is told is what it is answered: nothing that the declaration does not have.
  const seen = answer.body === undefined ? shown : JSON.parse(answer.body);
  const told = events.map((fact) => {
    const data = fact.data ?? (fact.shown === shown ? seen : fact.shown);
    return appendEvent(eventOf({ ...fact, data }, fact.id ?? newId('event'), passed), fact.audience);
  });
  const stored = route.replay === 'reread' ? { ...answer, body: undefined } : answer;
  const change = { writes: [...writes, ...told], facts, record: makeRecord?.(stored, resource) };
  await commit(connection, change, patienceOf(passed));
  return answer;
};

const patienceOf = ({ context, now }: Passed<Route>): Patience => ({
  now,
  deadline: Date.now() + context.getRemainingTimeInMillis() - answerReserveMs,
});

const eventOf = (fact: Told & { readonly data: object }, id: string, passed: Passed<Route>) => {
  const { type, shown, customer_id, previous, data } = fact;
  const { caller, event, now, idempotencyKey } = passed;
  return {
    id,
    type,
    created_at: now.toISOString(),
    environment: caller.environment,
    tenant_id: caller.tenant_id,
    customer_id,
    resource: { id: shown.id, object: shown.object },
    sequence: shown.version,
    data,
    previous: previous ?? null,
    causation: {
      request_id: event.requestContext.requestId,
      idempotency_key: idempotencyKey ?? null,
      actor: caller.actor,
    },
  };
};

/**
 * The path that the caller addressed the API by, such as `/v1`: the whole path less what the route declares of it. API
 * Gateway takes a slash at the end.
 */
const rootOf = ({ requestContext, resource }: APIGatewayProxyEvent): string => {
  const depth = resource.split('/').length - 1;
  return requestContext.path.replace(/\/$/, '').split('/').slice(0, -depth).join('/');
};
