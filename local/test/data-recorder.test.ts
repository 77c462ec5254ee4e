import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EncryptCommand } from '@aws-sdk/client-kms';
import { GetCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { calls_max, createRecorder } from '../recorder.ts';
import { type DataPlane, startDataPlane } from './helpers/data-plane.ts';
import { allow, dataResources, keyArn, keyId, lambda, leases, notes } from './helpers/data-resources.ts';

let plane: DataPlane;
before(async () => {
  const everything = [allow(['dynamodb:*', 'kms:*'], '*')];
  plane = await startDataPlane([...dataResources(), ...lambda('one', everything), ...lambda('two', everything)]);
});
after(() => plane.stop());

test('the recorder knows who called what, which tables, and what it would cost with indexes', async () => {
  const Item = { pk: 'recorded', sk: '1', author: 'ada', title: 'one' };
  const calls = await plane.recorder.during(async () => {
    await plane.client('one').send(
      new TransactWriteCommand({
        TransactItems: [{ Put: { TableName: notes, Item } }, { Put: { TableName: leases, Item: { pk: Item.pk } } }],
      }),
    );
    await plane
      .client('two')
      .send(new GetCommand({ TableName: notes, Key: { pk: Item.pk, sk: '1' }, ConsistentRead: true }));
    await plane.kms('two').send(new EncryptCommand({ KeyId: keyArn(keyId), Plaintext: Buffer.from('x') }));
  });
  assert.deepEqual(
    calls.map(({ at: _, principal: _who, accesses: _asked, ...call }) => call),
    [
      // Two items of one transaction at 2 units each, and 1 for the index: see the engine's own figures.
      recorded('one', 'dynamodb', 'TransactWriteItems', [notes, leases], 5),
      recorded('two', 'dynamodb', 'GetItem', [notes], 1),
      recorded('two', 'kms', 'Encrypt', [], 0),
    ],
  );
  const asked = calls.map(({ accesses }) => accesses.filter(({ context }) => !context?.['kms:ViaService']));
  assert.deepEqual(
    asked.map((accesses) => accesses.map(({ action }) => action)),
    [['dynamodb:PutItem', 'dynamodb:PutItem'], ['dynamodb:GetItem'], ['kms:Encrypt']],
  );
  assert.deepEqual(asked.at(-1)?.[0]?.resource, keyArn(keyId));
});

const recorded = (name: string, service: string, operation: string, tables: string[], capacityUnits: number) => ({
  function: name,
  service,
  operation,
  tables,
  capacityUnits,
  status: 200,
});

test('a caller sees capacity figures only when he asks for them', async () => {
  const client = plane.client('one');
  const query = {
    TableName: notes,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': 'none' },
  };
  assert.equal((await client.send(new QueryCommand(query))).ConsumedCapacity, undefined);
  const none = await client.send(new QueryCommand({ ...query, ReturnConsumedCapacity: 'NONE' }));
  assert.equal(none.ConsumedCapacity, undefined);
  const total = await client.send(new QueryCommand({ ...query, ReturnConsumedCapacity: 'TOTAL' }));
  assert.equal(total.ConsumedCapacity?.CapacityUnits, 0.5);
});

test('a refused call and a missed condition are calls too', async () => {
  const put = { TableName: leases, Item: { pk: 'once' }, ConditionExpression: 'attribute_not_exists(pk)' };
  const calls = await plane.recorder.during(async () => {
    await plane.client('one').send(new PutCommand(put));
    await assert.rejects(plane.client('one').send(new PutCommand(put)), { name: 'ConditionalCheckFailedException' });
    await assert.rejects(plane.client('nobody').send(new PutCommand(put)), { name: 'AccessDeniedException' });
  });
  assert.deepEqual(
    calls.map(({ status, capacityUnits }) => [status, capacityUnits]),
    [
      [200, 1],
      [400, 0],
      [400, 0],
    ],
  );
});

test('only the latest calls are kept', () => {
  const recorder = createRecorder();
  const principal = { kind: 'operator' } as const;
  const call = { function: 'one', principal, accesses: [], service: 'kms', operation: 'Encrypt', tables: [] };
  for (let at = 0; at < calls_max * 3; at++) recorder.record({ ...call, capacityUnits: 0, status: 200, at });
  assert.ok(recorder.calls.length >= calls_max && recorder.calls.length < calls_max * 2);
  assert.equal(recorder.calls.at(-1)?.at, calls_max * 3 - 1);
});
