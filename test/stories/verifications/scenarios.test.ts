import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scenarios } from '../../../functions/simulations/catalogue.ts';
import { done } from '../../helpers/call.ts';
import { aCustomer, company } from '../../helpers/fixtures/customers.ts';
import { accepted } from '../../helpers/fixtures/documents.ts';
import { aTenant } from '../../helpers/fixtures/tenants.ts';
import { verificationThatIs } from '../../helpers/fixtures/verifications.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { sharedService } from '../../helpers/service.ts';

const local = await sharedService();

test('a business is decided by the name of who acts for it', async () => {
  const tenant = await aTenant(local);
  const body = company({ legal_name: 'Verified' });
  const representative = { ...(body as Any).representative, last_name: 'Sanctions Match' };
  const { id } = await aCustomer(tenant, { ...body, representative });
  const document_ids = await accepted(tenant, id, ['company_registration', 'passport', 'selfie']);
  const begun = await done(tenant, `/customers/${id}/verifications`, { level: 'standard', document_ids });
  await done(tenant, `/verifications/${begun.id}/submit`);
  assert.equal((await verificationThatIs(tenant, begun.id, 'rejected')).last_error.code, 'sanctions_match');
});

test('the catalogue is published whole, page by page', async () => {
  const tenant = await aTenant(local);
  const found: Any[] = [];
  let cursor: string | null = null;
  do {
    const query = [['limit', '5'], ...(cursor === null ? [] : [['cursor', cursor]])] as [string, string][];
    const { body } = await tenant.call({ method: 'GET', path: '/simulations/scenarios', query });
    found.push(...body.data);
    cursor = body.next_cursor;
  } while (cursor !== null);
  assert.deepEqual(
    found,
    scenarios.map((scenario) => ({ object: 'scenario', ...scenario })),
  );
});
