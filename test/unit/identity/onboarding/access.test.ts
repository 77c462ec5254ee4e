import assert from 'node:assert/strict';
import { dashboardRoutes, pageRoutes, routes } from '../../../../functions/app/routes.ts';
import { roles, scopes } from '../../../../functions/core/access.ts';
import type { ApiError } from '../../../../functions/core/api-error.ts';
import { checkCaller } from '../../../../functions/core/http/checks.ts';
import type { Route } from '../../../../functions/core/route.ts';
import { isWellFormed, makeKey } from '../../../../functions/tenants/api-keys/table.ts';
import { secretKeys } from '../../../../lib/constructs/token-authorizer.ts';
import { anEvent, customerId } from '../../../helpers/api-event.ts';
import { test } from '../../../helpers/tests.ts';

const byLink = { scopes: 'onboarding', allowed_ips: '', customer_id: customerId };

const outcomeOf = (route: Route, authorizer: Readonly<Record<string, string>>): string => {
  try {
    return checkCaller(anEvent(route, { authorizer }), route).actor.type;
  } catch (error) {
    return (error as ApiError).code;
  }
};

test('a link opens the routes of its page, and nobody else does', () => {
  for (const route of pageRoutes) {
    assert.equal(outcomeOf(route, byLink), 'onboarding_link', route.id);
    for (const others of [{}, { scopes: scopes.join(' '), allowed_ips: '' }])
      assert.equal(
        outcomeOf(route, others as Record<string, string>),
        'insufficient_scope',
        route.id,
      );
    for (const operator_role of roles)
      assert.equal(
        outcomeOf(route, { operator_id: 'opr_1', operator_role }),
        'forbidden',
        route.id,
      );
  }
});

test('a link opens no other route', () => {
  for (const route of [...routes, ...dashboardRoutes] as readonly Route[])
    if (!route.public) assert.equal(outcomeOf(route, byLink), 'insufficient_scope', route.id);
});

test('a token has 256 random bits, a checksum, and the form that starts the authorizer', () => {
  const token = makeKey('onboarding', 'live');
  assert.match(token, new RegExp(secretKeys('live').pattern));
  assert.doesNotMatch(token, new RegExp(secretKeys('sandbox').pattern));
  assert.doesNotMatch(token.slice(0, -1), new RegExp(secretKeys('live').pattern));
  assert.ok(isWellFormed(token));
  assert.ok(43 * Math.log2(62) >= 256);
});
