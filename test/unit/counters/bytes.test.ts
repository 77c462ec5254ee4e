import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue } from 'aws-lambda';
import { changesIn } from '../../../functions/counters/count.ts';
import { saveDelivery } from '../../../functions/deliveries/table.ts';
import { keyOf } from '../../../functions/dynamodb/client.ts';
import { aStoredDelivery } from '../../helpers/fixtures/deliveries.ts';

// The first attempt is compressed. Lambda gives bytes as base64.
test('a delivery with its first attempt is counted from the record that Lambda gives', () => {
  const started_at = new Date(0).toISOString();
  const attempt = {
    ...({ number: 1, trigger: 'automatic', started_at, duration_ms: 400, error: null } as const),
    ...{ next_attempt_at: null, secret_versions: [1], remote_address: null, response_status: 200 },
    timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null },
    request: { headers: {} },
    response: { status: 200, headers: {}, body: '', body_bytes: 0, body_sha256: '' },
  };
  const saved = saveDelivery(
    aStoredDelivery({ status: 'succeeded', attempts_made: 1, first_attempt: attempt, last_attempt: attempt }),
  );
  assert.ok(saved.kind === 'put');
  const image = marshall({ ...saved.item, ...keyOf(saved.key) }, { removeUndefinedValues: true });
  const bytes = image.first_attempt?.B;
  assert.ok(bytes);
  const asGiven = { ...image, first_attempt: { B: Buffer.from(bytes).toString('base64') } };
  const changes = changesIn({ dynamodb: { SequenceNumber: '1', NewImage: asGiven as Record<string, AttributeValue> } });
  assert.deepEqual(
    changes.map(({ amounts }) => amounts.succeeded),
    [1, 1],
  );
});
