import '../../process.ts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { posted } from '../../../helpers/call.ts';
import { fileOf } from '../../../helpers/document-files.ts';
import { aCustomer } from '../../../helpers/fixtures/customers.ts';
import { aDecidedDocument, aDocument, documentBody } from '../../../helpers/fixtures/documents.ts';
import { sendTo } from '../../../helpers/links.ts';
import { aWord } from '../../../helpers/personal-data-markers.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { documentThatIs, eventsOf, upload } from '../../../helpers/uploads.ts';
import { world } from '../../world.ts';

const service = await world();
const stored = service.tables;

const final = ['accepted', 'rejected', 'expired'];

describe('a real file is accepted, and each step emits one event', () => {
  for (const [name, content_type, type] of [
    ['passport.jpg', 'image/jpeg', 'passport'],
    ['passport.heic', 'image/heic', 'passport'],
    ['address.pdf', 'application/pdf', 'proof_of_address'],
  ] as const) {
    test(name, async () => {
      const tenant = await service.aBusiness();
      const bytes = fileOf(name);
      const announced = await upload(tenant, bytes, { content_type, type, file_name: name });
      const accepted = await documentThatIs(tenant, announced.id, ...final);
      const { upload: link, ...shown } = announced;
      const { updated_at } = accepted;
      assert.deepEqual(accepted, {
        ...shown,
        status: 'accepted',
        version: 3,
        updated_at,
        upload: null,
      });
      assert.equal(link.method, 'PUT');
      const events = await eventsOf(tenant, announced.id);
      assert.deepEqual(
        events.map(({ type, sequence, data, causation }) => [
          type,
          sequence,
          data.status,
          data.upload,
          causation.actor.type,
        ]),
        [
          ['document.created', 1, 'awaiting_upload', null, 'api_key'],
          ['document.processing', 2, 'processing', null, 'system'],
          ['document.accepted', 3, 'accepted', null, 'system'],
        ],
      );
      assert.deepEqual(events[2].data, accepted);
      const [item] = (await stored.items('resources', tenant.tenant_id)).filter(
        ({ sk }) => sk === announced.id,
      );
      assert.equal(item.inspected.sha256, createHash('sha256').update(bytes).digest('hex'));
      assert.match(item.inspected.version_id, /\S/);
      assert.equal(item.scheduled_at, undefined);
    });
  }
});

describe('a file that is not what it should be is rejected, with the reason', () => {
  const wrong: readonly (readonly [string, Buffer, string, string])[] = [
    ['a PNG sent as a JPEG', fileOf('passport.png'), 'image/jpeg', 'content_type_mismatch'],
    ['a password-protected PDF', fileOf('locked.pdf'), 'application/pdf', 'password_protected'],
  ];
  for (const [name, bytes, content_type, reason] of wrong) {
    test(name, async () => {
      const tenant = await service.aBusiness();
      const { id } = await upload(tenant, bytes, { content_type, file_name: 'photo.jpg' });
      const rejected = await documentThatIs(tenant, id, ...final);
      assert.deepEqual([rejected.status, rejected.status_reason], ['rejected', reason]);
      const [, , { type, data }] = await eventsOf(tenant, id);
      assert.deepEqual([type, data], ['document.rejected', rejected]);
    });
  }
});

test('a suspended customer may bring documents, a closed one may not', async () => {
  const tenant = await service.aBusiness();
  await aDocument(tenant, {}, (await aCustomer(tenant, undefined, 'suspended')).id);
  const { id } = await aCustomer(tenant, undefined, 'closed');
  const path = `/customers/${id}/documents`;
  const { status, body } = await tenant.call({ method: 'POST', path, body: documentBody() });
  assert.deepEqual([status, body.code, body.current_status], [409, 'action_not_allowed', 'closed']);
  assert.deepEqual(body.allowed_actions, ['redact']);
  assert.deepEqual((await tenant.call({ method: 'GET', path })).body.data, []);
});

test('the documents of all customers are listed newest first, by status and customer', async () => {
  const tenant = await service.aBusiness();
  const first = await aDecidedDocument(tenant);
  const awaited = await aDocument(tenant);
  const rejected = await aDecidedDocument(
    tenant,
    { outcome: 'rejected', reason: 'unreadable' },
    {},
    awaited.customer_id,
  );
  await aDocument(await service.aBusiness());
  const listed = async (...query: readonly (readonly [string, string])[]) =>
    (await tenant.call({ method: 'GET', path: '/documents', query })).body.data;
  const { upload: _link, ...shown } = awaited;
  assert.deepEqual(await listed(), [rejected, { ...shown, upload: null }, first]);
  assert.deepEqual(await listed(['status', 'accepted']), [first]);
  const of = ['customer_id', awaited.customer_id] as const;
  assert.deepEqual(await listed(of), [rejected, { ...shown, upload: null }]);
  assert.deepEqual(await listed(of, ['status', 'rejected']), [rejected]);
  assert.deepEqual(await listed(of, ['status', 'accepted']), []);
});

test('each read of an awaited document brings a fresh link, and a retry does so too', async () => {
  const tenant = await service.aBusiness();
  const { id: customer } = await aCustomer(tenant);
  const bytes = fileOf('passport.jpg');
  const body = documentBody({ size_bytes: bytes.length });
  const announced = await posted(tenant, `/customers/${customer}/documents`, 'one-document', body);
  const again = await posted(tenant, `/customers/${customer}/documents`, 'one-document', body);
  assert.deepEqual([again.status, again.headers['idempotent-replayed']], [201, 'true']);
  assert.deepEqual({ ...again.body, upload: null }, { ...announced.body, upload: null });
  const { body: read } = await tenant.call({
    method: 'GET',
    path: `/documents/${announced.body.id}`,
  });
  assert.equal((await sendTo(read.upload, bytes)).status, 200);
  for (const { upload } of [announced.body, again.body, read])
    assert.equal((await sendTo(upload, bytes)).status, 412);
  await documentThatIs(tenant, read.id, 'accepted');
  const replay = await posted(tenant, `/customers/${customer}/documents`, 'one-document', body);
  assert.deepEqual([replay.body.status, replay.body.upload], ['accepted', null]);
});

test('no link is in events, idempotency records, tables or logs, and no name of a file in logs', async () => {
  const tenant = await service.aBusiness();
  const file_name = aWord();
  const { id, upload: link } = await upload(tenant, fileOf('passport.jpg'), { file_name });
  await documentThatIs(tenant, id, 'accepted');
  const signature = new URL(link.url).searchParams.get('X-Amz-Signature') ?? '';
  assert.match(signature, /^[0-9a-f]{64}$/);
  for (const table of ['resources', 'outbox', 'idempotency', 'deliveries'] as const)
    assert.ok(
      !JSON.stringify(await stored.items(table, tenant.tenant_id)).includes('X-Amz-'),
      table,
    );
  for (const { line } of service.logs.lines())
    assert.ok(
      [signature, 'X-Amz-', file_name].every((secret) => !line.includes(secret)),
      line,
    );
});
