import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clearMatch, confirmMatch } from '../../../functions/screenings/routes.ts';
import { approveVerification } from '../../../functions/verifications/routes.ts';
import { done, seen } from '../../helpers/call.ts';
import { aListed } from '../../helpers/fixtures/screenings.ts';
import { aTenant, type Tenant } from '../../helpers/fixtures/tenants.ts';
import { aReadyVerification, verificationThatIs } from '../../helpers/fixtures/verifications.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { sharedService } from '../../helpers/service.ts';

const local = await sharedService();

const about = ({ id, version }: Any, entry_id = 'sim-1') => ({
  params: { screening_id: String(id) },
  headers: { 'if-match': `"${version}"` },
  body: { list: 'simulator', entry_id, reason: 'Born in another year.' },
});

const approving = ({ id, version }: Any) => ({
  params: { verification_id: String(id) },
  headers: { 'if-match': `"${version}"` },
});

const types = async (tenant: Tenant, { id }: Any) =>
  (await seen(tenant, `/events?resource_id=${id}`)).data.map(({ type }: Any) => type);

test('a customer on a list is verified only after an operator has cleared the match', async () => {
  const tenant = await aTenant(local);
  const { submitted, screening } = await aListed(tenant);
  assert.deepEqual([screening.status, screening.open_count, screening.matches[0].status], ['open', 1, 'open']);
  assert.equal((await seen(tenant, `/verifications/${submitted.id}`)).status, 'processing');

  const early = await tenant.operate(approveVerification, approving(submitted));
  assert.deepEqual([early.status, early.body.code], [409, 'screening_not_clear']);
  const path = `/simulations/verifications/${submitted.id}`;
  const simulated = await tenant.call({ method: 'POST', path, body: { outcome: 'verified' } });
  assert.deepEqual([simulated.status, simulated.body.code], [409, 'screening_not_clear']);

  const stale = await tenant.operate(clearMatch, about({ ...screening, version: screening.version + 1 }));
  assert.equal(stale.status, 412);
  const { body: cleared } = await tenant.operate(clearMatch, about(screening));
  assert.deepEqual([cleared.status, cleared.status_reason, cleared.open_count], ['clear', 'Born in another year.', 0]);
  const approved = await tenant.operate(approveVerification, approving(submitted));
  assert.equal(approved.body.status, 'verified');
  assert.deepEqual(await types(tenant, screening), ['screening.cleared', 'screening.match_found']);
});

test('what an operator confirms suspends the customer at once', async () => {
  const tenant = await aTenant(local);
  const { submitted, customer_id, screening } = await aListed(tenant);
  const { body: confirmed } = await tenant.operate(confirmMatch, about(screening));
  assert.deepEqual([confirmed.status, confirmed.allowed_actions], ['confirmed', ['clear', 'confirm']]);
  const customer = await seen(tenant, `/customers/${customer_id}`);
  assert.deepEqual([customer.status, customer.status_reason], ['suspended', 'screening_confirmed']);
  const reactivated = await tenant.call({ method: 'POST', path: `/customers/${customer_id}/reactivate`, body: {} });
  assert.deepEqual([reactivated.status, reactivated.body.code], [409, 'screening_not_clear']);
  const approved = await tenant.operate(approveVerification, approving(submitted));
  assert.deepEqual([approved.status, approved.body.code], [409, 'screening_not_clear']);
  const again = await tenant.operate(confirmMatch, about(confirmed));
  assert.deepEqual([again.status, again.body.code], [409, 'action_not_allowed']);
});

test('somebody who is on no list is screened without an event, and verified', async () => {
  const tenant = await aTenant(local);
  const { id, customer_id } = await aReadyVerification(tenant);
  await done(tenant, `/verifications/${id}/submit`);
  await verificationThatIs(tenant, id, 'verified');
  const { data } = await seen(tenant, `/screenings?customer_id=${customer_id}`);
  assert.deepEqual(
    data.map(({ status, matches, list_version }: Any) => [status, matches, list_version]),
    [['clear', [], 'simulator']],
  );
  assert.deepEqual(await types(tenant, data[0]), []);
});
