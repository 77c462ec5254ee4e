import assert from 'node:assert/strict';
import { dashboardRoutes, routes } from '../../../../functions/app/routes.ts';
import { refuseSimulation } from '../../../../functions/app/simulations/routes.ts';
import { type Scope, scopes } from '../../../../functions/core/access.ts';
import type { ApiError } from '../../../../functions/core/api-error.ts';
import { checkCaller } from '../../../../functions/core/http/checks.ts';
import { scopeOf } from '../../../../functions/core/resource-routes.ts';
import type { Route } from '../../../../functions/core/route.ts';
import { anEvent, type Sent } from '../../../helpers/api-event.ts';
import { describe, test } from '../../../helpers/tests.ts';

/** The verbs of resources that each scope opens, said once more by hand. */
const opens: Readonly<Record<Scope, string>> = {
  'accounts:read': 'accounts.list accounts.get',
  'agreements:read': 'agreements.list agreements.get',
  'agreements:write': 'agreements.create',
  'authorization_endpoints:read': 'authorization-endpoints.list authorization-endpoints.get',
  'authorization_endpoints:write':
    'authorization-endpoints.create authorization-endpoints.update authorization-endpoints.delete ' +
    'authorization-endpoints.enable authorization-endpoints.disable authorization-endpoints.rotate ' +
    'authorization-endpoints.test',
  'authorizations:read': 'authorizations.list authorizations.list-all authorizations.get',
  'cards:read':
    'cards.list cards.get cards.list-limits card-pins.get-key card-tokens.list card-tokens.get',
  'cards:write':
    'cards.create cards.update cards.activate cards.freeze cards.unfreeze cards.close cards.replace ' +
    'card-pins.set card-pins.unblock ' +
    'card-tokens.suspend card-tokens.resume card-tokens.delete',
  'cards:reveal': 'cards.reveal',
  'customers:read': 'customers.list customers.get',
  'customers:write':
    'customers.create customers.update customers.suspend customers.reactivate customers.close',
  'customers:redact': 'customers.redact',
  'deliveries:read': 'deliveries.list deliveries.get deliveries.list-attempts',
  'deliveries:write': 'deliveries.resend',
  'documents:read': 'documents.list documents.list-all documents.get',
  'documents:write': 'documents.create',
  'events:read': 'events.list events.get event-types.list customers.timeline',
  'features:read': 'features.list customer-features.list customer-features.get',
  'features:write': 'customer-features.activate customer-features.deactivate',
  'idempotency_keys:read': 'idempotency-keys.list',
  'onboarding_links:read': 'onboarding-links.list onboarding-links.get',
  'onboarding_links:write': 'onboarding-links.create onboarding-links.revoke',
  'persons:read': 'persons.list persons.get',
  'persons:write': 'persons.create persons.update persons.remove',
  'requests:read': 'requests.list requests.get',
  'screenings:read': 'screenings.list screenings.get',
  'simulations:read': 'simulations.scenarios',
  'simulations:write':
    'simulations.clock simulations.document simulations.verification simulations.shipping simulations.authorization ' +
    'simulations.settlement simulations.provision-token simulations.card-token ' +
    'simulations.capture simulations.refund',
  'transactions:read': 'transactions.list transactions.get',
  'verifications:attest': 'verifications.attest',
  'verifications:read': 'verifications.list verifications.list-all verifications.get',
  'verifications:write':
    'verifications.create verifications.update verifications.submit verifications.cancel',
  'webhooks:read': 'webhooks.list webhooks.get webhooks.get-statistics recoveries.get',
  'webhooks:write':
    'webhooks.create webhooks.update webhooks.delete webhooks.enable webhooks.disable webhooks.rotate-secret ' +
    'webhooks.test webhooks.recover recoveries.cancel',
};

const ofKeys: readonly Route[] = routes.filter((route: Route) => !route.public);

/** The answer of a route to a restricted key: that it may come in, or what it lacks. */
const outcomeFor = (route: Route, granted: readonly string[], sent: Sent = {}): string => {
  const authorizer = { scopes: granted.join(' '), allowed_ips: '', ...sent.authorizer };
  try {
    checkCaller(anEvent(route, { ...sent, authorizer }), route);
    return 'in';
  } catch (error) {
    const { code, details } = error as ApiError;
    return [code, details.required_scope].join(' ');
  }
};

describe('what a restricted key opens', () => {
  for (const route of ofKeys) {
    const needed = scopes.filter((scope) => opens[scope].split(' ').includes(route.id));
    test(`${route.id}: ${needed.join()}`, () => {
      assert.equal(needed.length, 1);
      const [scope = ''] = needed;
      const enough = scope.endsWith(':read') ? [scope, scope.replace('read', 'write')] : [scope];
      for (const granted of scopes)
        assert.equal(
          outcomeFor(route, [granted]),
          enough.includes(granted) ? 'in' : `insufficient_scope ${scope}`,
          granted,
        );
      const others = scopes.filter((one) => !enough.includes(one));
      assert.equal(outcomeFor(route, others), `insufficient_scope ${scope}`, 'all others together');
    });
  }

  test('nothing that only people reach: it makes, rotates and ends no key', () => {
    for (const route of dashboardRoutes)
      assert.equal(outcomeFor(route, scopes), 'insufficient_scope ', route.id);
  });

  test('nothing of a resource that has no scopes', () => {
    const route = { ...ofKeys[0], id: 'transfers.create', method: 'POST' } as Route;
    assert.equal(scopeOf(route), undefined);
    assert.equal(outcomeFor(route, scopes), 'insufficient_scope ');
  });

  test('nothing at all where the authorizer knew of no scope', () => {
    for (const route of ofKeys)
      for (const nothing of ['none', ''])
        assert.match(
          outcomeFor(route, [], { authorizer: { scopes: nothing } }),
          /^insufficient_scope /,
          route.id,
        );
  });

  test('in live that there are no simulations, whatever it may do', () => {
    assert.equal(outcomeFor(refuseSimulation, ['accounts:read']), 'in');
  });
});

test('every scope opens something, and every route stands in the table', () => {
  const named = Object.values(opens).flatMap((ids) => ids.split(' '));
  assert.deepEqual(named.toSorted(), ofKeys.map(({ id }) => id).toSorted());
});

describe('a restricted key with an allow-list', () => {
  const [route] = ofKeys as [Route];
  const authorizer = { allowed_ips: '203.0.113.0/24 2001:db8::/32' };
  const from = (address: string, said: Record<string, string> = {}) =>
    outcomeFor(route, scopes, { from: address, authorizer: { ...authorizer, ...said } });

  test('comes in from there and from nowhere else, with each request', () => {
    assert.deepEqual(
      ['203.0.113.9', '2001:db8::1'].map((one) => from(one)),
      ['in', 'in'],
    );
    for (const elsewhere of ['203.0.114.9', '2001:db9::1', '', 'unknown'])
      assert.equal(from(elsewhere), 'ip_address_not_allowed ', elsewhere);
  });

  test('gets no other error from elsewhere', () => {
    const said = { scopes: 'none', account_status: 'suspended' };
    assert.equal(from('198.51.100.1', said), 'ip_address_not_allowed ');
    assert.equal(from('203.0.113.9', said), 'account_suspended ');
  });

  test('is not let in by what the caller says of himself', () => {
    const headers = [['X-Forwarded-For', '203.0.113.9']] as const;
    const sent = { from: '198.51.100.1', headers, authorizer };
    assert.equal(outcomeFor(route, scopes, sent), 'ip_address_not_allowed ');
  });
});

test('what is missing is named before whose business it is', () => {
  const [route] = ofKeys as [Route];
  const headers = [['x-tenant-id', 'biz_other']] as const;
  assert.equal(outcomeFor(route, ['cards:read'], { headers }), 'insufficient_scope accounts:read');
  assert.equal(outcomeFor(route, scopes, { headers }), 'tenant_mismatch ');
});
