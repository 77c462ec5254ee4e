import './begins.ts';
import '../process.ts';
import assert from 'node:assert/strict';
import { administerBusiness } from '../../../functions/app/jobs/jobs.ts';
import { everyRoute } from '../../../functions/app/routes.ts';
import { operatorIdOf } from '../../../functions/core/operator.ts';
import type { Route } from '../../../functions/core/route.ts';
import { functionName } from '../../../lib/environments.ts';
import type { Call } from '../../helpers/call.ts';
import { crashPointsAmong } from '../../helpers/crash-points.ts';
import { asOperator } from '../../helpers/fixtures/tenants.ts';
import {
  type Ask,
  anEmail,
  give,
  invite,
  people,
  peopleOfPool,
  remove,
  resend,
} from '../../helpers/live-people.ts';
import { describe, test } from '../../helpers/tests.ts';
import { world } from '../world.ts';

const local = await world();
const { roleInPool, userOf } = peopleOfPool(local);

/** A business of its own, as its owner calls the routes of the dashboard who was invited with it. */
const aBusiness = async (): Promise<{ readonly call: Ask }> => {
  const email = anEmail();
  const command = { command: 'register', name: 'Analytical Engines', email };
  const registered = await local.invoke(functionName('live', administerBusiness.id), command);
  assert.equal(registered.functionError, undefined, JSON.stringify(registered.payload));
  const operate = asOperator(local, registered.payload, 'live');
  const as = operatorIdOf(userOf(email)?.sub ?? assert.fail('the owner was not invited'));
  const call: Ask = ({ method, path, headers = {}, body }) => {
    const { route, operator_id } = routeTo(method, path);
    return operate(route, { as, params: { operator_id }, headers: headers as never, body });
  };
  return { call };
};

const all: readonly Route[] = everyRoute;

/** The route that a call reaches, and the person in its path. */
const routeTo = (method: string, path: string) => {
  for (const route of all) {
    const pattern = new RegExp(`^${route.path.replace('{operator_id}', '([^/]+)')}$`);
    const [found, operator_id = ''] = pattern.exec(path) ?? [];
    if (route.method === method && found) return { route, operator_id };
  }
  return assert.fail(`no route ${method} ${path}`);
};

/** The state before a request to a route, and after it. */
type Story = {
  readonly id: string;
  readonly begin: (call: Ask) => Promise<{ call: Call; holds: (call: Ask) => Promise<void> }>;
};

const stories: readonly Story[] = [
  {
    id: 'operators.invite',
    begin: async () => {
      const email = anEmail();
      const holds = async (call: Ask) => {
        assert.ok((await people(call)).includes(`${email} developer invited`));
        assert.equal(userOf(email)?.attributes['custom:role'], 'developer');
        assert.equal(local.userPools.invitations.filter((one) => one.email === email).length, 1);
      };
      return { call: invite('developer', email), holds };
    },
  },
  {
    id: 'operators.resend-invitation',
    begin: async (call) => {
      const { id, email } = (await call(invite('viewer'))).body;
      const holds = async (asking: Ask) => {
        const { body } = await asking({ method: 'GET', path: `/operators/${id}` });
        assert.deepEqual([body.version, body.status], [2, 'invited']);
        assert.ok(local.userPools.invitations.filter((one) => one.email === email).length >= 2);
      };
      return { call: resend(id), holds };
    },
  },
  {
    id: 'operators.change',
    begin: async (call) => {
      const { id } = (await call(invite('viewer'))).body;
      const holds = async (asking: Ask) => {
        const { body } = await asking({ method: 'GET', path: `/operators/${id}` });
        assert.deepEqual([body.role, roleInPool(id)], ['reviewer', 'reviewer']);
      };
      return { call: give(id, 'reviewer'), holds };
    },
  },
  {
    id: 'operators.remove',
    begin: async (call) => {
      const { id } = (await call(invite('viewer'))).body;
      const holds = async (asking: Ask) => {
        assert.deepEqual([(await people(asking)).length, roleInPool(id)], [1, undefined]);
      };
      return { call: remove(id), holds };
    },
  },
];

describe('a repeat finishes what a killed call left', () => {
  for (const { id, begin } of stories)
    test(id, async (context) => {
      const name = functionName('live', id);
      const first = await aBusiness();
      const whole = await begin(first.call);
      const calls = await local.recorder.during(async () => void (await first.call(whole.call)));
      await whole.holds(first.call);
      const points = crashPointsAmong(
        calls.filter((each) => each.function === name).map(({ operation }) => operation),
      );
      context.diagnostic(`${points.length} crash points`);
      assert.ok(points.length >= 4);
      for (const point of points) {
        const { call } = await aBusiness();
        const story = await begin(call);
        const fault = local.faults.add({ function: name, ...point });
        const struck = await call(story.call);
        assert.equal(fault.hits, 1, JSON.stringify(point));
        fault.remove();
        const again = await call(story.call);
        // A change that is done may be gone by now.
        assert.ok(
          again.status < 300 || (id === 'operators.remove' && again.status === 404),
          `${struck.status} ${again.text}`,
        );
        await story.holds(call);
      }
    });
});
