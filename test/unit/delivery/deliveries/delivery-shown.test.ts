import assert from 'node:assert/strict';
import { ApiError } from '../../../../functions/core/api-error.ts';
import { responseFor } from '../../../../functions/core/http/response.ts';
import {
  toDeliveryResource,
  toDeliveryWithAttempts,
} from '../../../../functions/delivery/deliveries/changes.ts';
import { resendNow, resends_max } from '../../../../functions/delivery/deliveries/claim-rules.ts';
import { getDelivery } from '../../../../functions/delivery/deliveries/routes.ts';
import {
  type DeliveryStatus,
  deliveryTransitions,
} from '../../../../functions/delivery/deliveries/states.ts';
import { durations } from '../../../helpers/durations.ts';
import { made, now } from '../../../helpers/fixtures/cards.ts';
import { aStoredDelivery } from '../../../helpers/fixtures/deliveries.ts';
import { aStoredWebhook } from '../../../helpers/fixtures/webhooks.ts';
import { describe, test } from '../../../helpers/tests.ts';

type Headers = Readonly<Record<string, string>>;

const anAttempt = (request: Headers, response: Headers) =>
  ({
    request: { headers: request },
    response: { headers: response },
    secret_versions: [1],
  }) as never;

test('the headers of an attempt are shown by name, in whatever order they came', () => {
  const [sent, received] = [
    { b: '1', a: '2', c: '3' },
    { date: 'today', connection: 'close' },
  ];
  const history = {
    delivery: aStoredDelivery({ status: 'succeeded' }),
    attempts: [anAttempt(sent, received)],
  };
  const [shown] = toDeliveryWithAttempts(history, aStoredWebhook()).attempts;
  assert.deepEqual(Object.keys(shown?.request.headers ?? {}), ['a', 'b', 'c']);
  assert.deepEqual(Object.keys(shown?.response?.headers ?? {}), ['connection', 'date']);
});

test('the etag of a delivery changes with the actions that its webhook allows', () => {
  const history = { delivery: aStoredDelivery({ status: 'failed' }), attempts: [] };
  const etags = [
    aStoredWebhook(),
    aStoredWebhook({ status: 'disabled' }),
    undefined,
    aStoredWebhook(),
  ].map(
    (webhook) => responseFor(getDelivery, toDeliveryWithAttempts(history, webhook), '/v1').etag,
  );
  assert.equal(new Set(etags).size, 3);
  assert.equal(etags[3], etags[0]);
});

describe('a delivery that was resent as often as may be', () => {
  const error = { kind: 'http_status', message: 'The endpoint answered 500.' } as const;
  const last_attempt = {
    number: 61,
    trigger: 'manual',
    started_at: made,
    duration_ms: 7,
    error,
  } as const;
  const resent = (times: number) =>
    aStoredDelivery({
      status: 'failed',
      schedule_step: 11,
      attempts_made: 11 + times,
      last_attempt: { ...last_attempt, response_status: 500 },
    });
  const webhook = aStoredWebhook();

  test('is resent no more, and says what to do', () => {
    const full = resent(resends_max);
    const { allowed_actions, status_reason } = toDeliveryResource(full, webhook);
    assert.deepEqual(allowed_actions, []);
    assert.match(status_reason ?? '', /50 times.*Repair the endpoint; a recovery/);
    const details = { current_status: 'failed', allowed_actions: [], status_reason };
    assert.throws(() => resendNow(full, webhook, { now, durations }), {
      code: 'action_not_allowed',
      details,
    });
  });

  test('could be until then, whatever its schedule had tried', () => {
    const last = resent(resends_max - 1);
    assert.deepEqual(toDeliveryResource(last, webhook).allowed_actions, ['resend']);
    assert.ok(resendNow(last, webhook, { now, durations }));
  });
});

describe('of a delivery whose webhook', () => {
  const error = { kind: 'http_status', message: 'The endpoint answered 500.' } as const;
  const last_attempt = {
    number: 1,
    trigger: 'automatic',
    started_at: made,
    duration_ms: 7,
    error,
  } as const;
  const webhooks = {
    'is enabled': [aStoredWebhook(), null],
    'is disabled': [
      aStoredWebhook({ status: 'disabled' }),
      'Its webhook is disabled; enable it first.',
    ],
    'was deleted': [undefined, 'Its webhook was deleted.'],
  } as const;
  const statuses = Object.keys(deliveryTransitions) as DeliveryStatus[];

  for (const [name, [webhook, reason]] of Object.entries(webhooks))
    for (const status of statuses.filter((one) => one !== 'canceled' || webhook === undefined))
      test(`${name}: ${status} offers what will work, and says why it will not`, () => {
        const delivery = aStoredDelivery({
          status,
          last_attempt: { ...last_attempt, response_status: 500 },
        });
        const { allowed_actions, status_reason } = toDeliveryResource(delivery, webhook);
        assert.deepEqual(allowed_actions, reason === null ? ['resend'] : []);
        assert.equal(
          status_reason,
          status === 'succeeded' ? error.message : (reason ?? error.message),
        );
        const resend = () => resendNow(delivery, webhook, { now, durations });
        if (reason === null) return assert.ok(resend());
        const refused = new ApiError('action_not_allowed');
        assert.throws(resend, {
          code: refused.code,
          details: { current_status: status, allowed_actions: [], status_reason: reason },
        });
      });
});
