import assert from 'node:assert/strict';
import { eventOf } from '../../functions/core/outbox/content-table.ts';
import { appendEvent } from '../../functions/core/outbox/table.ts';
import { destinationHeaders } from '../../functions/delivery/deliveries/send-to-aws.ts';
import { toEventResource } from '../../functions/delivery/events/schema.ts';
import { test } from '../../test/helpers/tests.ts';
import { curlOf, isRequest, sentBody } from '../src/pages/deliveries/sent.ts';

const event = {
  id: 'evt_01jd5fq7k9e8xv3m2n4p6r8t0w',
  type: 'customer.updated',
  created_at: '2026-11-20T15:04:05.123Z',
  environment: 'sandbox',
  tenant_id: 'biz_01jd5fq7k9e8xv3m2n4p6r8t0w',
  customer_id: 'cus_01jd5fq7k9e8xv3m2n4p6r8t0w',
  resource: { id: 'cus_01jd5fq7k9e8xv3m2n4p6r8t0w', object: 'customer' },
  sequence: 2,
  data: { first_name: 'Zoë', metadata: { b: '1', 10: 'x', 2: 'y' }, nested: [{ z: null }] },
  previous: { first_name: 'Zoe' },
  causation: {
    request_id: 'req_1',
    idempotency_key: null,
    actor: { type: 'system', id: 'system' },
  },
} as const;

test('the body that the dashboard shows is the stored one that is signed, character by character', () => {
  for (const audience of ['everybody', 'one webhook'] as const) {
    const { key, item } = appendEvent(event, audience) as { key: { pk: string }; item: object };
    const stored = eventOf({ ...item, pk: key.pk });
    assert.equal(sentBody(toEventResource(stored)), stored.body, audience);
  }
});

test('a curl has no masked value, and quotes what a shell would take for its own', () => {
  const headers = {
    'content-type': 'application/json',
    'webhook-signature': 'v1,****',
    authorization: '****',
  };
  assert.equal(
    curlOf("https://example.com/o'k", headers, '{"a":"$(id)\'s"}'),
    [
      "curl -X POST 'https://example.com/o'\\''k'",
      "-H 'content-type: application/json'",
      "--data-raw '{\"a\":\"$(id)'\\''s\"}'",
    ].join(' \\\n  '),
  );
});

test('what was sent to a queue or a bus is no request that could be repeated by curl', () => {
  const attributes = { 'webhook-id': event.id, 'webhook-event-type': event.type };
  for (const type of ['sqs', 'eventbridge'] as const)
    assert.equal(
      isRequest(
        destinationHeaders({ type, source: 'biz', event, attributes, address: '', deadline_ms: 1 }),
      ),
      false,
    );
  assert.equal(isRequest({ 'content-type': 'application/json' }), true);
});
