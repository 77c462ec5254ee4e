import assert from 'node:assert/strict';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue } from 'aws-lambda';
import { changesIn } from '../../../../functions/app/counters/count.ts';
import { keyOf } from '../../../../functions/core/dynamodb/client.ts';
import { logger } from '../../../../functions/core/logging.ts';
import { saveDelivery } from '../../../../functions/delivery/deliveries/table.ts';
import { aStoredDelivery } from '../../../helpers/fixtures/deliveries.ts';
import { mock, test } from '../../../helpers/tests.ts';

/** The image of a delivery with its first attempt, which is compressed, as Lambda gives it: bytes as base64. */
const image = () => {
  const started_at = new Date(0).toISOString();
  const attempt = {
    ...({ number: 1, trigger: 'automatic', started_at, duration_ms: 400, error: null } as const),
    next_attempt_at: null,
    secret_versions: [1],
    remote_address: null,
    response_status: 200,
    timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null },
    request: { headers: {} },
    response: { status: 200, headers: {}, body: '', body_bytes: 0, body_sha256: '' },
  };
  const saved = saveDelivery(
    aStoredDelivery({
      status: 'succeeded',
      attempts_made: 1,
      first_attempt: attempt,
      last_attempt: attempt,
    }),
  );
  assert.ok(saved.kind === 'put');
  const item = marshall({ ...saved.item, ...keyOf(saved.key) }, { removeUndefinedValues: true });
  const bytes = item.first_attempt?.B;
  assert.ok(bytes);
  return { ...item, first_attempt: { B: Buffer.from(bytes).toString('base64') } } as Record<
    string,
    AttributeValue
  >;
};

test('a delivery with its first attempt is counted from the record that Lambda gives', () => {
  const changes = changesIn({ dynamodb: { SequenceNumber: '1', NewImage: image() } });
  assert.deepEqual(
    changes.map(({ amounts }) => amounts.succeeded),
    [1, 1],
  );
});

test('an unreadable image before or after a change is logged and counted with nothing', () => {
  const error = mock.method(logger, 'error', () => undefined);
  const damaged = { ...image(), first_attempt: { B: Buffer.from('no zlib').toString('base64') } };
  const { event_type, ...lacking } = image();
  const images = [
    { OldImage: damaged, NewImage: image() },
    { OldImage: image(), NewImage: damaged },
    { NewImage: lacking },
    { OldImage: lacking, NewImage: damaged },
  ];
  for (const dynamodb of images)
    assert.deepEqual(changesIn({ dynamodb: { SequenceNumber: '1', ...dynamodb } }), []);
  const named = error.mock.calls.map(({ arguments: [event, fields] }) => {
    const { table, kind, problem } = fields as unknown as Record<string, string>;
    return [event, table, kind, problem];
  });
  const expected = (kind: string, problem: string) => [
    'stored_item_unreadable',
    'deliveries',
    kind,
    problem,
  ];
  const [isDamaged, lacks] = [
    expected('attempt', 'has a damaged content'),
    expected('delivery', 'has no event_type'),
  ];
  assert.deepEqual(named, [isDamaged, isDamaged, lacks, lacks, isDamaged]);
});
