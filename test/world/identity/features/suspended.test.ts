import '../../process.ts';
import assert from 'node:assert/strict';
import { until } from '../../../../local/test/helpers/until.ts';
import { customersOf } from '../../../helpers/customers.ts';
import { cardBody } from '../../../helpers/fixtures/cards.ts';
import { aVerifiedCustomer } from '../../../helpers/fixtures/customers.ts';
import { anActiveFeature, featuresOf } from '../../../helpers/fixtures/features.ts';
import { aVerificationSubmittedBy } from '../../../helpers/fixtures/verifications.ts';
import { test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();
const tenant = await service.aBusiness();
const { read, act, reported } = featuresOf(tenant);
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
  const types = [
    'feature.activated',
    'feature.suspended',
    'feature.resumed',
    'feature.deactivated',
  ];
  assert.deepEqual(await reported(activation), types);
});

test('a changed name suspends what needs the verification; verified again it resumes', async () => {
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
  await until(
    async () => (await read(id, 'virtual_cards')).status === 'active',
    'the feature resumes',
  );
  assert.deepEqual(await reported(activation), [
    'feature.activated',
    'feature.suspended',
    'feature.resumed',
  ]);
});

test('features end with the country and the address that they were granted for', async () => {
  const { id } = await aVerifiedCustomer(tenant, {}, 'enhanced');
  const { id: activation } = await anActiveFeature(tenant, 'virtual_cards', id);
  await anActiveFeature(tenant, 'higher_limits', id);
  const order = () => tenant.call({ method: 'POST', path: '/cards', body: cardBody(id) });
  const card = await order();
  assert.equal(card.status, 201, card.text);
  const statuses = async () => {
    const found = await Promise.all(
      ['virtual_cards', 'higher_limits'].map((feature) => read(id, feature)),
    );
    return found.map(({ status, status_reason }) => [status, status_reason].join(' ').trim());
  };
  const { address } = await customers.read(id);

  const moved = await customers.changed(id, { address: { line1: '2 St James’s Square' } });
  assert.equal(moved.verification.level, 'standard');
  assert.deepEqual(await statuses(), ['active', 'suspended verification_lost']);

  await customers.changed(id, { address: { country: 'KP' } });
  assert.deepEqual(await statuses(), [
    'suspended country_not_supported',
    'suspended country_not_supported',
  ]);
  const refused = await order();
  assert.deepEqual([refused.status, refused.body.code], [422, 'feature_not_active']);
  assert.deepEqual(
    refused.body.ineligible_reasons.map(({ code }: { code: string }) => code),
    ['country_not_supported'],
  );
  const blocked = async () =>
    (await tenant.call({ method: 'GET', path: `/cards/${card.body.id}` })).body.status;
  await until(async () => (await blocked()) === 'blocked', 'the card is blocked');

  await customers.changed(id, { address: null });
  assert.deepEqual((await statuses())[0], 'suspended address_missing');
  const { requirements } = (await order()).body;
  assert.deepEqual(requirements.currently_due[0].code, 'profile.address');

  await customers.changed(id, { address });
  assert.deepEqual(await statuses(), ['active', 'suspended verification_lost']);
  assert.equal((await order()).status, 201);
  const types = ['feature.activated', 'feature.suspended', 'feature.resumed'];
  assert.deepEqual(await reported(activation), types);
});

test('activating beside a suspension or a change of the verified name leaves nothing active that may not be', async () => {
  for (let round = 0; round < 12; round++) {
    const { id } = await aVerifiedCustomer(tenant);
    const end =
      round % 2 === 0
        ? () => customers.act(id, 'suspend')
        : () => customers.change(id, { last_name: 'King' });
    const both = [() => act(id, 'virtual_cards', 'activate'), end];
    const answers = await Promise.all(
      (round % 4 < 2 ? both : both.reverse()).map((call) => call()),
    );
    assert.ok(
      answers.every(({ status }) => status === 200 || status === 422),
      answers.map(({ text }) => text).join(),
    );
    const after = await read(id, 'virtual_cards');
    assert.notEqual(after.status, 'active', `round ${round}`);
  }
});
