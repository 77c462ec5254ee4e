import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { saveCard } from '../../../functions/cards/table.ts';
import { saveCustomer } from '../../../functions/customers/table.ts';
import { makeDelivery } from '../../../functions/deliveries/new-delivery.ts';
import { saveDelivery } from '../../../functions/deliveries/table.ts';
import { announceDocument } from '../../../functions/documents/model.ts';
import { saveDocument } from '../../../functions/documents/table.ts';
import { keys, partitions, shardOf } from '../../../functions/dynamodb/keys.ts';
import type { Write } from '../../../functions/dynamodb/writes.ts';
import { appendEvent } from '../../../functions/events/table.ts';
import { saveVerification } from '../../../functions/verifications/table.ts';
import { type Listed, listKeysOf } from '../../../lib/list-keys.ts';
import { customersOf } from '../../helpers/customers.ts';
import { durations } from '../../helpers/durations.ts';
import { aCard, now } from '../../helpers/fixtures/cards.ts';
import { aCustomer, anIndividual, verified } from '../../helpers/fixtures/customers.ts';
import { aTenant } from '../../helpers/fixtures/tenants.ts';
import { aStoredVerification } from '../../helpers/fixtures/verifications.ts';
import { sharedWithoutRelay } from '../../helpers/service.ts';
import { tablesOf } from '../../helpers/tables.ts';

const run = promisify(execFile);
const owner = { id: 'whk_1', tenant_id: 'biz_1', status: 'enabled', url: 'https://example.com' };

test('what is indexed later gets the keys that the store writes', () => {
  const webhook = owner as Parameters<typeof makeDelivery>[1];
  const event = { id: 'evt_1', type: 'card.created', created_at: now.toISOString(), environment: 'sandbox' };
  const about = { tenant_id: 'biz_1', customer_id: null, resource: { id: 'card_1', object: 'card' }, sequence: 1 };
  const causation = { request_id: 'r', idempotency_key: null, actor: { type: 'operator', id: 'o' } } as const;
  const announced = { id: 'doc_1', tenant_id: 'biz_1', customer_id: 'cus_1', now, durations };
  const written: Write[] = [
    ...saveCustomer(anIndividual({ status: 'suspended', verification: verified })),
    saveCard(aCard({ state: 'frozen' })),
    saveDocument(announceDocument({ type: 'selfie', content_type: 'image/png', size_bytes: 1 }, announced).after),
    ...saveVerification(aStoredVerification({ status: 'canceled' }), aStoredVerification()).slice(0, 1),
    saveDelivery(makeDelivery({ event_id: 'evt_1', type: 'card.created' }, webhook, 'automatic', { now, durations })),
    appendEvent({ ...event, ...about, data: {}, previous: null, causation }),
  ];
  for (const write of written) {
    assert.ok(write.kind === 'put');
    const { table, pk, sk } = write.key;
    const { status_key, type_key, open_key, ...item } = write.item;
    const own = Object.entries({ status_key, type_key, open_key }).filter(([, value]) => value !== undefined);
    assert.equal(own.length, 1, table);
    const listed = { ...item, pk, ...(sk !== undefined && { sk }) } as Listed;
    assert.deepEqual(listKeysOf(table, listed), Object.fromEntries(own));
  }
});

test('an event of before that no fan-out has confirmed becomes due, and no other does', () => {
  const stored = { pk: 'biz_1/evt_1', tenant_id: 'biz_1', event_id: 'evt_1', created_at: now.toISOString() };
  const type_key = partitions.eventsOfType('biz_1', '');
  const due = { scheduled_at: `biz_1/event/${now.toISOString()}`, schedule_shard: shardOf('evt_1') };
  assert.deepEqual(listKeysOf('outbox', { ...stored, undispatched: '03' }), { type_key, ...due });
  for (const done of [stored, { ...stored, undispatched: '03', ...due }])
    assert.deepEqual(listKeysOf('outbox', done), { type_key });
});

test('a customer of before is found by status once the operator has reindexed, and not twice after a second run', async () => {
  const local = await sharedWithoutRelay();
  const tables = tablesOf(local);
  const tenant = await aTenant(local);
  const { id } = await aCustomer(tenant);
  const listed = () => customersOf(tenant).listed(['status', 'active']);
  await tables.set(keys.customer(tenant.tenant_id, id), 'status_key', 'as it was before');
  assert.deepEqual(await listed(), []);
  const { accessKeyId, secretAccessKey } = local.operator;
  const env = {
    ...process.env,
    AWS_ENDPOINT_URL: local.endpoint,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  };
  const reindex = () => run(process.execPath, ['bin/reindex.ts', 'sandbox'], { env });
  for (const run of ['first', 'second']) {
    assert.match((await reindex()).stdout, /-outbox: .*\n.*-deliveries: /, run);
    assert.deepEqual(await listed(), [id], run);
  }
  tables.close();
});
