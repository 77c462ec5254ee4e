import '../../process.ts';
import assert from 'node:assert/strict';
import { downloadDocument } from '../../../../functions/identity/documents/routes.ts';
import { fileOf } from '../../../helpers/document-files.ts';
import { aDecidedDocument, aDocument } from '../../../helpers/fixtures/documents.ts';
import { asOperator, type Tenant } from '../../../helpers/fixtures/tenants.ts';
import { test } from '../../../helpers/tests.ts';
import { documentThatIs, upload } from '../../../helpers/uploads.ts';
import { world } from '../../world.ts';

const service = await world();

const download = (tenant: Tenant, document_id: string) =>
  asOperator(service, tenant, 'sandbox')(downloadDocument, { params: { document_id } });

test('an operator sees the very bytes that were inspected, for five minutes', async () => {
  const tenant = await service.aBusiness();
  for (const [name, status] of [
    ['passport.jpg', 'accepted'],
    ['small.jpg', 'rejected'],
  ] as const) {
    const bytes = fileOf(name);
    const { id } = await upload(tenant, bytes);
    await documentThatIs(tenant, id, status);
    const asked = Date.now();
    const { status: answered, body } = await download(tenant, id);
    assert.deepEqual([answered, Object.keys(body)], [200, ['url', 'expires_at']]);
    assert.ok(Math.abs(Date.parse(body.expires_at) - asked - 300_000) < 60_000);
    assert.match(body.url, /[?&]versionId=/);
    const seen = await fetch(body.url);
    assert.deepEqual([seen.status, seen.headers.get('content-type')], [200, 'image/jpeg']);
    assert.ok(Buffer.from(await seen.arrayBuffer()).equals(bytes));
    assert.equal((await fetch(body.url.replace(/versionId=\w+/, 'versionId=another'))).status, 403);
  }
});

test('where nothing was inspected there is nothing to see', async () => {
  const tenant = await service.aBusiness();
  for (const { id, status } of [await aDocument(tenant), await aDecidedDocument(tenant)]) {
    const { status: answered, body } = await download(tenant, id);
    assert.deepEqual(
      [answered, body.code, body.current_status],
      [409, 'action_not_allowed', status],
    );
    assert.deepEqual(body.allowed_actions, []);
  }
});

test('another business’s document is not found, nor is it reachable with a key', async () => {
  const [mine, theirs] = [await service.aBusiness(), await service.aBusiness()];
  const { id } = await upload(theirs, fileOf('passport.jpg'));
  await documentThatIs(theirs, id, 'accepted');
  const { status, body } = await download(mine, id);
  assert.deepEqual([status, body.code], [404, 'document_not_found']);
  const asked = await theirs.call({ method: 'GET', path: `/documents/${id}/download` });
  assert.deepEqual([asked.status, asked.body.code], [404, 'route_not_found']);
});
