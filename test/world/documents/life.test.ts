import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { objectKeyOf } from '../../../functions/documents/object-key.ts';
import { scheduledAtOf } from '../../../functions/dynamodb/scheduled-work.ts';
import { inspectDocument } from '../../../functions/jobs/jobs.ts';
import { functionName, queueName } from '../../../lib/environments.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { crashPointsAmong } from '../../helpers/crash-points.ts';
import { fileOf } from '../../helpers/document-files.ts';
import { aDocument } from '../../helpers/fixtures/documents.ts';
import { aTenant, type Tenant } from '../../helpers/fixtures/tenants.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { quiet } from '../../helpers/quiet.ts';
import { curl } from '../../helpers/storage-machine.ts';
import { storedIn } from '../../helpers/tables.ts';
import { sharedTimeScaled } from '../../helpers/time-scaled.ts';
import { documentThatIs, eventsOf, upload } from '../../helpers/uploads.ts';

const inspector = functionName('sandbox', inspectDocument.id);
/** What it asks of AWS for a document that is accepted. */
const asked = ['GetItem', 'HeadObject', 'TransactWriteItems', 'GetObject', 'TransactWriteItems'];
const queue = queueName('sandbox', 'documents');

const local = await sharedTimeScaled();
const stored = storedIn(local);
beforeEach(() => local.faults.clear());

const photo = fileOf('passport.jpg');
const sixDays_ms = 6 * 24 * 60 * 60 * 1000;
/** The time-scaled clock is sixty times faster. */
const speed = 60;

const itemOf = async (tenant: Tenant, id: string): Promise<Any> =>
  (await stored.items('resources', tenant.tenant_id)).find(({ sk }) => sk === id);

/** Makes a document as old as if it had been announced that long ago, and scheduled since then. */
const aged = async (tenant: Tenant, id: string, age_ms: number) => {
  const created_at = new Date(Date.now() - age_ms / speed).toISOString();
  const item = await itemOf(tenant, id);
  await stored.set('resources', item, { data: { ...item.data, created_at }, scheduled_at: created_at });
};

/** Schedules for now what is scheduled later. */
const overdue = async (tenant: Tenant, id: string) =>
  stored.set('resources', await itemOf(tenant, id), { scheduled_at: new Date(Date.now() - 1000).toISOString() });

const typesOf = (events: readonly Any[]) => events.map(({ type, sequence }) => `${sequence} ${type}`);

const accepted = ['1 document.created', '2 document.processing', '3 document.accepted'];

describe('a document whose bytes do not come', () => {
  test('expires after seven days, and what comes later changes nothing', async () => {
    const tenant = await aTenant(local);
    const { id, upload: link } = await aDocument(tenant, { size_bytes: photo.length });
    await aged(tenant, id, 2 * sixDays_ms);
    const expired = await documentThatIs(tenant, id, 'expired');
    assert.deepEqual([expired.version, expired.status_reason, expired.upload], [2, null, null]);
    assert.equal((await curl(link, photo)).status, 200);
    await quiet(local, 'documents');
    assert.deepEqual(typesOf(await eventsOf(tenant, id)), ['1 document.created', '2 document.expired']);
    assert.equal((await itemOf(tenant, id)).scheduled_at, undefined);
  });

  test('is still awaited after six days, and looked for again when twice as much time has passed', async () => {
    const tenant = await aTenant(local);
    const { id } = await aDocument(tenant);
    await aged(tenant, id, sixDays_ms);
    const { data, scheduled_at } = await until(async () => {
      const item = await itemOf(tenant, id);
      const scheduled_at = scheduledAtOf(item) ?? '';
      return Date.parse(scheduled_at) > Date.now() + 60_000 && { ...item, scheduled_at };
    }, 'it is put off');
    // The last look expires the document.
    const week_ms = 7 * 24 * 60 * 60 * 1000;
    assert.equal(Date.parse(scheduled_at) - Date.parse(data.created_at), week_ms / speed);
    assert.equal((await documentThatIs(tenant, id, 'awaiting_upload')).version, 1);
  });
});

describe('a document is inspected once', () => {
  test('though every message comes twice', async () => {
    const twice = local.faults.add({ service: 'queue', operation: queue, effect: 'duplicate' });
    const tenant = await aTenant(local);
    const { id } = await upload(tenant, photo);
    await documentThatIs(tenant, id, 'accepted');
    assert.ok(twice.hits > 0);
    await quiet(local, 'documents');
    assert.deepEqual(typesOf(await eventsOf(tenant, id)), accepted);
  });

  test('though its message is lost: it is due, and the sweeper notifies it', async () => {
    const lost = local.faults.add({ service: 'queue', operation: queue, effect: 'lose', times: 1 });
    const tenant = await aTenant(local);
    const { id } = await upload(tenant, photo);
    await until(() => lost.hits === 1, 'the message is lost');
    await overdue(tenant, id);
    await documentThatIs(tenant, id, 'accepted');
    assert.deepEqual(typesOf(await eventsOf(tenant, id)), accepted);
  });

  for (const { effect, nth } of crashPointsAmong(asked))
    test(`though its worker is killed: ${effect} its call ${nth} to AWS`, async () => {
      const tenant = await aTenant(local);
      const killed = local.faults.add({ function: inspector, nth, effect });
      const { id } = await upload(tenant, photo);
      await until(() => killed.hits === 1, 'it is killed');
      if ((await itemOf(tenant, id)).scheduled_at) await overdue(tenant, id);
      await documentThatIs(tenant, id, 'accepted');
      assert.deepEqual(typesOf(await eventsOf(tenant, id)), accepted);
    });

  test('though a message of old days names it again', async () => {
    const tenant = await aTenant(local);
    const { id, customer_id } = await upload(tenant, photo);
    const before = await documentThatIs(tenant, id, 'accepted');
    const key = objectKeyOf({ tenant_id: tenant.tenant_id, customer_id, document_id: id });
    const { payload, functionError } = await local.invoke(inspector, {
      Records: [{ messageId: '1', body: JSON.stringify({ key }) }],
    });
    assert.deepEqual([payload, functionError], [{ batchItemFailures: [] }, undefined]);
    assert.deepEqual(await documentThatIs(tenant, id, 'accepted'), before);
  });
});

test('a message about what is no document of ours is passed over', async () => {
  const [mine, theirs] = [await aTenant(local), await aTenant(local)];
  const { id, customer_id } = await aDocument(theirs);
  const keys = ['else', objectKeyOf({ tenant_id: mine.tenant_id, customer_id, document_id: id })];
  for (const key of keys) {
    const Records = [{ messageId: '1', body: JSON.stringify({ key }) }];
    assert.deepEqual((await local.invoke(inspector, { Records })).payload, { batchItemFailures: [] });
  }
  assert.equal((await documentThatIs(theirs, id, 'awaiting_upload')).version, 1);
});

test('a message that names another customer of a document changes nothing of it', async () => {
  const tenant = await aTenant(local);
  const killed = local.faults.add({ function: inspector, operation: 'GetObject', nth: 1, effect: 'kill-before' });
  const { id } = await upload(tenant, photo);
  await until(() => killed.hits === 1, 'its inspection has started');
  const { customer_id } = await aDocument(tenant);
  const key = objectKeyOf({ tenant_id: tenant.tenant_id, customer_id, document_id: id });
  const Records = [{ messageId: '1', body: JSON.stringify({ key }) }];
  assert.deepEqual((await local.invoke(inspector, { Records })).payload, { batchItemFailures: [] });
  if ((await itemOf(tenant, id)).scheduled_at) await overdue(tenant, id);
  await documentThatIs(tenant, id, 'accepted');
  assert.deepEqual(typesOf(await eventsOf(tenant, id)), accepted);
});
