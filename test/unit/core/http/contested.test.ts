import assert from 'node:assert/strict';
import type { Handle } from '../../../../functions/core/http/handler.ts';
import { customer } from '../../../../functions/identity/customers/changes.ts';
import { transitionCustomer } from '../../../../functions/identity/customers/model.ts';
import {
  suspendCustomer,
  updateCustomer,
} from '../../../../functions/identity/customers/routes.ts';
import { readCustomer, saveCustomer } from '../../../../functions/identity/customers/table.ts';
import { customerId, tenant } from '../../../helpers/api-event.ts';
import { now, runHandler, stored } from '../../../helpers/run-handler.ts';
import { testDatabase } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';

type Work = { readonly read: () => Promise<Parameters<typeof transitionCustomer>[0]> };

const suspended = async ({ read }: Work) => {
  const unit = {
    changes: [customer(transitionCustomer(await read(), 'suspend', null, now))],
    conditions: [],
  };
  return unit as { changes: [(typeof unit.changes)[number]]; conditions: [] };
};
const act: Handle<typeof suspendCustomer> = async ({ caller, params, db, commit }) =>
  commit(await suspended({ read: () => readCustomer(db, caller.tenant_id, params.customer_id) }));
const patch: Handle<typeof updateCustomer> = async ({ caller, params, db, commit }) =>
  commit(await suspended({ read: () => readCustomer(db, caller.tenant_id, params.customer_id) }));

/** A customer that somebody else changes just before each of so many commits. */
const contested = (times: number) => {
  let conflicts = 0;
  const tables = testDatabase(stored(), {
    before: async ({ operation }) => {
      if (operation !== 'TransactWrite' || conflicts >= times) return;
      conflicts += 1;
      const read = await readCustomer(tables.db, tenant, customerId);
      tables.give(...saveCustomer({ ...read, version: read.version + 1 }));
    },
  });
  return tables;
};

describe('a request whose customer others change meanwhile', () => {
  for (const [method, run] of [
    [
      'POST',
      (tables: ReturnType<typeof contested>) => runHandler(suspendCustomer, act, {}, tables),
    ],
    [
      'PATCH',
      (tables: ReturnType<typeof contested>) =>
        runHandler(updateCustomer, patch, { body: '{}' }, tables),
    ],
  ] as const)
    test(`${method} decides again until it is the one that commits`, async () => {
      const tables = contested(7);
      const { response, error } = await run(tables);
      assert.deepEqual([error, response?.status], [undefined, 200]);
      const read = await readCustomer(tables.db, tenant, customerId);
      assert.deepEqual([read.status, read.version], ['suspended', 9]);
      assert.equal(tables.everything('outbox').length, 1);
    });

  test('has its one effect, and a repetition with its key gets the same response', async () => {
    const tables = contested(7);
    const first = await runHandler(suspendCustomer, act, {}, tables);
    const again = await runHandler(suspendCustomer, act, {}, tables);
    assert.deepEqual(
      [again.response?.replayed, again.response?.body],
      [true, first.response?.body],
    );
    assert.equal(tables.everything('outbox').length, 1);
  });

  test('and that nobody contests takes the round trips that it always took', async () => {
    const { operations } = await runHandler(suspendCustomer, act, {}, contested(0));
    assert.deepEqual(operations, ['BatchGet', 'TransactWrite']);
  });
});
