import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { customer } from '../../../functions/customers/changes.ts';
import { transitionCustomer } from '../../../functions/customers/model.ts';
import { createCustomer, suspendCustomer } from '../../../functions/customers/routes.ts';
import { readCustomer } from '../../../functions/customers/table.ts';
import { keys } from '../../../functions/dynamodb/keys.ts';
import type { Handle } from '../../../functions/http/handler.ts';
import { customerId, tenant } from '../../helpers/api-event.ts';
import { awsError } from '../../helpers/aws-errors.ts';
import { memoryTables, putting } from '../../helpers/memory-tables.ts';
import { now, putInto, runHandler, stored } from '../../helpers/run-handler.ts';

const suspend: Handle<typeof suspendCustomer> = async ({ caller, params, body, db, commit }) => {
  const current = await readCustomer(db, caller.tenant_id, params.customer_id);
  return commit({
    changes: [customer(transitionCustomer(current, 'suspend', body.reason ?? null, now))],
    conditions: [],
  });
};

/** A customer that somebody else writes each time before it is committed, so often. */
const racing = (times: number) => {
  const tables = memoryTables(stored(), {
    before: ({ operation }) => {
      if (operation !== 'TransactWrite' || ++races > times) return;
      tables.give(...stored({ version: 4 + races, first_name: 'Augusta' }));
    },
  });
  let races = 0;
  return tables;
};
const recordKey = keys.replay(tenant, 'key-1', 'customers.suspend', [customerId]);

describe('an action', () => {
  test('reads once and commits once: the record, the change and its event together', async () => {
    const tables = memoryTables(stored());
    const { response, operations, asked } = await runHandler(
      suspendCustomer,
      suspend,
      { body: '{"reason":"x"}' },
      tables,
    );
    assert.equal(response?.status, 200);
    assert.deepEqual(operations, ['BatchGet', 'TransactWrite']);
    const [record] = putInto(asked[1], 'idempotency');
    assert.deepEqual([record?.pk, record?.sk, record?.body], [recordKey.pk, recordKey.sk, response?.body]);
    assert.deepEqual(record?.resource, { id: customerId, object: 'customer', path: `/v1/customers/${customerId}` });
    const [put] = putInto(asked[1], 'resources');
    assert.deepEqual([put?.status, put?.version], ['suspended', 2]);
    const [event] = putInto(asked[1], 'outbox');
    const { id, ...body } = JSON.parse(String(event?.body));
    assert.equal(id, event?.event_id);
    assert.deepEqual(body, {
      type: 'customer.suspended',
      timestamp: now.toISOString(),
      sequence: 2,
      environment: 'sandbox',
      tenant_id: tenant,
      data: JSON.parse(String(response?.body)),
      previous: null,
    });
    assert.deepEqual(event?.causation, {
      request_id: 'request-1',
      idempotency_key: 'key-1',
      actor: { type: 'api_key', id: 'key_01jd5fq7k9e8xv3m2n4p6r8t0c' },
    });
  });

  test('that was done already stops at its read and replays, whatever state the customer is in now', async () => {
    const tables = memoryTables(stored());
    const first = await runHandler(suspendCustomer, suspend, {}, tables);
    tables.give(...stored({ status: 'closed' }));
    const { response, operations } = await runHandler(suspendCustomer, suspend, {}, tables);
    assert.deepEqual([response?.body, response?.replayed], [first.response?.body, true]);
    assert.deepEqual(operations, ['BatchGet']);
  });

  test('whose refusal is due to its own success, seen between two reads, replays', async () => {
    const done = memoryTables(stored());
    await runHandler(suspendCustomer, suspend, {}, done);
    const tables = memoryTables(stored({ status: 'suspended' }), {
      before: ({ operation }) => {
        if (operation === 'Get') tables.give(putting(recordKey, done.find(recordKey) ?? assert.fail()));
      },
    });
    const { response, operations } = await runHandler(suspendCustomer, suspend, {}, tables);
    assert.equal(response?.replayed, true);
    assert.deepEqual(operations, ['BatchGet', 'Get']);
  });

  test('on a customer that changed meanwhile is decided anew', async () => {
    const { response, operations } = await runHandler(suspendCustomer, suspend, {}, racing(1));
    const shown = JSON.parse(String(response?.body));
    assert.deepEqual([shown.version, shown.first_name, shown.status], [6, 'Augusta', 'suspended']);
    assert.deepEqual(operations, ['BatchGet', 'TransactWrite', 'BatchGet', 'TransactWrite']);
  });

  test('that goes stale five times is unavailable', async () => {
    const { error, operations } = await runHandler(suspendCustomer, suspend, {}, racing(5));
    assert.equal((error as { code: string }).code, 'unavailable');
    assert.equal(operations.filter((operation) => operation === 'TransactWrite').length, 5);
  });
});

test('an response that breaks its declaration stops before anything is written', async () => {
  const broken: Handle<typeof createCustomer> = ({ commit }) => commit({ changes: [], conditions: [] }, {} as never);
  const { error, operations } = await runHandler(createCustomer, broken, {
    body: '{"type":"individual","first_name":"A","last_name":"B"}',
  });
  assert.equal((error as Error).name, '$ZodError');
  assert.deepEqual(operations, ['Get']);
});

test('an outage of the read is not taken for a customer that is not there', async () => {
  const tables = memoryTables();
  tables.failing(awsError('ThrottlingException'));
  const { error } = await runHandler(suspendCustomer, suspend, {}, tables);
  assert.equal((error as Error).name, 'ThrottlingException');
});
