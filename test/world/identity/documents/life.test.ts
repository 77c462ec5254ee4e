import '../../process.ts';
import assert from 'node:assert/strict';
import { inspectDocument } from '../../../../functions/app/jobs/jobs.ts';
import { scheduledAtOf } from '../../../../functions/core/dynamodb/scheduled-work.ts';
import { objectKeyOf } from '../../../../functions/identity/documents/object-key.ts';
import { functionName, queueName } from '../../../../lib/environments.ts';
import { seen } from '../../../helpers/call.ts';
import { crashPointsAmong } from '../../../helpers/crash-points.ts';
import { fileOf } from '../../../helpers/document-files.ts';
import { durations } from '../../../helpers/durations.ts';
import { aDocument } from '../../../helpers/fixtures/documents.ts';
import type { Tenant } from '../../../helpers/fixtures/tenants.ts';
import { sendTo } from '../../../helpers/links.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { beforeEach, describe, test } from '../../../helpers/tests.ts';
import { upload } from '../../../helpers/uploads.ts';
import { world } from '../../world.ts';

const inspector = functionName('sandbox', inspectDocument.id);
/** The calls to AWS for a document that is accepted. */
const asked = ['GetItem', 'HeadObject', 'TransactWriteItems', 'GetObject', 'TransactWriteItems'];
const queue = queueName('sandbox', 'documents');

const { aBusiness, clock, faults, invoke, tables } = await world();
beforeEach(() => faults.clear());

const photo = fileOf('passport.jpg');
const day_ms = 24 * 60 * 60 * 1000;

/** The sweep has come once, and what it began is done. */
const sweep_ms = 61_000;

const itemOf = async (tenant: Tenant, id: string): Promise<Any> =>
  (await tables.items('resources', tenant.tenant_id)).find(({ sk }) => sk === id);

/** Makes a document as old as if it had been announced that long ago, and scheduled since then. */
const aged = async (tenant: Tenant, id: string, age_ms: number) => {
  const created_at = new Date(clock.now() - age_ms).toISOString();
  const item = await itemOf(tenant, id);
  await tables.set('resources', item, { created_at, scheduled_at: created_at });
};

const read = ({ call }: Tenant, id: string): Promise<Any> => seen({ call }, `/documents/${id}`);

const eventsOf = async ({ tenant_id }: Tenant, id: string): Promise<string[]> =>
  (await tables.events(tenant_id, id)).map(({ type, sequence }) => `${sequence} ${type}`);

/** It is accepted, and each step to there was published once. */
const isAccepted = async (business: Tenant, id: string): Promise<void> => {
  assert.equal((await read(business, id)).status, 'accepted');
  assert.deepEqual(await eventsOf(business, id), accepted);
};

/** An inspection that did not end is made again by its message or the sweep. */
const again_ms = durations.inspection_ms + 3 * sweep_ms;

const accepted = ['1 document.created', '2 document.processing', '3 document.accepted'];

describe('a document whose bytes do not come', () => {
  test('expires after seven days, and what comes later changes nothing', async () => {
    const business = await aBusiness();
    const { id, upload: link } = await aDocument(business, { size_bytes: photo.length });
    await aged(business, id, 7 * day_ms);
    await clock.advance(sweep_ms);
    const { status, version, status_reason, upload: gone } = await read(business, id);
    assert.deepEqual([status, version, status_reason, gone], ['expired', 2, null, null]);
    assert.equal((await sendTo(link, photo)).status, 200);
    await clock.advance(sweep_ms);
    assert.deepEqual(await eventsOf(business, id), ['1 document.created', '2 document.expired']);
    assert.equal((await itemOf(business, id)).scheduled_at, undefined);
  });

  test('is still awaited after six days, and looked for again when twice as much time has passed', async () => {
    const business = await aBusiness();
    const { id } = await aDocument(business);
    await aged(business, id, 6 * day_ms);
    await clock.advance(sweep_ms);
    const item = await itemOf(business, id);
    // The last look expires the document.
    assert.equal(Date.parse(scheduledAtOf(item) ?? '') - Date.parse(item.created_at), 7 * day_ms);
    const { status, version } = await read(business, id);
    assert.deepEqual([status, version], ['awaiting_upload', 1]);
  });
});

describe('a document is inspected once', () => {
  test('though every message comes twice', async () => {
    const twice = faults.add({ service: 'queue', operation: queue, effect: 'duplicate' });
    const business = await aBusiness();
    const { id } = await upload(business, photo);
    await clock.advance(sweep_ms);
    assert.ok(twice.hits > 0);
    await isAccepted(business, id);
  });

  test('though its message is lost: it is due, and the sweeper notifies it', async () => {
    const lost = faults.add({ service: 'queue', operation: queue, effect: 'lose', times: 1 });
    const business = await aBusiness();
    const { id } = await upload(business, photo);
    assert.equal(lost.hits, 1, 'the message is lost');
    await clock.advance(durations.upload_first_look_ms - 1);
    assert.equal((await read(business, id)).status, 'awaiting_upload');
    await clock.advance(sweep_ms);
    await isAccepted(business, id);
  });

  for (const { effect, nth } of crashPointsAmong(asked))
    test(`though its worker is killed: ${effect} its call ${nth} to AWS`, async () => {
      const business = await aBusiness();
      const killed = faults.add({ function: inspector, nth, effect });
      const { id } = await upload(business, photo);
      await clock.advance(1_000);
      assert.equal(killed.hits, 1, 'it is killed');
      await clock.advance(again_ms);
      await isAccepted(business, id);
    });

  test('though a message of old days names it again', async () => {
    const business = await aBusiness();
    const { id, customer_id } = await upload(business, photo);
    await clock.advance(1_000);
    await isAccepted(business, id);
    const before = await read(business, id);
    const key = objectKeyOf({ tenant_id: business.tenant_id, customer_id, document_id: id });
    const { payload, functionError } = await invoke(inspector, {
      Records: [{ messageId: '1', body: JSON.stringify({ key }) }],
    });
    assert.deepEqual([payload, functionError], [{ batchItemFailures: [] }, undefined]);
    assert.deepEqual(await read(business, id), before);
  });
});

test('a message about what is no document of ours is passed over', async () => {
  const [mine, theirs] = [await aBusiness(), await aBusiness()];
  const { id, customer_id } = await aDocument(theirs);
  const keys = ['else', objectKeyOf({ tenant_id: mine.tenant_id, customer_id, document_id: id })];
  for (const key of keys) {
    const Records = [{ messageId: '1', body: JSON.stringify({ key }) }];
    assert.deepEqual((await invoke(inspector, { Records })).payload, { batchItemFailures: [] });
  }
  const { status, version } = await read(theirs, id);
  assert.deepEqual([status, version], ['awaiting_upload', 1]);
});

test('a message that names another customer of a document changes nothing of it', async () => {
  const business = await aBusiness();
  const killed = faults.add({
    function: inspector,
    operation: 'GetObject',
    nth: 1,
    effect: 'kill-before',
  });
  const { id } = await upload(business, photo);
  await clock.advance(1_000);
  assert.equal(killed.hits, 1, 'its inspection has started');
  const { customer_id } = await aDocument(business);
  const key = objectKeyOf({ tenant_id: business.tenant_id, customer_id, document_id: id });
  const Records = [{ messageId: '1', body: JSON.stringify({ key }) }];
  assert.deepEqual((await invoke(inspector, { Records })).payload, { batchItemFailures: [] });
  await clock.advance(again_ms);
  await isAccepted(business, id);
});
