import '../../process.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Answer, Call } from '../../../helpers/call.ts';
import { aCustomer, individual } from '../../../helpers/fixtures/customers.ts';
import type { Tenant } from '../../../helpers/fixtures/tenants.ts';
import { footprintOf } from '../../../helpers/footprint.ts';
import { injectFault } from '../../../helpers/injected-faults.ts';
import { randomFrom } from '../../../helpers/random.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const local = await world();
const { aBusiness, tables: stored } = local;

const withKey = (call: Call, key: string = randomUUID()): Call => ({
  ...call,
  headers: { 'idempotency-key': key },
});
const creation = (fields: object = {}): Call => ({
  method: 'POST',
  path: '/customers',
  body: individual(fields),
});
const customersOf = async ({ tenant_id }: Tenant) =>
  (await stored.items('resources', tenant_id)).filter(({ pk }) => pk.endsWith('/customer'));
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();

describe('fifty equal calls at once', () => {
  const equalCalls = async (tenant: Tenant) => {
    // Without an external_id, since the marker of one would do part of the record's work.
    const call = withKey(creation({ external_id: null }));
    const answers = await Promise.all(Array.from({ length: 50 }, () => tenant.call(call)));
    assert.deepEqual(new Set(statusesOf(answers)), new Set([201]));
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal(new Set(answers.map(({ headers }) => headers.location)).size, 1);
    const [customer] = await customersOf(tenant);
    assert.deepEqual([customer.id, customer.version], [answers[0]?.body.id, 1]);
    assert.deepEqual(await footprintOf(stored, tenant.tenant_id), onceCreated);
    return answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined).length;
  };

  test('have one effect and one answer although every third transaction meets another', async () => {
    const tenant = await aBusiness();
    const fault = injectFault(local, tenant, {
      operation: 'TransactWriteItems',
      effect: 'conflict',
      probability: 1 / 3,
      random: randomFrom(1),
    });
    assert.equal(await equalCalls(tenant), 1);
    fault.remove();
    assert.ok(fault.hits > 0);
  });

  const onceCreated = [
    'account active 1',
    'counters-comparison',
    'customer active 1',
    'event customer.created 1',
    'record customers.create 201',
    'tenant',
  ];
});

describe('after its 24 hours a key', () => {
  /** Lets a day pass for every record of a business. */
  const aDayLater = async ({ tenant_id }: Tenant) => {
    const before = new Date(Date.now() - 24 * 60 * 60 * 1000 - 2000);
    for (const record of await stored.items('idempotency', tenant_id)) {
      const expires_at_s = Math.floor(before.getTime() / 1000) + 24 * 60 * 60;
      await stored.set('idempotency', record, { created_at: before.toISOString(), expires_at_s });
    }
  };

  test('acts again, with the same body or another', async () => {
    const tenant = await aBusiness();
    const call = withKey(creation({ external_id: null }));
    const ids = [(await tenant.call(call)).body.id];
    for (const body of [call.body, individual({ external_id: null, first_name: 'Again' })]) {
      await aDayLater(tenant);
      const answer = await tenant.call({ ...call, body });
      assert.deepEqual([answer.status, answer.headers['idempotent-replayed']], [201, undefined]);
      assert.equal((await tenant.call({ ...call, body })).body.id, answer.body.id);
      ids.push(answer.body.id);
    }
    assert.equal(new Set(ids).size, 3);
    assert.equal((await customersOf(tenant)).length, 3);
  });

  test('of an action is decided again', async () => {
    const tenant = await aBusiness();
    const { id } = await aCustomer(tenant);
    const suspension = withKey({ method: 'POST', path: `/customers/${id}/suspend` });
    assert.equal((await tenant.call(suspension)).status, 200);
    await aDayLater(tenant);
    assert.equal((await tenant.call(suspension)).body.code, 'action_not_allowed');
    await tenant.call({ method: 'POST', path: `/customers/${id}/reactivate` });
    assert.deepEqual(
      [(await tenant.call(suspension)).body.version, (await tenant.call(suspension)).body.version],
      [4, 4],
    );
  });

  test('is published no more', async () => {
    const tenant = await aBusiness();
    const call = withKey(creation(), 'once');
    await tenant.call(call);
    const reported = {
      method: 'GET',
      path: '/idempotency-keys',
      query: [['key', 'once']],
    } as const;
    assert.equal((await tenant.call(reported)).body.data.length, 1);
    await aDayLater(tenant);
    assert.deepEqual((await tenant.call(reported)).body.data, []);
  });
});
