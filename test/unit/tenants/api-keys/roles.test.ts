import assert from 'node:assert/strict';
import { everyRoute } from '../../../../functions/app/routes.ts';
import { refuseSimulation } from '../../../../functions/app/simulations/routes.ts';
import { type Role, roles } from '../../../../functions/core/access.ts';
import { checkCaller } from '../../../../functions/core/http/checks.ts';
import { rolesOf } from '../../../../functions/core/resource-routes.ts';
import type { Route } from '../../../../functions/core/route.ts';
import { anEvent } from '../../../helpers/api-event.ts';
import { describe, test } from '../../../helpers/tests.ts';

/**
 * The people who may change each thing, said once more by hand: a route that is not here is read by
 * everybody.
 */
const changes: readonly (readonly [pattern: RegExp, who: string])[] = [
  [/^operators\.(list|get)$/, 'owner reviewer'],
  [/^operators\./, 'owner'],
  [
    /^(verifications\.(assign|approve|reject|request-input|get-evidence)|screenings\.(clear|confirm)|documents\.download)$/,
    'owner reviewer',
  ],
  [/^api-keys\.(create|revoke)$/, 'owner developer'],
  [/^api-keys\.rotate$/, 'owner'],
  [
    /^webhooks\.(create|update|delete|enable|disable|rotate-secret|test|recover)$/,
    'owner developer',
  ],
  [
    /^authorization-endpoints\.(create|update|delete|enable|disable|rotate|test)$/,
    'owner developer',
  ],
  [/^deliveries\.resend$/, 'owner developer'],
  [/^recoveries\.cancel$/, 'owner developer'],
  [/^customers\.(create|update|suspend|reactivate|close)$/, 'owner developer'],
  [/^(customers\.redact|verifications\.attest)$/, 'owner'],
  [/^customer-features\.(activate|deactivate)$/, 'owner developer'],
  [/^(agreements|documents)\.create$/, 'owner developer'],
  [/^persons\.(create|update|remove)$/, 'owner developer'],
  [/^onboarding-links\.(create|revoke)$/, 'owner developer'],
  [/^verifications\.(create|update|submit|cancel)$/, 'owner developer'],
  [/^cards\.(create|update|activate|freeze|unfreeze|close|replace|reveal)$/, 'owner developer'],
  [/^card-pins\.(set|unblock)$/, 'owner developer'],
  [/^card-tokens\.(suspend|resume|delete)$/, 'owner developer'],
  [
    /^simulations\.(clock|document|verification|shipping|authorization|settlement|capture|refund)$/,
    'owner developer',
  ],
  [/^simulations\.(provision-token|card-token)$/, 'owner developer'],
];

const everybody = roles.join(' ');
const guarded: readonly Route[] = everyRoute.filter(
  ({ scope, ...route }: Route) => !route.public && scope !== 'onboarding',
);

const outcomeFor = (route: Route, operator_role: Role) => {
  const authorizer = { operator_id: 'opr_01jd5fq7k9e8xv3m2n4p6r8t0d', operator_role };
  try {
    return checkCaller(anEvent(route, { authorizer }), route).role;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('who may call a route from the dashboard', () => {
  for (const route of guarded) {
    const who = changes.find(([pattern]) => pattern.test(route.id))?.[1] ?? everybody;
    test(`${route.id}: ${who}`, () => {
      for (const role of roles)
        assert.equal(
          outcomeFor(route, role),
          who.split(' ').includes(role) ? role : 'forbidden',
          role,
        );
    });
  }

  test('nothing that changes is open to everybody, and nothing stands in the table that is not there', () => {
    const open = guarded.filter(
      (route) => route.method !== 'GET' && rolesOf(route).length === roles.length,
    );
    assert.deepEqual(open, []);
    for (const [pattern] of changes)
      assert.ok(
        guarded.some(({ id }) => pattern.test(id)),
        String(pattern),
      );
  });

  test('a route that says nothing of who may change is open to nobody', () => {
    assert.deepEqual(rolesOf({ method: 'POST' }), []);
    assert.deepEqual(rolesOf({ method: 'GET' }), roles);
  });

  test('who simulates in live learns that it is for the sandbox, whatever his role', () => {
    for (const role of roles) assert.equal(outcomeFor(refuseSimulation, role), role);
  });
});

test('a key calls every route whose scope need not be named, and its caller has no role', () => {
  const called = guarded.filter((route) => {
    try {
      return checkCaller(anEvent(route), route).role === undefined;
    } catch {
      return false;
    }
  });
  const others = guarded.filter((route) => !called.includes(route)).map(({ id }) => id);
  assert.deepEqual(others, ['verifications.attest']);
});

test('a suspended business gets that error first', () => {
  const [route] = everyRoute.filter(({ id }) => id === 'cards.create');
  const authorizer = { account_status: 'suspended', operator_id: 'opr_1', operator_role: 'viewer' };
  assert.throws(() => checkCaller(anEvent(route as Route, { authorizer }), route as Route), {
    code: 'account_suspended',
  });
});

test('an operator without a known role is our fault', () => {
  const [route] = guarded;
  const authorizer = { operator_id: 'opr_1', operator_role: 'admin' };
  assert.throws(() => checkCaller(anEvent(route as Route, { authorizer }), route as Route), /role/);
});
