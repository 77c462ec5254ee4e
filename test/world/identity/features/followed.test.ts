import '../../process.ts';
import assert from 'node:assert/strict';
import {
  type VerificationScenario,
  verificationScenarios,
} from '../../../../functions/identity/verifiers/scenarios.ts';
import { until } from '../../../../local/test/helpers/until.ts';
import { done, seen } from '../../../helpers/call.ts';
import { cardBody } from '../../../helpers/fixtures/cards.ts';
import { aCustomer, company, completePerson } from '../../../helpers/fixtures/customers.ts';
import { addedPerson, representativeBody } from '../../../helpers/fixtures/persons.ts';
import type { Tenant } from '../../../helpers/fixtures/tenants.ts';
import { followed } from '../../../helpers/naive-client.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();

const featureOf = (customerId: string, feature: string) =>
  `/customers/${customerId}/features/${feature}`;

/** Follows what a feature asks for until it is active, or until nothing helps any more. */
const followFeature = (tenant: Tenant, customerId: string, feature: string): Promise<string[]> =>
  followed(tenant, featureOf(customerId, feature));

test('a client that only makes the calls that the answers hold gets a customer its cards', async () => {
  const tenant = await service.aBusiness();
  const { id } = await aCustomer(tenant, completePerson());
  assert.deepEqual(await followFeature(tenant, id, 'virtual_cards'), [
    'document.government_id',
    'document.selfie',
    'verification.standard',
    'verification.standard',
    'feature.virtual_cards',
  ]);
  assert.equal((await done(tenant, '/cards', cardBody(id))).status, 'active');
});

test('a card that is rejected and the feature that it lacks ask for the same, to the end', async () => {
  const tenant = await service.aBusiness();
  const { id } = await aCustomer(tenant, completePerson());
  const asksTheSame = async (): Promise<Any> => {
    const { body, status } = await tenant.call({
      method: 'POST',
      path: '/cards',
      body: cardBody(id),
    });
    assert.equal(status, 422);
    const { requirements, eligibility } = await seen(tenant, featureOf(id, 'virtual_cards'));
    assert.deepEqual(body.requirements, requirements);
    return { requirements, eligibility };
  };
  await asksTheSame();
  await followed(
    tenant,
    featureOf(id, 'virtual_cards'),
    ({ eligibility }) => eligibility === 'eligible',
  );
  const { requirements } = await asksTheSame();
  assert.deepEqual(
    requirements.currently_due.map(({ resolve_with }: Any) => resolve_with.path),
    [`${featureOf(id, 'virtual_cards').slice(1)}/activate`],
  );
  await done(tenant, `/customers/${id}/suspend`);
  await asksTheSame();
});

/** A customer with a complete profile, and a name that asks the sandbox for an outcome. */
const named: Readonly<
  Record<'individual' | 'business', (tenant: Tenant, last_name: string) => Promise<Any>>
> = {
  individual: (tenant, last_name) => aCustomer(tenant, completePerson({ last_name })),
  business: async (tenant, last_name) => {
    const customer = await aCustomer(tenant, company({}));
    await addedPerson(tenant, representativeBody({ last_name }), customer.id);
    return customer;
  },
};

/**
 * Walks a scenario to its end: to the feature, or to a refusal that is final. A requirement left to
 * simulate is simulated.
 */
const walked = async (
  tenant: Tenant,
  customer: string,
  { outcome }: VerificationScenario,
): Promise<string> => {
  const path = featureOf(customer, 'virtual_cards');
  const waits = async () => {
    const { data } = await seen(tenant, `/customers/${customer}/verifications`);
    return data.find(({ status }: Any) => status === 'processing');
  };
  if (outcome.status === 'processing') {
    await followed(tenant, path, ({ requirements }) =>
      requirements.pending_verification.some(({ code }: Any) => code === 'verification.standard'),
    );
    const { id } = await until(waits, 'it waits for its decision');
    await done(tenant, `/simulations/verifications/${id}`, { outcome: 'verified' });
  }
  await followed(tenant, path);
  const found = await seen(tenant, path);
  return found.eligibility === 'ineligible' ? found.ineligible_reasons[0].code : found.status;
};

describe('following leads through every scenario to its end', () => {
  for (const [type, customerOf] of Object.entries(named))
    for (const scenario of verificationScenarios)
      test(`${scenario.id}, ${type}`, async () => {
        const tenant = await service.aBusiness();
        const { id } = await customerOf(tenant, scenario.when.value);
        const end = scenario.outcome.status === 'rejected' ? 'identity_rejected' : 'active';
        assert.equal(await walked(tenant, id, scenario), end);
        const { data } = await seen(tenant, `/customers/${id}/verifications`);
        assert.equal(data.length, 1, 'one verification is brought to its end');
      });
});
