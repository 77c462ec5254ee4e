import assert from 'node:assert/strict';
import {
  shareOf,
  suppressed_rows_ms,
  transitionWebhook,
  type WebhookState,
} from '../../../../functions/delivery/webhooks/model.ts';
import { test } from '../../../helpers/tests.ts';

const now = new Date('2026-08-01T00:00:00.000Z');
const aWebhook = (given: Partial<WebhookState> = {}): WebhookState & { id: string } => ({
  id: 'whk_1',
  status: 'enabled',
  disabled_reason: null,
  disabled_at: null,
  created_at: '2026-07-01T00:00:00.000Z',
  event_types: ['customer.*'],
  ...given,
});
const event = {
  type: 'customer.created',
  created_at: now.toISOString(),
  resource: { id: 'cus_1' },
};

test('a move sets the reason and the time, and the opposite one clears them', () => {
  const gone = transitionWebhook(aWebhook(), 'gone', now);
  assert.ok(gone);
  const { status, disabled_reason, disabled_at } = gone.after;
  assert.deepEqual(
    { status, disabled_reason, disabled_at },
    {
      status: 'disabled',
      disabled_reason: 'endpoint_gone',
      disabled_at: now.toISOString(),
    },
  );
  assert.deepEqual(transitionWebhook(gone.after, 'enable', now), {
    before: gone.after,
    after: aWebhook(),
  });
  assert.equal(transitionWebhook(gone.after, 'gone', now), undefined);
  assert.equal(transitionWebhook(aWebhook(), 'enable', now), undefined);
});

test('an event is sent to what existed, is enabled and subscribes', () => {
  assert.equal(shareOf(aWebhook(), event), 'send');
  assert.equal(shareOf(aWebhook({ created_at: event.created_at }), event), 'send');
  assert.equal(shareOf(aWebhook({ created_at: '2026-08-01T00:00:00.001Z' }), event), 'nothing');
  assert.equal(shareOf(aWebhook({ event_types: ['card.*'] }), event), 'nothing');
});

test('that an endpoint fails is published to the others', () => {
  const failing = { ...event, type: 'webhook.failing', resource: { id: 'whk_1' } };
  assert.equal(shareOf(aWebhook({ event_types: ['*'] }), failing), 'nothing');
  assert.equal(shareOf({ ...aWebhook({ event_types: ['*'] }), id: 'whk_2' }, failing), 'send');
  assert.equal(
    shareOf(aWebhook({ event_types: ['*'] }), { ...failing, type: 'webhook.recovered' }),
    'send',
  );
});

test('a disabled webhook gets rows for seven days', () => {
  const disabledFor = (wait_ms: number) =>
    aWebhook({ status: 'disabled', disabled_at: new Date(now.getTime() - wait_ms).toISOString() });
  assert.equal(shareOf(disabledFor(0), event), 'suppress');
  assert.equal(shareOf(disabledFor(-5000), event), 'suppress');
  assert.equal(shareOf(disabledFor(suppressed_rows_ms), event), 'suppress');
  assert.equal(shareOf(disabledFor(suppressed_rows_ms + 1), event), 'nothing');
});
