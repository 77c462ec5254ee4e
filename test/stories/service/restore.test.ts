import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ItemKey, type TableName, tables } from '../../../functions/dynamodb/keys.ts';
import { always, type Write } from '../../../functions/dynamodb/writes.ts';
import { fanOutEvent, relayEvents } from '../../../functions/jobs/jobs.ts';
import { functionName } from '../../../lib/environments.ts';
import { anEndpoint } from '../../helpers/an-endpoint.ts';
import { posted } from '../../helpers/call.ts';
import { aCustomer, individual } from '../../helpers/fixtures/customers.ts';
import { aTenant } from '../../helpers/fixtures/tenants.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { storedIn } from '../../helpers/tables.ts';
import { sharedTimeScaled } from '../../helpers/time-scaled.ts';
import { webhooksOf } from '../../helpers/webhooks.ts';

const local = await sharedTimeScaled();
const stored = storedIn(local);
const names = Object.keys(tables) as TableName[];
const keyOf = (table: TableName, { pk, sk }: Any): ItemKey => ({ table, pk, ...(sk !== undefined && { sk }) });

/** Everything of a business, as a backup of the tables has it at a moment. */
const backup = async (tenant: string): Promise<Write[]> => {
  const all = await Promise.all(
    names.map(async (table) =>
      (await stored.items(table, tenant)).map(
        (item): Write => ({ kind: 'put', key: keyOf(table, item), item, when: always }),
      ),
    ),
  );
  return all.flat();
};

test('from a backup the service goes on, sends nothing again that was confirmed, and sends what was not', async (t) => {
  const tenant = await aTenant(local);
  const { create, several, ask } = webhooksOf(tenant);
  const endpoint = await anEndpoint(t);
  const webhook = await create({ url: endpoint.url, event_types: ['customer.created'] });
  const reported = await aCustomer(tenant);
  await several(webhook, 1, ({ status }) => status === 'succeeded');
  // What was committed and not delivered when the backup was made: the pipeline was down.
  const pipeline = [relayEvents, fanOutEvent].map(({ id }) => functionName('sandbox', id));
  const resume = () => {
    for (const name of pipeline) local.mappings.resume(name);
  };
  t.after(resume);
  for (const name of pipeline) local.mappings.pause(name);
  const created = await posted(tenant, '/customers', 'untold', individual({}));
  const kept = await backup(tenant.tenant_id);
  const late = await aCustomer(tenant);
  // The tables are lost, and what was kept of them stands in others.
  await storedIn(local, 'sandbox').remove((await backup(tenant.tenant_id)).map(({ key }) => key));
  assert.deepEqual(await backup(tenant.tenant_id), []);
  await tenant.put(kept);
  resume();

  await several(webhook, 2, ({ status }) => status === 'succeeded');
  const ids = endpoint.arrivals.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, 'nothing came twice');
  const again = await posted(tenant, '/customers', 'untold', individual({}));
  assert.equal(again.text, created.text, 'a retry is answered as it was');
  // What came after the backup is not there, and says so by its id.
  assert.equal((await tenant.call({ method: 'GET', path: `/customers/${late.id}` })).status, 404);
  assert.equal((await ask('GET', `/customers/${reported.id}`)).version, 1);
});
