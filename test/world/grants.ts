import assert from 'node:assert/strict';
import { authorizeRequest } from '../../functions/app/jobs/jobs.ts';
import { functionName } from '../../lib/environments.ts';
import { wildcard } from '../../local/iam/statements.ts';
import type { RecordedCall } from '../../local/recorder.ts';
import { until } from '../../local/test/helpers/until.ts';
import { type Granted, grantedIn, noUses, uncovered, unused } from '../helpers/granted.ts';
import { feeding, work } from '../helpers/work-of-workers.ts';
import type { World } from './world.ts';

/** The services whose grants are looked at: in this process there are no others that a function calls. */
const services = ['dynamodb', 'kms', 'sqs', 'events', 's3'];

const workerNames = new Set(work.map(([id]) => functionName('sandbox', id)));

/** The grants of the templates, held against the calls that functions made. */
export const grantsIn = ({ resources, recorder, logs, iam }: World) => {
  const granted = grantedIn(resources, services);
  const uses = noUses();

  /** The grants of the templates to a function for its own work. */
  const ownOf = (id: string): Granted[] =>
    (granted.get(functionName('sandbox', id)) ?? []).filter(
      ({ action }) => !feeding[id]?.test(action),
    );

  /** The faults in the grants of a function. */
  const wrongWith = (id: string): string[] => {
    const seen = uses.of(functionName('sandbox', id));
    return [
      ...unused(ownOf(id), seen).map((what) => `${id} may do ${what} and never does`),
      ...uncovered(ownOf(id), seen).map((what) => `${id} does ${what} and may not`),
    ];
  };

  /** The one key that was used stands for a key named by its alias, so that no other statement is taken away with it. */
  const refusesWithout = async (id: string, grant: Granted): Promise<void> => {
    const { access, again } =
      uses.of(grant.function).find((use) => grant.covers(use.access)) ?? assert.fail(grant.action);
    const resource = grant.action.startsWith('kms:') ? access.resource : grant.resource;
    // One key may serve two statements: then it is the first of them that is missed.
    const names = grant.action.startsWith('kms:')
      ? (one: string) => one === resource
      : wildcard(grant.resource);
    const what = `${id} needs ${grant.action} on ${resource}`;
    const refused = (): RecordedCall[] =>
      recorder.calls.filter(
        ({ at, status, principal, accesses }) =>
          at >= started &&
          status >= 400 &&
          'functionName' in principal &&
          principal.functionName === grant.function &&
          accesses.some((each) => each.action === grant.action && names(each.resource)),
      );
    const isWorker = workerNames.has(grant.function);
    // A worker says what it was refused; a route and the authorizer, that they were.
    const said = isWorker ? `perform: ${grant.action} on resource` : 'AccessDenied';
    const logged = () =>
      logs
        .lines()
        .filter(({ functionName, line }) => functionName === grant.function && line.includes(said))
        .length;
    const attempt = await again();
    const before = logged();
    const started = Date.now();
    const giveBack = iam.revoke({ function: grant.function, action: grant.action, resource });
    let fine = false;
    try {
      fine = await attempt();
      await until(() => refused().length > 0, what);
    } finally {
      giveBack();
    }
    const isNotification = grant.action.startsWith('sqs:');
    assert.ok(!fine || isWorker || isNotification, `${what}, and all went well without`);
    // Nobody who handed out a link learns that it was rejected, storage answers HEAD without a word, and a notification is repeated.
    const isSilent = grant.action.startsWith('s3:') || (isNotification && !isWorker);
    if (isSilent || refused().every((call) => call.service === 's3')) return;
    await until(() => logged() > before, `${what}, and logs that it may not`);
  };

  return { uses, granted, ownOf, wrongWith, refusesWithout };
};

/** The authorizer, whose calls come before those of a route. */
export const authorizer = functionName('sandbox', authorizeRequest.id);
