import assert from 'node:assert/strict';
import { deliveryOf } from '../../../cli/forward.ts';
import { verifyEvent } from '../../../client/src/webhooks.ts';
import { eventOf } from '../../../functions/core/outbox/content-table.ts';
import { appendEvent } from '../../../functions/core/outbox/table.ts';
import { attempt_deadline_ms } from '../../../functions/delivery/deliveries/claim-rules.ts';
import { deliveryRequest } from '../../../functions/delivery/deliveries/send.ts';
import { toEventResource } from '../../../functions/delivery/events/schema.ts';
import { newWebhookSecret } from '../../../functions/delivery/webhooks/signing.ts';
import { itemOf } from '../../helpers/test-database.ts';
import { test } from '../../helpers/tests.ts';

const event = {
  id: 'evt_1',
  type: 'card.updated',
  created_at: '2026-11-25T12:00:00.000Z',
  environment: 'sandbox',
  tenant_id: 'biz_1',
  customer_id: null,
  resource: { id: 'card_1', object: 'card' },
  sequence: 3,
  data: { nickname: 'Zoë', metadata: { b: '1', 2: '2', a: '3' } },
  previous: { nickname: null },
  causation: { request_id: 'r', idempotency_key: null, actor: { type: 'system', id: 's' } },
} as const;

for (const audience of ['everybody', 'one webhook'] as const) {
  test(`an event for ${audience} is forwarded byte for byte as a webhook gets it`, () => {
    const stored = eventOf(itemOf(appendEvent(event, audience)));
    const [secret, at] = [newWebhookSecret(), new Date()];
    const { body, headers } = deliveryOf(
      JSON.parse(JSON.stringify(toEventResource(stored))),
      secret,
      2,
      at,
    );
    const { id, type } = event;
    const request = deliveryRequest({
      url: 'https://example.com',
      event: { id, type },
      body: stored.body,
      attempt: 2,
      at,
      secrets: [secret],
      custom_headers: {},
      deadline_ms: attempt_deadline_ms,
      body_wait_ms: undefined,
    });
    assert.deepEqual({ body, headers }, { body: request.body, headers: request.headers });
    assert.equal(verifyEvent(secret, body, headers).id, id);
  });
}
