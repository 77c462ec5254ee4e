import '../../process.ts';
import assert from 'node:assert/strict';
import { posted } from '../../../helpers/call.ts';
import { customersOf } from '../../../helpers/customers.ts';
import {
  aCustomer,
  aVerifiedCustomer,
  completePerson,
} from '../../../helpers/fixtures/customers.ts';
import { anActiveFeature, featuresOf } from '../../../helpers/fixtures/features.ts';
import { test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const { aBusiness } = await world();
const tenant = await aBusiness();
const { read, act, reported } = featuresOf(tenant);
const customers = customersOf(tenant);

test('the catalogue lists every feature with its rules, page by page', async () => {
  const first = await tenant.call({ method: 'GET', path: '/features', query: [['limit', '3']] });
  const names = first.body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(names, ['virtual_cards', 'physical_cards', 'foreign_currency_cards']);
  const query = [['cursor', first.body.next_cursor]] as const;
  const second = await tenant.call({ method: 'GET', path: '/features', query });
  assert.deepEqual([second.body.data[0].id, second.body.has_more], ['higher_limits', false]);
  assert.deepEqual(
    second.body.data[0].requirements.map(({ code }: { code: string }) => code),
    ['verification.enhanced'],
  );
});

test('reading the features of a fresh customer asks for nothing and changes nothing', async () => {
  const { id } = await aCustomer(tenant, completePerson());
  const { body } = await tenant.call({ method: 'GET', path: `/customers/${id}/features` });
  assert.deepEqual(
    body.data.map(({ feature, status, eligibility, id }: Record<string, unknown>) => [
      feature,
      status,
      eligibility,
      id,
    ]),
    ['virtual_cards', 'physical_cards', 'foreign_currency_cards', 'higher_limits'].map(
      (feature) => [feature, 'inactive', 'requirements_due', null],
    ),
  );
  assert.equal((await customers.read(id)).version, 1);
});

test('an activation returns, publishes and keeps what was switched on; the second is no other', async () => {
  const { id } = await aVerifiedCustomer(tenant);
  const dry = await act(id, 'virtual_cards', 'activate', { dry_run: true });
  assert.deepEqual([dry.status, dry.body.status, dry.body.id], [200, 'active', null]);
  assert.equal((await read(id, 'virtual_cards')).status, 'inactive', 'a dry run changes nothing');
  const first = await act(id, 'virtual_cards', 'activate');
  assert.deepEqual(
    { ...first.body, id: null, activated_at: null },
    { ...dry.body, activated_at: null },
    'a dry run answers what activating answers',
  );
  const second = await act(id, 'virtual_cards', 'activate');
  assert.equal(second.text, first.text);
  assert.deepEqual(await read(id, 'virtual_cards'), first.body);
  assert.deepEqual(await reported(first.body.id), ['feature.activated']);
  const { body: event } = await tenant.call({
    method: 'GET',
    path: '/events',
    query: [['resource_id', first.body.id]],
  });
  assert.deepEqual(
    [event.data[0].data, event.data[0].sequence, event.data[0].customer_id],
    [first.body, 1, id],
  );
});

test('fifty equal activations at once are one', async () => {
  const { id } = await aVerifiedCustomer(tenant);
  const path = `/customers/${id}/features/virtual_cards/activate`;
  const same = await Promise.all(Array.from({ length: 10 }, () => posted(tenant, path, 'once')));
  const others = await Promise.all(
    Array.from({ length: 10 }, () => act(id, 'virtual_cards', 'activate')),
  );
  const answers = [...same, ...others];
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
  assert.deepEqual(await reported(answers[0]?.body.id), ['feature.activated']);
});

test('what is switched off says why, and can be switched on again under the same id', async () => {
  const { customer_id: id, id: activation } = await anActiveFeature(tenant);
  const off = await act(id, 'virtual_cards', 'deactivate', { reason: 'No longer wanted' });
  assert.deepEqual(
    [off.body.status, off.body.status_reason, off.body.activated_at],
    ['inactive', 'No longer wanted', null],
  );
  const again = await act(id, 'virtual_cards', 'deactivate', { reason: 'Another reason' });
  assert.equal(again.body.status_reason, 'No longer wanted', 'what is inactive stays as it is');
  assert.equal((await act(id, 'virtual_cards', 'activate')).body.id, activation);
  assert.deepEqual(await reported(activation), [
    'feature.activated',
    'feature.deactivated',
    'feature.activated',
  ]);
});
