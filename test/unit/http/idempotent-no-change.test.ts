import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { marshall } from '@aws-sdk/util-dynamodb';
import { getCustomer, suspendCustomer } from '../../../functions/customers/routes.ts';
import { toCustomerResource } from '../../../functions/customers/schema.ts';
import { readCustomer } from '../../../functions/customers/table.ts';
import { keys } from '../../../functions/dynamodb/keys.ts';
import type { Handle } from '../../../functions/http/handler.ts';
import { customerId, tenant } from '../../helpers/api-event.ts';
import { putInto, runHandler, stored } from '../../helpers/run-handler.ts';
import { awsError, cancelled } from '../../helpers/scripted-connection.ts';

/** An action that finds everything done already. */
const nothingToDo: Handle<typeof suspendCustomer> = async ({ caller, params, db, respond }) =>
  respond(toCustomerResource(await readCustomer(db, caller.tenant_id, params.customer_id)));

const batch = (...items: object[]) => ({ Responses: { 'test-resources': items } });
const done = (sent: object, ...script: (object | Error)[]) => runHandler(suspendCustomer, nothingToDo, sent, ...script);
const recordOf = (asked: Parameters<typeof putInto>[0]) => putInto(asked, 'idempotency')[0] ?? assert.fail('no record');
const reason = { body: '{"reason":"x"}' };

describe('an action with nothing to change', () => {
  test('keeps its answer alone, under the condition that the key has done nothing', async () => {
    const { response, operations, asked } = await done({}, batch(stored()), {});
    assert.deepEqual([response?.status, operations], [200, ['BatchGet', 'TransactWrite']]);
    const [only, ...more] = (asked[1]?.input.TransactItems ?? []) as { Put: { ConditionExpression: string } }[];
    assert.deepEqual(more, []);
    assert.equal(only?.Put.ConditionExpression, 'attribute_not_exists(pk) OR expires_at_s < :now');
    const { pk, sk, body, resource } = recordOf(asked[1]);
    const key = keys.replay(tenant, 'key-1', 'customers.suspend', [customerId]);
    assert.deepEqual([pk, sk, body], [key.pk, key.sk, response?.body]);
    assert.deepEqual(resource, { id: customerId, object: 'customer', path: `/v1/customers/${customerId}` });
  });

  test('answers a retry the same, whatever has changed since', async () => {
    const first = await done(reason, batch(stored()), {});
    const changed = { 'test-resources': [stored({ version: 7 })], 'test-idempotency': [recordOf(first.asked[1])] };
    const { response, operations } = await done(reason, { Responses: changed });
    assert.deepEqual([response?.body, response?.replayed, operations], [first.response?.body, true, ['BatchGet']]);
  });

  test('made twice at once gets one answer: the one that was kept', async () => {
    const first = await done({}, batch(stored()), {});
    const Item = marshall(recordOf(first.asked[1]), { removeUndefinedValues: true });
    const lost = cancelled({ Code: 'ConditionalCheckFailed', Item });
    const { response, operations } = await done({}, batch(stored({ version: 2 })), lost);
    assert.deepEqual([response?.body, response?.replayed], [first.response?.body, true]);
    assert.deepEqual(operations, ['BatchGet', 'TransactWrite']);
  });

  test('refuses its key with another body', async () => {
    const first = await done(reason, batch(stored()), {});
    const known = { 'test-resources': [stored()], 'test-idempotency': [recordOf(first.asked[1])] };
    const { error } = await done({ body: '{"reason":"y"}' }, { Responses: known });
    assert.equal((error as { code: string }).code, 'idempotency_key_reused');
  });

  test('whose function dies before it keeps its answer has none, and is made anew', async () => {
    const { error } = await done({}, batch(stored()), new Error('killed'), {});
    assert.equal((error as Error).message, 'killed');
    const again = await done({}, batch(stored({ version: 2 })), {});
    assert.deepEqual([again.response?.etag, again.response?.replayed], ['"2"', undefined]);
  });

  test('whose answer gets lost on the way to it asks again with the same token', async () => {
    const { response, asked } = await done({}, batch(stored()), awsError('TimeoutError'), {});
    const [one, other] = asked.slice(1).map(({ input }) => input.ClientRequestToken);
    assert.deepEqual([response?.status, typeof one], [200, 'string']);
    assert.equal(one, other);
  });
});

test('what reads keeps nothing', async () => {
  const get: Handle<typeof getCustomer> = async ({ caller, params, db, respond }) =>
    respond(toCustomerResource(await readCustomer(db, caller.tenant_id, params.customer_id)));
  const { response, operations } = await runHandler(getCustomer, get, {}, { Item: stored() });
  assert.deepEqual([response?.status, operations], [200, ['Get']]);
});
