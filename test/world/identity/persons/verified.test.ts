import '../../process.ts';
import assert from 'node:assert/strict';
import { done, seen } from '../../../helpers/call.ts';
import { aCustomer, company } from '../../../helpers/fixtures/customers.ts';
import { anActiveFeature } from '../../../helpers/fixtures/features.ts';
import { addedPerson, personBody, representativeBody } from '../../../helpers/fixtures/persons.ts';
import type { Tenant } from '../../../helpers/fixtures/tenants.ts';
import { verificationThatIs } from '../../../helpers/fixtures/verifications.ts';
import { followed, submitted } from '../../../helpers/naive-client.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();

/** A business with a representative, an owner of a half and a director who controls it. */
const aBusinessOfThree = async (tenant: Tenant) => {
  const { id } = await aCustomer(tenant, company({ ownership_exemption: null }));
  const representative = await addedPerson(
    tenant,
    representativeBody({ roles: ['representative'] }),
    id,
  );
  const owner = await addedPerson(
    tenant,
    { roles: ['owner'], ownership_percent: 50, last_name: 'Byron' },
    id,
  );
  const controller = await addedPerson(
    tenant,
    { roles: ['controller', 'director'], last_name: 'King' },
    id,
  );
  return { id: String(id), representative, owner, controller };
};

const verified = async (
  tenant: Tenant,
  customer: string,
  level: 'standard' | 'enhanced',
): Promise<string[]> => {
  const { id } = await done(tenant, `/customers/${customer}/verifications`, { level });
  const met = await followed(tenant, `/verifications/${id}`);
  await submitted(tenant, id);
  assert.equal((await verificationThatIs(tenant, id, 'verified')).last_error, null);
  return met;
};

const standing = async (tenant: Tenant, { id }: Any) => {
  const { verification, version } = await seen(tenant, `/persons/${id}`);
  return [verification.status, verification.level, version];
};

describe('following what is due, the first first and with nothing but the answers', () => {
  test('takes a business with three persons to a proven identity of each', async () => {
    const tenant = await service.aBusiness();
    const { id, representative, owner, controller } = await aBusinessOfThree(tenant);
    const of = (person: Any, ...what: string[]) => what.map((one) => `persons.${person.id}.${one}`);
    const fields = ['date_of_birth', 'nationality', 'address'];
    const proofs = ['document.government_id', 'document.selfie', 'document.proof_of_address'];
    assert.deepEqual(await verified(tenant, id, 'enhanced'), [
      ...[owner, controller].flatMap((one) => of(one, ...fields)),
      'persons.owners_declared',
      'document.company_registration',
      ...[representative, owner, controller].flatMap((one) => of(one, ...proofs)),
      'verification.document_ids',
    ]);
    assert.deepEqual(await standing(tenant, representative), ['verified', 'enhanced', 2]);
    for (const one of [owner, controller])
      assert.deepEqual(await standing(tenant, one), ['verified', 'enhanced', 5]);
    const { body } = await tenant.call({
      method: 'GET',
      path: `/customers/${id}/timeline`,
      query: [
        ['type', 'person.updated'],
        ['limit', '3'],
      ],
    });
    assert.deepEqual(
      body.data
        .map(({ resource, previous }: Any) => [resource.id, previous.verification.status])
        .sort(),
      [representative, owner, controller].map((one) => [one.id, 'unverified']).sort(),
    );
  });

  test('takes a fresh business to it, with a new person for each role', async () => {
    const tenant = await service.aBusiness();
    const least = { type: 'business', legal_name: 'Engines Ltd', incorporation_country: 'GB' };
    const { id } = await aCustomer(tenant, least);
    const met = await verified(tenant, id, 'standard');
    assert.deepEqual(met.slice(0, 5), [
      'profile.address',
      'persons.representative',
      'persons.controller',
      'persons.owners_declared',
      'document.company_registration',
    ]);
    const { data } = await seen(tenant, `/customers/${id}/persons`);
    assert.deepEqual(
      data.map(({ roles, verification }: Any) => [roles, verification.status]),
      [
        [['controller'], 'unverified'],
        [['representative'], 'verified'],
      ],
    );
  });
});

test('a verified business loses its proof and its features when an owner of a quarter comes, and not for a smaller one', async () => {
  const tenant = await service.aBusiness();
  const { id, representative } = await aBusinessOfThree(tenant);
  await verified(tenant, id, 'standard');
  await anActiveFeature(tenant, 'virtual_cards', id);
  const feature = async () =>
    (await seen(tenant, `/customers/${id}/features/virtual_cards`)).status;
  const add = (ownership_percent: number) =>
    done(tenant, `/customers/${id}/persons`, personBody({ roles: ['owner'], ownership_percent }));
  await add(24.99);
  assert.equal(await feature(), 'active');
  await add(25);
  assert.deepEqual(
    [await feature(), (await seen(tenant, `/customers/${id}`)).verification.status],
    ['suspended', 'unverified'],
  );
  assert.deepEqual(await standing(tenant, representative), ['verified', 'standard', 2]);
});

test('a decision over other persons than those who were submitted asks for input again', async () => {
  const tenant = await service.aBusiness();
  const { id } = await aCustomer(tenant, company({}));
  const { id: person } = await addedPerson(
    tenant,
    representativeBody({ last_name: 'Undecided' }),
    id,
  );
  const { id: verification } = await done(tenant, `/customers/${id}/verifications`, {
    level: 'standard',
  });
  await followed(tenant, `/verifications/${verification}`);
  await submitted(tenant, verification);
  await tenant.call({ method: 'PATCH', path: `/persons/${person}`, body: { first_name: 'Mary' } });
  const decided = await done(tenant, `/simulations/verifications/${verification}`, {
    outcome: 'verified',
  });
  assert.deepEqual([decided.status, decided.last_error.code], ['requires_input', 'name_mismatch']);
  assert.deepEqual(await standing(tenant, { id: person }), ['unverified', null, 2]);
});
