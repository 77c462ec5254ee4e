import '../process.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { functionName } from '../../../lib/environments.ts';
import type { Effect, FaultRule } from '../../../local/faults.ts';
import { until } from '../../../local/test/helpers/until.ts';
import type { Answer, Call } from '../../helpers/call.ts';
import { aCustomer, individual } from '../../helpers/fixtures/customers.ts';
import type { Tenant } from '../../helpers/fixtures/tenants.ts';
import { footprintOf } from '../../helpers/footprint.ts';
import { injectFault } from '../../helpers/injected-faults.ts';
import { describe, test } from '../../helpers/tests.ts';
import { world } from '../world.ts';

const local = await world();
const { aBusiness, tables: stored } = local;

const withKey = (call: Call): Call => ({
  ...call,
  headers: { ...call.headers, 'idempotency-key': randomUUID() },
});
const creation = (): Call => withKey({ method: 'POST', path: '/customers', body: individual({}) });

const shown = ({ status, headers, body }: Answer) => ({
  status,
  code: body.code,
  wait: headers['retry-after'],
});
const unavailable = { status: 503, code: 'unavailable', wait: '1' };

/** Calls under a fault and again without it; nothing may have changed in between. */
const refusedAndThenDone = async (
  tenant: Tenant,
  call: Call,
  rule: FaultRule,
  refusal: object,
): Promise<Answer> => {
  const before = await footprintOf(stored, tenant.tenant_id);
  const fault = injectFault(local, tenant, rule);
  assert.deepEqual(shown(await tenant.call(call)), refusal);
  fault.remove();
  assert.deepEqual(await footprintOf(stored, tenant.tenant_id), before);
  const again = await tenant.call(call);
  assert.ok(again.status < 300, again.text);
  assert.equal(again.headers['idempotent-replayed'], undefined);
  return again;
};

describe('while AWS fails for longer than a request lasts', () => {
  // First: a client of the SDK that failed often makes fewer further attempts, and all tests of a process share the client.
  test('a read is 503, or served once the SDK has tried again', async () => {
    const tenant = await aBusiness();
    const { id } = await aCustomer(tenant);
    const read = { method: 'GET', path: `/customers/${id}` };
    for (const effect of ['throttle', 'unavailable', 'drop-answer'] satisfies Effect[]) {
      const lasting = injectFault(local, tenant, { operation: 'GetItem', effect });
      assert.deepEqual(shown(await tenant.call(read)), unavailable, effect);
      lasting.remove();
      const passing = injectFault(local, tenant, { operation: 'GetItem', effect, times: 2 });
      assert.equal((await tenant.call(read)).status, 200, effect);
      passing.remove();
    }
  });

  const lasting = ['conflict', 'throttle', 'unavailable'] satisfies Effect[];
  for (const effect of lasting) {
    test(`a create whose transactions end in ${effect} is 503, changes nothing, and is done when sent again`, async () => {
      const rule = { operation: 'TransactWriteItems', effect };
      await refusedAndThenDone(await aBusiness(), creation(), rule, unavailable);
    });
  }

  test('an action whose transactions all meet another is 503 and is done when sent again', async () => {
    const tenant = await aBusiness();
    const { id } = await aCustomer(tenant);
    const call = withKey({ method: 'POST', path: `/customers/${id}/suspend` });
    const rule = { operation: 'TransactWriteItems', effect: 'conflict' } as const;
    const { body } = await refusedAndThenDone(tenant, call, rule, unavailable);
    assert.deepEqual([body.status, body.version], ['suspended', 2]);
  });

  test('a create whose secret cannot be encrypted is 503 and is done when sent again', async () => {
    for (const effect of ['throttle', 'unavailable', 'drop-answer'] satisfies Effect[]) {
      const rule = { service: 'kms', effect };
      await refusedAndThenDone(await aBusiness(), creation(), rule, unavailable);
    }
  });

  test('an error that cannot be held against the record of its key is 503', async () => {
    const tenant = await aBusiness();
    const { external_id } = await aCustomer(tenant, individual({ external_id: randomUUID() }));
    const call = withKey({ method: 'POST', path: '/customers', body: individual({ external_id }) });
    const fault = injectFault(local, tenant, { operation: 'GetItem', effect: 'unavailable' });
    assert.deepEqual(shown(await tenant.call(call)), unavailable);
    fault.remove();
    assert.equal((await tenant.call(call)).body.code, 'external_id_taken');
  });

  test('a create that AWS is too slow for is answered 504 by its function, and what AWS did all the same is replayed', async () => {
    const tenant = await aBusiness();
    const call = creation();
    // Longer than the client waits for one answer, so that the function asks until its time is nearly over; then it is done.
    const fault = injectFault(local, tenant, {
      operation: 'TransactWriteItems',
      effect: { delay_ms: 9_400 },
    });
    assert.deepEqual(shown(await tenant.call(call)), {
      status: 504,
      code: 'timeout',
      wait: undefined,
    });
    fault.remove();
    await local.clock.advance(9_400);
    const again = await tenant.call(call);
    assert.deepEqual([again.status, again.headers['idempotent-replayed']], [201, 'true']);
    assert.deepEqual((await footprintOf(stored, tenant.tenant_id)).filter(ofCustomers), created);
  });

  test('a transaction that arrives long after its call was sent again changes nothing any more', async () => {
    const tenant = await aBusiness();
    const { id } = await aCustomer(tenant);
    const started = Date.now();
    const [operation, close] = [
      'TransactWriteItems',
      withKey({ method: 'POST', path: `/customers/${id}/close` }),
    ];
    const late = injectFault(local, tenant, {
      function: closing,
      operation,
      nth: 1,
      effect: { delay_ms: 11_000 },
    });
    const unheard = injectFault(local, tenant, {
      function: closing,
      operation,
      nth: 2,
      times: 1000,
      effect: 'unavailable',
    });
    assert.deepEqual(shown(await tenant.call(close)), unavailable);
    for (const fault of [late, unheard]) fault.remove();
    const again = await tenant.call(close);
    assert.deepEqual([again.status, again.headers['idempotent-replayed']], [200, undefined]);
    const transactions = () =>
      local.recorder.calls.filter(
        (each) => each.function === closing && each.operation === operation && each.at >= started,
      );
    await until(() => transactions().length === unheard.hits + 2, 'the first transaction arrives');
    assert.deepEqual(transactions().at(-1)?.status, 400);
    assert.equal((await tenant.call(close)).text, again.text);
    assert.deepEqual((await footprintOf(stored, tenant.tenant_id)).filter(ofCustomers), closed);
  });

  test('a read that AWS does not answer is 503', async () => {
    const tenant = await aBusiness();
    const { id } = await aCustomer(tenant);
    const fault = injectFault(local, tenant, { operation: 'GetItem', effect: { delay_ms: 3_000 } });
    assert.deepEqual(
      shown(await tenant.call({ method: 'GET', path: `/customers/${id}` })),
      unavailable,
    );
    fault.remove();
  });
});

const closing = functionName('sandbox', 'customers.close');
const ofCustomers = (line: string) => / ?customers?\b/.test(line) && !line.startsWith('customer-');
const created = ['customer active 1', 'event customer.created 1', 'record customers.create 201'];
const closed = [
  'customer closed 2',
  'event customer.closed 2',
  'event customer.created 1',
  'record customers.close 200',
  'record customers.create 201',
];
