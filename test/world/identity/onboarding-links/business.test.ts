import '../../process.ts';
import assert from 'node:assert/strict';
import { until } from '../../../../local/test/helpers/until.ts';
import { type Caller, done, seen } from '../../../helpers/call.ts';
import { fileOf } from '../../../helpers/document-files.ts';
import { documentBody } from '../../../helpers/fixtures/documents.ts';
import { anOnboardingLink, pageCallerOf } from '../../../helpers/fixtures/onboarding.ts';
import { aCompany, addedPerson, representativeBody } from '../../../helpers/fixtures/persons.ts';
import type { Tenant } from '../../../helpers/fixtures/tenants.ts';
import { sendTo } from '../../../helpers/links.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();

const get = async (page: Caller): Promise<Any> =>
  (await page({ method: 'GET', path: '/onboarding' })).body;
const post = (page: Caller, path: string, body: object = {}) =>
  page({ method: 'POST', path: `/onboarding/${path}`, body });
const patch = (page: Caller, path: string, body: object) =>
  page({ method: 'PATCH', path: `/onboarding/${path}`, body });
const codesOf = ({ requirements }: Any): string[] =>
  requirements.currently_due.map(({ code }: Any) => code);

/** A link of a business, as its page calls. */
const aPageOf = async (tenant: Tenant, company: Any) => {
  const link = await anOnboardingLink(tenant, {}, company.id);
  return pageCallerOf(tenant.baseUrl, link.token);
};

const whole = representativeBody();

test('a business adds its persons, declares its owners, sends its documents and is verified', async () => {
  const tenant = await service.aBusiness();
  const company = await aCompany(tenant);
  const page = await aPageOf(tenant, company);
  const first = await get(page);
  assert.deepEqual(
    [first.type, first.profile.legal_name, first.persons],
    ['business', 'Engines Ltd', []],
  );
  assert.deepEqual(first.editable_fields.toSorted(), ['address', 'owners_declared', 'persons']);
  assert.ok(!JSON.stringify(first).includes(company.id), 'no call names the customer');

  await patch(page, 'profile', { address: whole.address });
  const added = await post(page, 'persons', {
    ...whole,
    roles: ['representative'],
    date_of_birth: null,
  });
  const [representative] = added.body.persons;
  assert.ok(codesOf(added.body).includes(`persons.${representative.id}.date_of_birth`));
  // One whom the customer has added can be changed in everything.
  const corrected = { last_name: 'Byron', date_of_birth: '1990-04-23' };
  assert.equal(
    (await patch(page, `persons/${representative.id}`, corrected)).body.persons[0].last_name,
    'Byron',
  );
  await post(page, 'persons', { ...whole, roles: ['controller', 'director'] });
  await post(page, 'persons', { ...whole, roles: ['owner'], ownership_percent: 60 });
  const { body: declared } = await patch(page, 'profile', { owners_declared: true });
  const of = (code: string) => `persons.${representative.id}.document.${code}`;
  assert.deepEqual(codesOf(declared), [
    'document.company_registration',
    of('government_id'),
    of('selfie'),
  ]);

  const bytes = fileOf('passport.jpg');
  for (const { resolve_with: call } of declared.requirements.currently_due) {
    const { type, person_id } = call.body;
    const { body: document } = await post(
      page,
      'documents',
      documentBody({ type, person_id, size_bytes: bytes.length }),
    );
    assert.equal((await sendTo(document.upload, bytes)).status, 200);
    const path = `/onboarding/documents/${document.id}`;
    await until(async () => (await page({ method: 'GET', path })).body.status === 'accepted', type);
  }
  assert.equal((await post(page, 'submit')).body.status, 'completed');
  await until(
    async () => (await get(page)).verification.status === 'verified',
    'the page shows the result',
  );
  assert.equal(
    (await seen(tenant, `/persons/${representative.id}`)).verification.status,
    'verified',
  );
});

describe('a link reaches nobody else', () => {
  test('no person of another business, by no call', async () => {
    const tenant = await service.aBusiness();
    const other = await addedPerson(tenant, representativeBody());
    const company = await aCompany(tenant);
    await addedPerson(tenant, representativeBody(), company.id);
    const page = await aPageOf(tenant, company);
    const changed = await patch(page, `persons/${other.id}`, { nationality: 'FR' });
    assert.deepEqual([changed.status, changed.body.code], [404, 'person_not_found']);
    const sent = await post(page, 'documents', documentBody({ person_id: other.id }));
    assert.deepEqual([sent.status, sent.body.errors[0].pointer], [400, '/person_id']);
    assert.equal((await seen(tenant, `/persons/${other.id}`)).nationality, 'GB');
  });

  test('of a person whom the business stored, only what is asked is shown and can be changed', async () => {
    const tenant = await service.aBusiness();
    const company = await aCompany(tenant);
    const { id } = await addedPerson(
      tenant,
      { ...representativeBody(), nationality: null },
      company.id,
    );
    const page = await aPageOf(tenant, company);
    const [shown] = (await get(page)).persons;
    assert.deepEqual(
      [shown.last_name, shown.date_of_birth, shown.editable_fields],
      ['Lovelace', null, ['nationality']],
    );
    const { body } = await patch(page, `persons/${id}`, {
      last_name: 'King',
      nationality: 'FR',
      roles: ['director'],
    });
    assert.deepEqual(body.errors.map(({ pointer }: Any) => pointer).toSorted(), [
      '/last_name',
      '/roles',
    ]);
    assert.equal((await patch(page, `persons/${id}`, { nationality: 'FR' })).status, 200);
    assert.equal(
      (await patch(page, `persons/${id}`, { nationality: 'GB' })).status,
      200,
      'until it is submitted',
    );
  });

  test('somebody who lacks nothing but another role keeps those there are', async () => {
    const tenant = await service.aBusiness();
    const company = await aCompany(tenant);
    const { id } = await addedPerson(
      tenant,
      { ...representativeBody(), roles: ['representative'] },
      company.id,
    );
    const page = await aPageOf(tenant, company);
    const taken = await patch(page, `persons/${id}`, { roles: ['controller'] });
    assert.equal(taken.body.errors[0].pointer, '/roles');
    const given = await patch(page, `persons/${id}`, { roles: ['representative', 'controller'] });
    assert.ok(!codesOf(given.body).includes('persons.controller'));
  });

  test('nobody is added where persons are not asked, nor to an individual', async () => {
    const tenant = await service.aBusiness();
    const company = await aCompany(tenant);
    await addedPerson(tenant, { ...representativeBody(), nationality: null }, company.id);
    await tenant.call({
      method: 'PATCH',
      path: `/customers/${company.id}`,
      body: { owners_declared: true },
    });
    const pages = [
      await aPageOf(tenant, company),
      pageCallerOf(tenant.baseUrl, (await anOnboardingLink(tenant)).token),
    ];
    for (const page of pages)
      assert.equal((await post(page, 'persons', whole)).body.code, 'action_not_allowed');
  });

  test('no exemption is claimed, and what only programs know is unknown', async () => {
    const tenant = await service.aBusiness();
    const page = await aPageOf(tenant, await aCompany(tenant));
    assert.ok(!JSON.stringify(await get(page)).includes('ownership_exemption'));
    const claimed = await patch(page, 'profile', { ownership_exemption: 'listed' });
    const added = await post(page, 'persons', { ...whole, tax_id: '123-45-6789' });
    for (const { body } of [claimed, added]) assert.equal(body.errors[0].code, 'unknown_field');
  });

  test('revoked while a person is added: nothing is added', async () => {
    const tenant = await service.aBusiness();
    const company = await aCompany(tenant);
    const link = await anOnboardingLink(tenant, {}, company.id);
    const page = pageCallerOf(tenant.baseUrl, link.token);
    await get(page);
    await done(tenant, `/onboarding-links/${link.id}/revoke`);
    assert.equal((await post(page, 'persons', whole)).body.code, 'unauthorized');
    assert.deepEqual((await seen(tenant, `/customers/${company.id}/persons`)).data, []);
  });
});
