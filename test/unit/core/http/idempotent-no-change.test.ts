import assert from 'node:assert/strict';
import { idempotencyRecordKey } from '../../../../functions/core/dynamodb/idempotency-records.ts';
import type { Handle } from '../../../../functions/core/http/handler.ts';
import { toCustomerResource } from '../../../../functions/identity/customers/model.ts';
import { suspendCustomer } from '../../../../functions/identity/customers/routes.ts';
import { readCustomer } from '../../../../functions/identity/customers/table.ts';
import { customerId, tenant } from '../../../helpers/api-event.ts';
import { putInto, runHandler, stored } from '../../../helpers/run-handler.ts';
import { testDatabase } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';

/** An action that finds everything done already. */
const nothingToDo: Handle<typeof suspendCustomer> = async ({ caller, params, db, respond }) =>
  respond(toCustomerResource(await readCustomer(db, caller.tenant_id, params.customer_id)));

const done = (sent: object, tables = testDatabase(stored())) =>
  runHandler(suspendCustomer, nothingToDo, sent, tables);
const recordOf = (asked: Parameters<typeof putInto>[0]) =>
  putInto(asked, 'idempotency')[0] ?? assert.fail('no record');

describe('an action with nothing to change', () => {
  test('keeps its response alone, under the condition that the key has done nothing', async () => {
    const { response, operations, asked } = await done({});
    assert.deepEqual([response?.status, operations], [200, ['BatchGet', 'TransactWrite']]);
    const [only, ...more] = (asked[1]?.input.TransactItems ?? []) as {
      Put: { ConditionExpression: string };
    }[];
    assert.deepEqual(more, []);
    assert.equal(only?.Put.ConditionExpression, 'attribute_not_exists(pk) OR expires_at_s < :now');
    const { pk, sk, body, resource } = recordOf(asked[1]);
    const key = idempotencyRecordKey(tenant, 'key-1', 'customers.suspend', [customerId]);
    assert.deepEqual([pk, sk, body], [key.pk, key.sk, response?.body]);
    assert.deepEqual(resource, {
      id: customerId,
      object: 'customer',
      path: `/v1/customers/${customerId}`,
    });
  });

  test('made twice at once gets one answer: the one that was kept', async () => {
    const tables = testDatabase(stored());
    const [one, other] = await Promise.all([done({}, tables), done({}, tables)]);
    assert.deepEqual(
      [one.response?.body, one.response?.replayed, other.response?.replayed],
      [other.response?.body, undefined, true],
    );
    assert.deepEqual(tables.sent.map(({ operation }) => operation).sort(), [
      ...['BatchGet', 'BatchGet', 'TransactWrite', 'TransactWrite'],
    ]);
  });

  test('whose function dies before it keeps its response has none, and is made again', async () => {
    const tables = testDatabase(stored());
    tables.failing(undefined, new Error('killed'));
    assert.equal(((await done({}, tables)).error as Error).message, 'killed');
    tables.give(...stored({ version: 2 }));
    const again = await done({}, tables);
    assert.deepEqual([again.response?.etag, again.response?.replayed], ['"2"', undefined]);
  });
});
