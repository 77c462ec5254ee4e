import assert from 'node:assert/strict';
import { itemsAt } from '../../../../functions/core/validation.ts';
import { closedBreaker } from '../../../../functions/issuing/authorization-endpoints/breaker.ts';
import {
  type AuthorizationEndpoint,
  actOnEndpoint,
  fallbackDecision,
  newEndpoint,
  patchedEndpoint,
} from '../../../../functions/issuing/authorization-endpoints/model.ts';
import { EndpointFallbackInput } from '../../../../functions/issuing/authorization-endpoints/schema.ts';
import {
  endpointKeys,
  endpointOf,
  saveBreaker,
} from '../../../../functions/issuing/authorization-endpoints/table.ts';
import { now } from '../../../helpers/fixtures/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';

const making = { id: 'aep_1', tenant_id: 'biz_1', key: { encrypted: 'c2VhbGVk' }, now };
const endpoint = (over: Partial<AuthorizationEndpoint> = {}): AuthorizationEndpoint => ({
  ...newEndpoint({ url: 'https://example.com/authorize' }, making).after,
  ...over,
});

test('a new endpoint is enabled, has a second, and approves nothing by itself', () => {
  const { status, timeout_ms, fallback } = endpoint();
  assert.deepEqual(
    [status, timeout_ms, fallback],
    ['enabled', 1_000, { decision: 'decline', limits: [] }],
  );
});

describe('its fallback', () => {
  const approving = {
    fallback: { decision: 'approve', limits: [{ currency: 'USD', amount: 2_500 }] },
  } as const;
  const cases: [string, string, number, Pick<AuthorizationEndpoint, 'fallback'>][] = [
    ['approve', 'USD', 2_500, approving],
    ['decline', 'USD', 2_501, approving],
    ['decline', 'EUR', 1, approving],
    ['decline', 'USD', 1, endpoint()],
  ];
  for (const [decision, currency, amount, of] of cases)
    test(`decides to ${decision} ${amount} ${currency} by ${of.fallback.decision}`, () =>
      assert.equal(fallbackDecision(of, { amount, currency }), decision));

  const usd = { currency: 'USD', amount: 1 };
  const inputs: [string, object, number][] = [
    ['to decline', { decision: 'decline' }, 0],
    ['to approve with a limit', { decision: 'approve', limits: [usd] }, 0],
    ['to approve anything', { decision: 'approve' }, 1],
    ['to decline up to a limit', { decision: 'decline', limits: [usd] }, 1],
    ['of a currency twice', { decision: 'approve', limits: [usd, { ...usd, amount: 2 }] }, 1],
  ];
  for (const [what, input, errors] of inputs)
    test(`${errors === 0 ? 'can be' : 'cannot be'} ${what}`, () => {
      const items = itemsAt(EndpointFallbackInput, input, ['fallback']);
      assert.deepEqual(
        items.map((item) => 'pointer' in item && item.pointer),
        Array(errors).fill('/fallback/limits'),
      );
    });
});

test('a patch keeps what it does not name, null is the default, and the same is no change', () => {
  const read = endpoint({ timeout_ms: 400 });
  assert.equal(patchedEndpoint(read, { timeout_ms: 400 }), undefined);
  assert.deepEqual(patchedEndpoint(read, { timeout_ms: null })?.timeout_ms, 1_000);
  assert.equal(patchedEndpoint(read, { url: 'https://example.com/other' })?.timeout_ms, 400);
});

test('it is enabled and disabled by turns', () => {
  const { after } = actOnEndpoint(endpoint(), 'disable', 'Maintenance', now);
  assert.deepEqual(
    [after.status, after.status_reason, after.version],
    ['disabled', 'Maintenance', 2],
  );
  assert.equal(actOnEndpoint(after, 'enable', null, now).after.status, 'enabled');
  const details = {
    current_status: 'enabled',
    allowed_actions: ['disable', 'rotate-secret', 'test'],
  };
  assert.throws(() => actOnEndpoint(endpoint(), 'enable', null, now), {
    code: 'action_not_allowed',
    details,
  });
});

test('the breaker of a deleted endpoint is not that of the next, which is saved over it', () => {
  const left = saveBreaker(endpoint(), { ...closedBreaker, consecutive_failures: 9, version: 5 });
  assert.equal(left.kind, 'put');
  const item = { ...('item' in left && left.item), ...endpointKeys.breaker('biz_1') };
  assert.equal(endpointOf([endpoint(), item])?.breaker.consecutive_failures, 9);
  const next = endpointOf([endpoint({ id: 'aep_2' }), item])?.breaker;
  assert.deepEqual([next?.consecutive_failures, next?.version], [0, 5]);
});
