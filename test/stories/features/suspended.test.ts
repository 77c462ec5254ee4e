import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../local/test/helpers/until.ts';
import { customersOf } from '../../helpers/customers.ts';
import { aVerifiedCustomer } from '../../helpers/fixtures/customers.ts';
import { anActiveFeature, featuresOf } from '../../helpers/fixtures/features.ts';
import { aTenant } from '../../helpers/fixtures/tenants.ts';
import { aVerificationSubmittedBy } from '../../helpers/fixtures/verifications.ts';
import { sharedWithoutFanOut } from '../../helpers/service.ts';

const local = await sharedWithoutFanOut();
const tenant = await aTenant(local);
const { read, act, told } = featuresOf(tenant);
const customers = customersOf(tenant);

test('a suspended customer’s features are suspended with it and come back with it; closing ends them', async () => {
  const { customer_id: id, id: activation } = await anActiveFeature(tenant);
  await anActiveFeature(tenant, 'physical_cards', id);
  await customers.act(id, 'suspend');
  const suspended = await read(id, 'virtual_cards');
  assert.deepEqual(
    [suspended.status, suspended.status_reason, suspended.eligibility],
    ['suspended', 'customer_suspended', 'ineligible'],
  );
  assert.equal((await read(id, 'physical_cards')).status, 'suspended');
  await customers.act(id, 'reactivate');
  assert.equal((await read(id, 'virtual_cards')).status, 'active');
  await customers.act(id, 'close');
  assert.equal((await read(id, 'virtual_cards')).status, 'inactive');
  const types = ['feature.activated', 'feature.suspended', 'feature.resumed', 'feature.deactivated'];
  assert.deepEqual(await told(activation), types);
});

test('a changed name suspends what needs the verification; verified anew it resumes', async () => {
  const { customer_id: id, id: activation } = await anActiveFeature(tenant);
  const changed = await customers.changed(id, { last_name: 'King' });
  assert.equal(changed.verification.status, 'unverified');
  const lost = await read(id, 'virtual_cards');
  assert.deepEqual(
    [lost.status, lost.status_reason, lost.eligibility],
    ['suspended', 'verification_lost', 'requirements_due'],
  );
  assert.equal((await act(id, 'virtual_cards', 'activate')).body.code, 'feature_requirements_due');
  await aVerificationSubmittedBy(tenant, { customer_id: id });
  await until(async () => (await read(id, 'virtual_cards')).status === 'active', 'the feature resumes');
  assert.deepEqual(await told(activation), ['feature.activated', 'feature.suspended', 'feature.resumed']);
});

test('activating beside a suspension or a change of the verified name leaves nothing active that may not be', async () => {
  for (let round = 0; round < 12; round++) {
    const { id } = await aVerifiedCustomer(tenant);
    const end =
      round % 2 === 0 ? () => customers.act(id, 'suspend') : () => customers.change(id, { last_name: 'King' });
    const both = [() => act(id, 'virtual_cards', 'activate'), end];
    const answers = await Promise.all((round % 4 < 2 ? both : both.reverse()).map((call) => call()));
    assert.ok(
      answers.every(({ status }) => status === 200 || status === 422),
      answers.map(({ text }) => text).join(),
    );
    const after = await read(id, 'virtual_cards');
    assert.notEqual(after.status, 'active', `round ${round}`);
  }
});
