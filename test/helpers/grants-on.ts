import assert from 'node:assert/strict';
import { functionName } from '../../lib/environments.ts';
import { wildcard } from '../../local/iam/wildcard.ts';
import type { RecordedCall } from '../../local/recorder.ts';
import type { Local } from '../../local/start.ts';
import { until } from '../../local/test/helpers/until.ts';
import { eventWorkers } from './event-workers.ts';
import { type Granted, grantedIn } from './granted.ts';
import { noUses, type Use, uncovered, unused } from './uses.ts';
import { feeding } from './work-of-workers.ts';

/** The functions of the sandbox that nobody calls, by their names. */
export const workerNames = new Set<string | undefined>(eventWorkers.map(({ id }) => functionName('sandbox', id)));

/** What the templates let the functions of a running sandbox do, beside what they are seen to do. */
export const grantsOn = (local: Local) => {
  const ofSandbox = local.resources.filter(({ environment }) => environment === 'sandbox');
  const granted = grantedIn(ofSandbox, ['dynamodb', 'kms', 'sqs', 'events', 's3']);
  const uses = noUses();
  /** What the templates grant a function for its own work. */
  const ownOf = (id: string): Granted[] =>
    (granted.get(functionName('sandbox', id)) ?? []).filter(({ action }) => !feeding[id]?.test(action));
  const usesOf = (id: string) => uses.of(functionName('sandbox', id));
  return {
    functions: [...granted.keys()],
    uses,
    /** What a function may do and was not seen to. */
    unusedBy: (id: string) => unused(ownOf(id), usesOf(id)),
    /** A function was seen to do what it may do, no less and no more. */
    hold: (id: string) => {
      assert.deepEqual(unused(ownOf(id), usesOf(id)), [], `${id} may do this and never does`);
      assert.deepEqual(uncovered(ownOf(id), usesOf(id)), [], `${id} does this and may not`);
    },
    /** Of these functions one grant of each kind of power, and of each statement about a key, is missed; the kinds. */
    missEachKind: async (ids: readonly string[]): Promise<readonly string[]> => {
      const tried = new Set<string>();
      for (const id of ids)
        for (const grant of ownOf(id)) {
          if (tried.has(grant.kind)) continue;
          tried.add(grant.kind);
          const use = uses.of(grant.function).find(({ access }) => grant.covers(access));
          await refusesWithout(local, id, grant, use ?? assert.fail(grant.action));
        }
      return [...tried];
    },
  };
};

/** What came of an action, and every call that was answered meanwhile. */
export const recordedOn =
  ({ recorder }: Local) =>
  async <T>(action: () => Promise<T>): Promise<[outcome: T, calls: RecordedCall[]]> => {
    const outcomes: T[] = [];
    const calls = await recorder.during(async () => void outcomes.push(await action()));
    return [outcomes[0] as T, calls];
  };

/** The one key that was used stands for a key named by its alias, so that no other statement is taken away with it. */
const refusesWithout = async (local: Local, id: string, grant: Granted, { access, again }: Use): Promise<void> => {
  const resource = grant.action.startsWith('kms:') ? access.resource : grant.resource;
  // One key may serve two statements: then it is the first of them that is missed.
  const names = grant.action.startsWith('kms:') ? (one: string) => one === resource : wildcard(grant.resource);
  const what = `${id} needs ${grant.action} on ${resource}`;
  const refused = (): RecordedCall[] =>
    local.recorder.calls.filter(
      ({ at, status, principal, accesses }) =>
        at >= begun &&
        status >= 400 &&
        'functionName' in principal &&
        principal.functionName === grant.function &&
        accesses.some((each) => each.action === grant.action && names(each.resource)),
    );
  const isWorker = workerNames.has(grant.function);
  // A worker says what it was refused; a route and the authorizer, that they were.
  const said = isWorker ? `perform: ${grant.action} on resource` : 'AccessDenied';
  const logged = () =>
    local.logs.lines().filter(({ functionName, line }) => functionName === grant.function && line.includes(said))
      .length;
  const attempt = await again();
  const before = logged();
  const begun = Date.now();
  const giveBack = local.iam.revoke({ function: grant.function, action: grant.action, resource });
  let fine = false;
  try {
    fine = await attempt();
    await until(() => refused().length > 0, what);
  } finally {
    giveBack();
  }
  const isWakeUp = grant.action.startsWith('sqs:');
  assert.ok(!fine || isWorker || isWakeUp, `${what}, and all went well without`);
  // Nobody who handed out a link hears that it was refused, storage answers HEAD without a word, and a wake-up is made good.
  if (grant.action.startsWith('s3:') || (isWakeUp && !isWorker) || refused().every((call) => call.service === 's3'))
    return;
  await until(() => logged() > before, `${what}, and logs that it may not`);
};
