import type { Route } from '../contract/route.ts';
import { commit } from '../store/commit.ts';
import { type Database, database } from '../store/database.ts';
import { decide } from '../store/decide.ts';
import { idsAt } from '../store/new-id.ts';
import { type Cause, commitUnit, type UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type Answer, answerFor, isResource, pathOf } from './answer.ts';
import { serving } from './answering.ts';
import type { Checked } from './checks.ts';
import type { MakeRecord } from './idempotency.ts';
import { type Passed, rootOf } from './passed.ts';
import { readRequestOf } from './read.ts';
import type { Behaviour, ChangeRequest, CommitAndAnswer } from './request.ts';

/** The endpoint of a change that is told by no Idempotency-Key: a PATCH or a DELETE. */
export const changing = <const R extends Route>(route: R, behaviour: Behaviour<R>) =>
  serving(route, (passed) => change(passed, behaviour));

/** One attempt to decide: where it reads, and of a POST the record that its commit puts. */
type Attempt = {
  readonly db: Database;
  readonly record?: { readonly make: MakeRecord; readonly requestHash: string };
};

/** Runs the behaviour of a change, again while what it read goes stale. */
export const change = <R extends Route>(
  passed: Passed<R>,
  behaviour: Behaviour<R>,
  attempt: () => Attempt = () => ({ db: database(passed.connection) }),
): Promise<Answer> => decide(() => behaviour(changeRequestOf(passed, attempt())));

const changeRequestOf = <R extends Route>(passed: Passed<R>, attempt: Attempt): ChangeRequest<R> => {
  const { connection, deadline } = passed;
  const cause = causeOf(passed);
  const commits = commitOf(passed, attempt, cause);
  const request = readRequestOf(passed, attempt.db);
  return {
    ...request,
    newId: cause.newId,
    answer: async (shown) => (attempt.record ? commits({ changes: [], facts: [] }, shown) : request.answer(shown)),
    idempotencyScope: () => scopeOf(passed, attempt),
    checkpoint: (change) => commit(connection, change, deadline),
    commit: commits,
  };
};

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

/** The ids in the path of a request. */
export const pathIds = ({ input }: Checked): string[] => Object.values(input.params as Record<string, string>);
