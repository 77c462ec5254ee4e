import '../../process.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { customersOf } from '../../../helpers/customers.ts';
import { aCustomer } from '../../../helpers/fixtures/customers.ts';
import { tablesOf } from '../../../helpers/tables.ts';
import { after, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();
const tables = tablesOf(service);
after(async () => {
  tables.close();
});
const tenant = await service.aBusiness();
const { act, create, change, changed, read, listed } = customersOf(tenant);

test('of changes at the same instant under one version exactly one is made', async () => {
  const { id } = await aCustomer(tenant);
  const racers = Array.from({ length: 5 }, (_, i) =>
    change(id, { metadata: { racer: `${i}` } }, { 'if-match': '"1"' }),
  );
  const statuses = (await Promise.all(racers)).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [200, ...Array(4).fill(412)]);
  assert.equal((await read(id)).version, 2);
});

test('changes at the same instant that name no version are all made, one after another', async () => {
  const { id } = await aCustomer(tenant);
  const racers = Array.from({ length: 4 }, (_, i) =>
    changed(id, { metadata: { [`racer${i}`]: 'was here' } }),
  );
  const versions = (await Promise.all(racers)).map(({ version }) => version);
  assert.deepEqual(versions.toSorted(), [2, 3, 4, 5]);
  assert.equal(Object.keys((await read(id)).metadata).length, 5);
  assert.deepEqual(
    (await tables.events(tenant.tenant_id, id)).map(({ sequence }) => sequence),
    [1, 2, 3, 4, 5],
  );
});
test('of customers created at the same instant with one external_id exactly one is made', async () => {
  const external_id = randomUUID();
  const answers = await Promise.all(Array.from({ length: 6 }, () => create({ external_id })));
  const made = answers.filter(({ status }) => status === 201);
  assert.deepEqual([made.length, answers.filter(({ status }) => status === 409).length], [1, 5]);
  assert.deepEqual(await listed(['external_id', external_id]), [made[0]?.body.id]);
});

test('of opposite actions at the same instant each is decided on what the other left', async () => {
  const { id } = await aCustomer(tenant);
  const answers = await Promise.all([
    act(id, 'close'),
    act(id, 'suspend'),
    act(id, 'close'),
    act(id, 'suspend'),
  ]);
  const events = await tables.events(tenant.tenant_id, id);
  assert.equal(answers.filter(({ status }) => status === 200).length, events.length - 1);
  assert.ok(answers.every(({ status }) => status === 200 || status === 409));
  assert.equal(events.at(-1).type, 'customer.closed');
});
