import '../../process.ts';
import assert from 'node:assert/strict';
import { monitorScreenings, relayEvents } from '../../../../functions/app/jobs/jobs.ts';
import { functionName } from '../../../../lib/environments.ts';
import { aStoredCustomer, completePerson } from '../../../helpers/fixtures/customers.ts';
import { aStoredScreening } from '../../../helpers/fixtures/screenings.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const machine = await world();
const { aBusiness, clock, faults, tables } = machine;

test('an event that lacks an attribute is reported, and the others of its batch are on the bus', async () => {
  const { tenant_id } = await aBusiness();
  const published: string[] = [];
  // A condition of a fault that never comes about is asked about every call.
  const watch = faults.add({
    service: 'events',
    operation: 'PutEvents',
    effect: 'unavailable',
    when: ({ body }) => {
      for (const { Detail } of JSON.parse(String(body)).Entries)
        published.push(JSON.parse(Detail).event_id);
      return false;
    },
  });
  const record = (SequenceNumber: string, event_id: string, more: object) => ({
    dynamodb: {
      SequenceNumber,
      NewImage: {
        event_id: { S: event_id },
        created_at: { S: '2026-11-20T15:04:05.123Z' },
        resource_key: { S: `${tenant_id}/cus_01h455vb4pex5vsknk084sn02q` },
        ...more,
      },
    },
  });
  const type = { type: { S: 'customer.created' } };
  const Records = [
    record('1', 'evt_01h455vb4pex5vsknk084sn021', type),
    record('2', 'evt_01h455vb4pex5vsknk084sn022', {}),
    record('3', 'evt_01h455vb4pex5vsknk084sn023', type),
  ];
  const { payload, functionError } = await machine.invoke(functionName('sandbox', relayEvents.id), {
    Records,
  });
  watch.remove();
  assert.equal(functionError, undefined, JSON.stringify(payload));
  assert.deepEqual(payload, { batchItemFailures: [{ itemIdentifier: '2' }] });
  assert.deepEqual(published, ['evt_01h455vb4pex5vsknk084sn021', 'evt_01h455vb4pex5vsknk084sn023']);
});

test('a screening and a customer that cannot be read are logged, and the others are searched again', async () => {
  const business = await aBusiness();
  const { tenant_id } = business;
  const names = ['readable', 'screening', 'customer'] as const;
  const ids: Record<string, string> = {};
  for (const name of names) {
    const { id } = await aStoredCustomer(business, completePerson());
    await aStoredScreening(business, id, []);
    ids[name] = id;
  }
  const items = await tables.items('resources', tenant_id);
  const screeningOf = (name: string): Any =>
    items.find(({ pk, customer_id }) => /\/screening/.test(pk) && customer_id === ids[name]);
  const before = screeningOf('readable').list_version;
  const { created_at: _, pk: of, sk: id, ...item } = screeningOf('screening');
  await tables.put([{ kind: 'put', key: { table: 'resources', pk: of, sk: id }, item } as never]);
  const printed = machine.logs.lines().length;
  const { functionError, payload } = await machine.invoke(
    functionName('sandbox', monitorScreenings.id),
    {},
  );
  assert.equal(functionError, undefined, JSON.stringify(payload));
  await clock.advance(1_000);
  const { pk, sk } = screeningOf('readable');
  const found = (await tables.items('resources', tenant_id)).find(
    (one) => one.pk === pk && one.sk === sk,
  );
  assert.notEqual(found?.list_version, before);
  const logged = machine.logs.lines().slice(printed);
  assert.ok(logged.some(({ line }) => line.includes('stored_item_unreadable')));
});
