import assert from 'node:assert/strict';
import { idempotencyRecordKey } from '../../../../functions/core/dynamodb/idempotency-records.ts';
import type { Handle } from '../../../../functions/core/http/handler.ts';
import { customer } from '../../../../functions/identity/customers/changes.ts';
import { transitionCustomer } from '../../../../functions/identity/customers/model.ts';
import {
  createCustomer,
  suspendCustomer,
} from '../../../../functions/identity/customers/routes.ts';
import { readCustomer } from '../../../../functions/identity/customers/table.ts';
import { customerId, tenant } from '../../../helpers/api-event.ts';
import { awsError } from '../../../helpers/aws-errors.ts';
import { now, runHandler, stored } from '../../../helpers/run-handler.ts';
import { putting, testDatabase } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';

const suspend: Handle<typeof suspendCustomer> = async ({ caller, params, body, db, commit }) => {
  const current = await readCustomer(db, caller.tenant_id, params.customer_id);
  return commit({
    changes: [customer(transitionCustomer(current, 'suspend', body.reason ?? null, now))],
    conditions: [],
  });
};

const recordKey = idempotencyRecordKey(tenant, 'key-1', 'customers.suspend', [customerId]);

describe('an action', () => {
  test('whose error is due to its own success, seen between two reads, replays', async () => {
    const done = testDatabase(stored());
    await runHandler(suspendCustomer, suspend, {}, done);
    const tables = testDatabase(stored({ status: 'suspended' }), {
      before: ({ operation }) => {
        if (operation === 'Get')
          tables.give(putting(recordKey, done.find(recordKey) ?? assert.fail()));
      },
    });
    const { response, operations } = await runHandler(suspendCustomer, suspend, {}, tables);
    assert.equal(response?.replayed, true);
    assert.deepEqual(operations, ['BatchGet', 'Get']);
  });
});

test('an response that breaks its declaration stops before anything is written', async () => {
  const broken: Handle<typeof createCustomer> = ({ commit }) =>
    commit({ changes: [], conditions: [] }, {} as never);
  const { error, operations } = await runHandler(createCustomer, broken, {
    body: '{"type":"individual","first_name":"A","last_name":"B"}',
  });
  assert.equal((error as Error).name, '$ZodError');
  assert.deepEqual(operations, ['Get']);
});

test('an outage of the read is not taken for a customer that is not there', async () => {
  const tables = testDatabase();
  tables.failing(awsError('ThrottlingException'));
  const { error } = await runHandler(suspendCustomer, suspend, {}, tables);
  assert.equal((error as Error).name, 'ThrottlingException');
});
