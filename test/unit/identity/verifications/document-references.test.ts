import assert from 'node:assert/strict';
import { idsAt } from '../../../../functions/core/new-id.ts';
import { announceDocument } from '../../../../functions/identity/documents/model.ts';
import { saveDocument } from '../../../../functions/identity/documents/table.ts';
import { documentReferencesOf } from '../../../../functions/identity/verifications/table.ts';
import { durations } from '../../../helpers/durations.ts';
import { testDatabase } from '../../../helpers/test-database.ts';
import { test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const newId = idsAt(now);
const of = { tenant_id: newId('tenant'), customer_id: newId('customer') };

test('a document without a type or a status is left out, and the others are listed', async () => {
  const said = { type: 'passport', content_type: 'image/jpeg', size_bytes: 1 } as const;
  const documents = ['whole', 'type', 'status'].map((lacking) => {
    const { after } = announceDocument(said, { ...of, id: newId('document'), now, durations });
    const write = saveDocument(after);
    assert.ok(write.kind === 'put');
    const { [lacking]: _lacking, ...item } = write.item;
    return { after, write: { ...write, item } };
  });
  const { db } = testDatabase(documents.map(({ write }) => write));
  const { id, type, side, status, person_id } = documents[0]?.after ?? {};
  assert.deepEqual(await documentReferencesOf(db, of.tenant_id, of.customer_id), [
    { id, type, side, status, person_id },
  ]);
});
