import '../process.ts';
import assert from 'node:assert/strict';
import { createUnits, putUnits, sumOf, unitsOfCreate } from '../../../bench/units.ts';
import { createCustomer } from '../../../functions/identity/customers/routes.ts';
import { functionName } from '../../../lib/environments.ts';
import { aBusiness } from '../../helpers/service.ts';
import { test } from '../../helpers/tests.ts';
import { world } from '../world.ts';

test('a create costs the units that docs/explain/numbers-promises.md has for each item and index, and its customer alone three', async () => {
  const service = await world();
  const { client, tenant_id } = await aBusiness(service);
  let customer_id = '';
  const calls = await service.recorder.during(async () => {
    const body = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' } as const;
    const { body: created } = await client.customers.create({ body });
    customer_id = created.id;
  });
  const own = calls.filter((one) => one.function === functionName('sandbox', createCustomer.id));
  assert.deepEqual(
    own.map(({ operation, capacityUnits }) => [operation, capacityUnits]),
    [['TransactWriteItems', sumOf(createUnits)]],
  );
  assert.deepEqual(await unitsOfCreate(service, { tenant_id, customer_id }), {
    create: createUnits,
    put: putUnits,
  });
});
