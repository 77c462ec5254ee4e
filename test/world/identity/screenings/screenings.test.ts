import '../../process.ts';
import assert from 'node:assert/strict';
import { monitorScreenings, sweepScheduledWork } from '../../../../functions/app/jobs/jobs.ts';
import { clearMatch, confirmMatch } from '../../../../functions/identity/screenings/routes.ts';
import { approveVerification } from '../../../../functions/identity/verifications/routes.ts';
import { functionName } from '../../../../lib/environments.ts';
import { until } from '../../../../local/test/helpers/until.ts';
import { done, seen } from '../../../helpers/call.ts';
import {
  aCustomer,
  aStoredCustomer,
  company,
  individual,
} from '../../../helpers/fixtures/customers.ts';
import { addedPerson, representativeBody } from '../../../helpers/fixtures/persons.ts';
import { aListed, aScreened, aStoredScreening } from '../../../helpers/fixtures/screenings.ts';
import type { Tenant } from '../../../helpers/fixtures/tenants.ts';
import {
  aReadyVerification,
  attestation,
  verificationThatIs,
} from '../../../helpers/fixtures/verifications.ts';
import { followed } from '../../../helpers/naive-client.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();

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
  const tenant = await service.aBusiness();
  const { submitted, screening } = await aListed(tenant);
  assert.deepEqual(
    [screening.status, screening.open_count, screening.matches[0].status],
    ['open', 1, 'open'],
  );
  assert.equal((await seen(tenant, `/verifications/${submitted.id}`)).status, 'processing');

  const early = await tenant.operate(approveVerification, approving(submitted));
  assert.deepEqual([early.status, early.body.code], [409, 'screening_not_clear']);
  const path = `/simulations/verifications/${submitted.id}`;
  const simulated = await tenant.call({ method: 'POST', path, body: { outcome: 'verified' } });
  assert.deepEqual([simulated.status, simulated.body.code], [409, 'screening_not_clear']);

  const stale = await tenant.operate(
    clearMatch,
    about({ ...screening, version: screening.version + 1 }),
  );
  assert.equal(stale.status, 412);
  const { body: cleared } = await tenant.operate(clearMatch, about(screening));
  assert.deepEqual(
    [cleared.status, cleared.status_reason, cleared.open_count],
    ['clear', 'Born in another year.', 0],
  );
  const approved = await tenant.operate(approveVerification, approving(submitted));
  assert.equal(approved.body.status, 'verified');
  assert.deepEqual(await types(tenant, screening), ['screening.cleared', 'screening.match_found']);
});

test('a name that cannot be compared waits for a person, like a match, and is verified once it was cleared', async () => {
  const tenant = await service.aBusiness();
  const { submitted, screening } = await aScreened(tenant, 'Not Comparable');
  assert.partialDeepStrictEqual(screening, { status: 'open', open_count: 1, matches: [] });
  assert.partialDeepStrictEqual(screening.not_comparable, {
    scripts: ['Zzzz'],
    status: 'open',
    reason: null,
  });
  const early = await tenant.operate(approveVerification, approving(submitted));
  assert.deepEqual([early.status, early.body.code], [409, 'screening_not_clear']);

  const finding = {
    ...about(screening),
    body: { finding: 'not_comparable', reason: 'Searched by hand.' },
  };
  const wrong = await tenant.operate(clearMatch, {
    ...finding,
    body: { finding: 'entry', reason: 'None.' },
  });
  assert.equal(wrong.body.code, 'validation_failed');
  const { body: cleared } = await tenant.operate(clearMatch, finding);
  assert.deepEqual([cleared.status, cleared.not_comparable.status], ['clear', 'cleared']);
  assert.equal(
    (await tenant.operate(approveVerification, approving(submitted))).body.status,
    'verified',
  );
  assert.deepEqual(await types(tenant, screening), [
    'screening.cleared',
    'screening.not_comparable',
  ]);
});

test('a name in letters that are not compared needs one in Latin letters, with which the customer is verified and clear', async () => {
  const tenant = await service.aBusiness();
  const { id, customer_id } = await aReadyVerification(tenant, {
    first_name: 'አበበ',
    middle_name: null,
    last_name: 'ቢቂላ',
  });
  const refused = await tenant.call({ method: 'POST', path: `/verifications/${id}/submit` });
  assert.deepEqual([refused.status, refused.body.code], [422, 'verification_requirements_due']);
  const [due] = refused.body.requirements.currently_due;
  assert.deepEqual(
    [due.code, due.resolve_with],
    [
      'profile.latin_name',
      {
        method: 'PATCH',
        path: `customers/${customer_id}`,
        body: { latin_name: { first_name: null, last_name: null } },
      },
    ],
  );
  const wrong = { latin_name: { last_name: 'ቢቂላ' } };
  const patched = await tenant.call({
    method: 'PATCH',
    path: `/customers/${customer_id}`,
    body: wrong,
  });
  assert.deepEqual(patched.body.errors[0].pointer, '/latin_name/last_name');
  assert.deepEqual(await followed(tenant, `/verifications/${id}`), ['profile.latin_name']);
  await done(tenant, `/verifications/${id}/submit`);
  await verificationThatIs(tenant, id, 'verified');
  const { data } = await seen(tenant, `/screenings?customer_id=${customer_id}`);
  assert.deepEqual(
    [data[0].status, data[0].not_comparable, await types(tenant, data[0])],
    ['clear', null, []],
  );

  await done(tenant, `/customers/${customer_id}/features/virtual_cards/activate`);
  const card = await done(tenant, '/cards', { customer_id, type: 'virtual', currency: 'USD' });
  assert.equal(card.cardholder_name, 'Ada King');
  const body = { latin_name: { first_name: 'Abebe', last_name: 'Bikila' } };
  const respelt = await tenant.call({ method: 'PATCH', path: `/customers/${customer_id}`, body });
  assert.equal(respelt.body.verification.status, 'unverified');
});

test('who is renamed in letters that are not compared after the verification gets the finding, and stays active', async () => {
  const tenant = await service.aBusiness();
  const { id, customer_id } = await aReadyVerification(tenant);
  await done(tenant, `/verifications/${id}/submit`);
  await verificationThatIs(tenant, id, 'verified');
  const body = { first_name: 'សុខា', middle_name: null, last_name: 'ជា' };
  const renamed = await tenant.call({ method: 'PATCH', path: `/customers/${customer_id}`, body });
  assert.deepEqual([renamed.status, renamed.body.verification.status], [200, 'unverified']);
  await service.invoke(functionName('sandbox', sweepScheduledWork.id), {});
  const screening = await until(async () => {
    const { data } = await seen(tenant, `/screenings?customer_id=${customer_id}`);
    return data[0].status === 'open' && data[0];
  }, 'the new name is looked at');
  assert.partialDeepStrictEqual(screening.not_comparable, { scripts: ['Khmr'], status: 'open' });
  assert.deepEqual(await types(tenant, screening), ['screening.not_comparable']);
  assert.equal((await seen(tenant, `/customers/${customer_id}`)).status, 'active');
});

test('what an operator confirms suspends the customer at once', async () => {
  const tenant = await service.aBusiness();
  const { submitted, customer_id, screening } = await aListed(tenant);
  const { body: confirmed } = await tenant.operate(confirmMatch, about(screening));
  assert.deepEqual(
    [confirmed.status, confirmed.allowed_actions],
    ['confirmed', ['clear', 'confirm']],
  );
  const customer = await seen(tenant, `/customers/${customer_id}`);
  assert.deepEqual([customer.status, customer.status_reason], ['suspended', 'screening_confirmed']);
  const reactivated = await tenant.call({
    method: 'POST',
    path: `/customers/${customer_id}/reactivate`,
    body: {},
  });
  assert.deepEqual([reactivated.status, reactivated.body.code], [409, 'screening_not_clear']);
  const approved = await tenant.operate(approveVerification, approving(submitted));
  assert.deepEqual([approved.status, approved.body.code], [409, 'screening_not_clear']);
  const again = await tenant.operate(confirmMatch, about(confirmed));
  assert.deepEqual([again.status, again.body.code], [409, 'action_not_allowed']);
});

/** A submitted verification of a business, one of whose owners is on the simulated list, and the owner with its screening. */
const aListedOwner = async (tenant: Tenant) => {
  const { id } = await aCustomer(tenant, company({ ownership_exemption: 'other' }));
  await addedPerson(tenant, representativeBody(), id);
  const profile = representativeBody({ last_name: 'Listed', ownership_percent: 30 });
  const owner = await addedPerson(tenant, { ...profile, roles: ['owner'] }, id);
  const { id: verification } = await done(tenant, `/customers/${id}/verifications`, {
    level: 'standard',
  });
  await followed(tenant, `/verifications/${verification}`);
  const submitted = await done(tenant, `/verifications/${verification}/submit`);
  const screenings = await until(async () => {
    const { data } = await seen(tenant, `/screenings?customer_id=${id}`);
    return data.length === 3 && data;
  }, 'the business and both its persons are screened');
  const screening = screenings.find(({ subject_id }: Any) => subject_id === owner.id);
  return { customer_id: String(id), owner, submitted, screening };
};

test('a business is verified only after a match of one of its persons was cleared', async () => {
  const tenant = await service.aBusiness();
  const { customer_id, submitted, screening } = await aListedOwner(tenant);
  assert.deepEqual([screening.status, screening.customer_id], ['open', customer_id]);
  const early = await tenant.operate(approveVerification, approving(submitted));
  assert.deepEqual([early.status, early.body.code], [409, 'screening_not_clear']);
  await tenant.operate(clearMatch, about(screening));
  assert.equal(
    (await tenant.operate(approveVerification, approving(submitted))).body.status,
    'verified',
  );
});

test('a confirmed match of a person suspends the business, which stays so also without that person', async () => {
  const tenant = await service.aBusiness();
  const { customer_id, owner, screening } = await aListedOwner(tenant);
  await tenant.operate(confirmMatch, about(screening));
  assert.equal((await seen(tenant, `/customers/${customer_id}`)).status, 'suspended');
  const reactivating = { method: 'POST', path: `/customers/${customer_id}/reactivate`, body: {} };
  assert.equal((await tenant.call(reactivating)).body.code, 'screening_not_clear');
  await tenant.call({ method: 'DELETE', path: `/persons/${owner.id}` });
  assert.equal((await tenant.call(reactivating)).body.code, 'screening_not_clear');
  await tenant.operate(clearMatch, about(await seen(tenant, `/screenings/${screening.id}`)));
  assert.equal((await done(tenant, `/customers/${customer_id}/reactivate`)).status, 'active');
});

test('who is attested is looked for first: a match is stored for an operator, and verifies nobody until it is cleared', async () => {
  const tenant = await service.aBusiness();
  const { id } = await aStoredCustomer(tenant, individual({ last_name: 'Listed' }));
  const attesting = {
    method: 'POST',
    path: `/customers/${id}/verifications/attest`,
    body: attestation(),
  };
  assert.deepEqual((await tenant.call(attesting)).body.code, 'screening_not_clear');
  assert.equal((await seen(tenant, `/customers/${id}`)).verification.status, 'unverified');
  const { data } = await seen(tenant, `/screenings?customer_id=${id}`);
  assert.deepEqual(
    [data[0].status, await types(tenant, data[0])],
    ['open', ['screening.match_found']],
  );
  await tenant.operate(clearMatch, about(data[0]));
  assert.equal((await tenant.call(attesting)).body.status, 'verified');
});

test('a verified customer whose new name is on a list is screened again, and stays active until an operator decides', async () => {
  const tenant = await service.aBusiness();
  const { id, customer_id } = await aReadyVerification(tenant);
  await done(tenant, `/verifications/${id}/submit`);
  await verificationThatIs(tenant, id, 'verified');
  await tenant.call({
    method: 'PATCH',
    path: `/customers/${customer_id}`,
    body: { last_name: 'Listed' },
  });
  await service.invoke(functionName('sandbox', sweepScheduledWork.id), {});
  const screening = await until(async () => {
    const { data } = await seen(tenant, `/screenings?customer_id=${customer_id}`);
    return data[0].status === 'open' && data[0];
  }, 'the new name is found');
  assert.deepEqual(await types(tenant, screening), ['screening.match_found']);
  assert.equal((await seen(tenant, `/customers/${customer_id}`)).status, 'active');
});

test('who was screened with an earlier version of the lists is screened with the new one', async () => {
  const tenant = await service.aBusiness();
  const { id } = await aStoredCustomer(tenant, individual({ last_name: 'Listed' }));
  const screening = await aStoredScreening(tenant, id, []);
  await service.invoke(functionName('sandbox', monitorScreenings.id), {});
  const { status, list_version } = await seen(tenant, `/screenings/${screening.id}`);
  assert.deepEqual([status, list_version], ['open', 'simulator']);
  assert.deepEqual(await types(tenant, screening), ['screening.match_found']);
});

test('somebody who is on no list is screened without an event, and verified', async () => {
  const tenant = await service.aBusiness();
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
