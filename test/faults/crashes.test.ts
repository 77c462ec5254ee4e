import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { fanOutEvent, relayEvents } from '../../functions/app/jobs/jobs.ts';
import { createCustomer } from '../../functions/identity/customers/routes.ts';
import { functionName } from '../../lib/environments.ts';
import type { Local } from '../../local/start.ts';
import { until } from '../../local/test/helpers/until.ts';
import { posted } from '../helpers/call.ts';
import { aCustomer, individual } from '../helpers/fixtures/customers.ts';
import { aTenant } from '../helpers/fixtures/tenants.ts';
import { footprintOf } from '../helpers/footprint.ts';
import { startService } from '../helpers/service.ts';
import { storedIn } from '../helpers/tables.ts';

// That every change and job survives a death at any call is held in the World; here an instance really ends.

let local: Local;
before(async () => {
  local = await startService({ feeds: false });
});
after(() => local.stop());

for (const effect of ['kill-before', 'kill-after'] as const) {
  test(`a request whose instance dies is 502, and done once when it is sent again: ${effect}`, async () => {
    const tenant = await aTenant(local);
    const [key, body] = [randomUUID(), individual({ external_id: null })];
    const rule = {
      function: functionName('sandbox', createCustomer.id),
      operation: 'TransactWriteItems',
      nth: 1,
    };
    const killed = local.faults.add({ ...rule, effect });
    const first = await posted(tenant, '/customers', key, body);
    killed.remove();
    assert.deepEqual([first.status >= 500, killed.hits], [true, 1], first.text);
    const again = await posted(tenant, '/customers', key, body);
    assert.equal(again.status, 201, again.text);
    assert.equal(
      again.headers['idempotent-replayed'],
      effect === 'kill-after' ? 'true' : undefined,
    );
    const left = await footprintOf(storedIn(local), tenant.tenant_id);
    const customers = left.filter((line) => line.startsWith('customer '));
    assert.deepEqual(customers, ['customer active 1']);
  });

  test(`an event is relayed although the instance that relays it dies: ${effect}`, async () => {
    const tenant = await aTenant(local);
    const relay = functionName('sandbox', relayEvents.id);
    const killed = local.faults.add({ function: relay, operation: 'PutEvents', nth: 1, effect });
    await aCustomer(tenant);
    for (const { id } of [relayEvents, fanOutEvent])
      local.mappings.resume(functionName('sandbox', id));
    await until(() => killed.hits > 0, 'the instance is killed');
    await until(storedIn(local).isDispatched, 'the event is fanned out');
    killed.remove();
  });
}
