import '../../process.ts';
import assert from 'node:assert/strict';
import { customersOf } from '../../../helpers/customers.ts';
import { aCustomer, individual } from '../../../helpers/fixtures/customers.ts';
import { tablesOf } from '../../../helpers/tables.ts';
import { after, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();
const tables = tablesOf(service);
after(async () => {
  tables.close();
});
const tenant = await service.aBusiness();
const { act, create, change } = customersOf(tenant);

test('every step of a life is one event that carries what GET showed then, and what caused it', async () => {
  const created = await create({ tax_id: null });
  const { id } = created.body;
  const suspended = await act(id, 'suspend', { reason: 'late' }, 'key-of-the-suspension');
  const reactivated = await act(id, 'reactivate');
  const updated = await tenant.call({
    method: 'PATCH',
    path: `/customers/${id}`,
    body: { phone: null },
  });
  const closed = await act(id, 'close');
  await act(id, 'suspend', { reason: 'late' }, 'key-of-the-suspension');
  const steps = { created, suspended, reactivated, updated, closed };
  const events = await tables.events(tenant.tenant_id, id);
  assert.deepEqual(
    events.map(({ type }) => type),
    Object.keys(steps).map((step) => `customer.${step}`),
  );
  for (const [index, { body, headers }] of Object.values(steps).entries()) {
    const { reported, ...event } = events[index];
    assert.deepEqual(reported, {
      id: event.event_id,
      type: event.type,
      timestamp: body.updated_at,
      sequence: index + 1,
      environment: 'sandbox',
      tenant_id: tenant.tenant_id,
      data: body,
      previous: event.type === 'customer.updated' ? reported.previous : null,
    });
    assert.deepEqual([event.customer_id, event.resource], [id, { id, object: 'customer' }]);
    assert.equal(event.causation.request_id, headers['x-request-id']);
    assert.equal(event.causation.actor.type, 'api_key');
    assert.match(event.causation.actor.id, /^key_/);
  }
  assert.equal(events[1].causation.idempotency_key, 'key-of-the-suspension');
});

test('a change publishes what was before, and who asked for it', async () => {
  const { id } = await aCustomer(tenant, individual({ metadata: { a: '1' } }));
  const { body, headers } = await change(id, {
    metadata: { a: '2' },
    phone: null,
    last_name: 'Ada',
  });
  const [, event] = await tables.events(tenant.tenant_id, id);
  assert.deepEqual([event.type, event.sequence], ['customer.updated', 2]);
  assert.deepEqual(event.reported.data, body);
  assert.deepEqual(Object.keys(event.reported.previous).toSorted(), ['metadata', 'phone']);
  assert.deepEqual(event.reported.previous.metadata, { a: '1' });
  assert.equal(event.causation.request_id, headers['x-request-id']);
  assert.equal(event.causation.idempotency_key, null);
});
