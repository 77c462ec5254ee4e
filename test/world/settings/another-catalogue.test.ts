import './another-catalogue-begins.ts';
import '../process.ts';
import assert from 'node:assert/strict';
import { runTour } from '../../../bin/tour/mission.ts';
import { apiOf } from '../../../cli/context.ts';
import { produce } from '../../../cli/produce.ts';
import { eventRecords } from '../../../functions/app/event-records.ts';
import type { TriggerSteps } from '../../../functions/core/event-record.ts';
import type { EventType } from '../../../functions/core/event-types.ts';
import { done, seen } from '../../helpers/call.ts';
import { aCustomer } from '../../helpers/fixtures/customers.ts';
import { followed } from '../../helpers/naive-client.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { test } from '../../helpers/tests.ts';
import { world } from '../world.ts';

const { aBusiness } = await world();

const address = {
  line1: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  postal_code: '62701',
  country: 'US',
};
const person = {
  type: 'individual',
  first_name: 'Grace',
  last_name: 'Hopper',
  date_of_birth: '1990-12-09',
  nationality: 'US',
  address,
};

test('a programme of the United States leads from a customer to its card by the calls that the answers hold', async () => {
  const tenant = await aBusiness();
  const { data } = await seen(tenant, '/features');
  assert.deepEqual(
    data.map(({ id, retired_on, countries }: Any) => [id, retired_on, countries]),
    [
      ['us_virtual_cards', null, ['US']],
      ['us_business_limits', null, ['US']],
      ['us_founder_limits', '2027-03-31', ['US']],
    ],
  );
  const { id } = await aCustomer(tenant, person);
  const features = `/customers/${id}/features`;
  const { requirements } = await seen(tenant, `${features}/us_virtual_cards`);
  const [asked] = requirements.currently_due;
  assert.deepEqual(
    [asked.resolve_with, ...asked.alternatives].map(({ body }: Any) => body.type),
    ['drivers_license', 'passport'],
  );
  assert.deepEqual(await followed(tenant, `${features}/us_virtual_cards`), [
    'document.government_id',
    'document.government_id',
    'document.selfie',
    'profile.phone',
    'verification.standard',
    'verification.standard',
    'feature.us_virtual_cards',
  ]);
  const card = await done(tenant, '/cards', { customer_id: id, type: 'virtual', currency: 'USD' });
  assert.deepEqual(
    [card.status, card.spending_controls.limits],
    ['active', [{ amount: 250_000, interval: 'daily' }]],
  );
  const caps = (await seen(tenant, `/cards/${card.id}/limits`)).data.map(
    ({ interval, cap }: Any) => [interval, cap],
  );
  assert.deepEqual(caps.slice(1, 5), [
    ['daily', 250_000],
    ['weekly', 750_000],
    ['monthly', 2_000_000],
    ['yearly', 15_000_000],
  ]);

  const refused = async (path: string, body?: object): Promise<Any> => {
    const answer = await tenant.call({ method: 'POST', path, body });
    return [
      answer.status,
      answer.body.errors?.[0].pointer ??
        answer.body.ineligible_reasons?.[0].code ??
        answer.body.code,
    ];
  };
  const other = (change: object) =>
    refused('/cards', { customer_id: id, type: 'virtual', currency: 'USD', ...change });
  assert.deepEqual(await other({ type: 'physical' }), [400, '/type']);
  assert.deepEqual(await other({ currency: 'EUR' }), [400, '/currency']);
  assert.deepEqual(await refused(`${features}/us_founder_limits/activate`), [
    422,
    'feature_retired',
  ]);
  assert.deepEqual(await refused(`${features}/virtual_cards/activate`), [404, 'feature_not_found']);
  const abroad = await aCustomer(tenant, {
    ...person,
    address: { ...address, country: 'CA', postal_code: 'K1A 0B1' },
  });
  const { ineligible_reasons } = await seen(
    tenant,
    `/customers/${abroad.id}/features/us_virtual_cards`,
  );
  assert.equal(ineligible_reasons[0].code, 'country_not_supported');
});

test('the command line has the sandbox of that programme emit the events of its cards', async () => {
  const { baseUrl, secret_key } = await aBusiness();
  const api = apiOf({ base_url: baseUrl, secret_key, environment: 'sandbox' });
  const produced = async (type: EventType) =>
    (await produce(api, type, eventRecords[type].trigger as TriggerSteps))?.type;
  assert.equal(await produced('card.authorization_approved'), 'card.authorization_approved');
  assert.equal(await produced('feature.deactivated'), 'feature.deactivated');
  await assert.rejects(produced('card.shipping_updated'), { code: 'validation_failed' });
});

test('the whole tour runs by that programme, but for the cards that it does not offer', async () => {
  const { baseUrl, secret_key, client } = await aBusiness();
  const lines: string[] = [];
  await runTour({
    base_url: baseUrl,
    secret_key,
    print: (line) => lines.push(line),
    style: (_, text) => text,
  });
  const customers = (await client.customers.list()).body.data;
  assert.deepEqual(
    customers.map(({ type, address, verification }) => [
      type,
      address?.country,
      verification.status,
    ]),
    [
      ['business', 'US', 'verified'],
      ['individual', 'US', 'verified'],
      ['individual', 'US', 'verified'],
    ],
  );
  const cards = (await client.cards.list()).body.data;
  assert.deepEqual(
    cards.map(({ type, status, customer_id }) => [type, status, customer_id]),
    [customers[1], customers[2]].map((customer, nth) => [
      'virtual',
      nth === 0 ? 'active' : 'frozen',
      customer?.id,
    ]),
  );
  const params = { card_id: cards[1]?.id ?? '' };
  const authorizations = (await client.authorizations.list({ params })).body.data;
  assert.deepEqual(authorizations.map(({ approved }) => approved).toSorted(), [false, false, true]);
  const verified = lines.filter((line) => line.startsWith('verified '));
  const delivered = lines.filter((line) => line.startsWith('succeeded '));
  assert.ok(verified.length > 10 && verified.length === delivered.length, lines.join('\n'));
});
