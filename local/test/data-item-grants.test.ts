import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  TransactGetCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { type DataPlane, startDataPlane } from './helpers/data-plane.ts';
import {
  allow,
  dataResources,
  keyArn,
  keyId,
  lambda,
  leases,
  notes,
  readingKey,
  tableArn,
  throughDynamoDb,
  writingKey,
} from './helpers/data-resources.ts';

const writes = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'];
const reads = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];

let plane: DataPlane;
before(async () => {
  plane = await startDataPlane([
    ...dataResources(),
    ...lambda('reader', [allow(reads, tableArn(notes)), throughDynamoDb(readingKey)]),
    ...lambda('writer', [
      allow([...reads, ...writes], [tableArn(notes), tableArn(leases)]),
      throughDynamoDb(writingKey),
    ]),
    ...lambda('keyless', [allow([...reads, ...writes], [tableArn(notes), tableArn(leases)])]),
  ]);
});
after(() => plane.stop());

const key = { pk: 'a', sk: '1' };
const item = { ...key, author: 'ada', title: 'one' };
const inTable = { TableName: notes };

/** Holds when the call is refused for want of this action. */
const refuses = (call: Promise<unknown>, action: string, resource = tableArn(notes)) =>
  assert.rejects(call, (error: Error) => {
    assert.equal(error.name, 'AccessDeniedException');
    assert.ok(
      error.message.includes(`is not authorized to perform: ${action} on resource: ${resource}`),
      error.message,
    );
    return true;
  });

const transaction = new TransactWriteCommand({
  TransactItems: [
    { Put: { ...inTable, Item: { ...item, pk: 'put' } } },
    {
      Update: {
        ...inTable,
        Key: { ...key, pk: 'updated' },
        UpdateExpression: 'SET title = :t',
        ExpressionAttributeValues: { ':t': 'two' },
      },
    },
    { Delete: { ...inTable, Key: { ...key, pk: 'gone' } } },
    { ConditionCheck: { TableName: leases, Key: { pk: 'none' }, ConditionExpression: 'attribute_not_exists(pk)' } },
  ],
});

test('a transaction needs the action of each of its items on its table', async () => {
  const client = plane.client('writer');
  await client.send(transaction);
  for (const action of writes) {
    const resource = tableArn(action === 'dynamodb:ConditionCheckItem' ? leases : notes);
    const giveBack = plane.iam.revoke({ function: 'writer', action, resource });
    await refuses(client.send(transaction), action, resource);
    giveBack();
  }
  await client.send(transaction);
});

test('a refused transaction changes nothing', async () => {
  const giveBack = plane.iam.revoke({ function: 'writer', action: 'dynamodb:DeleteItem' });
  const Item = { ...item, pk: 'never' };
  const TransactItems = [{ Put: { ...inTable, Item } }, { Delete: { ...inTable, Key: key } }];
  await refuses(plane.client('writer').send(new TransactWriteCommand({ TransactItems })), 'dynamodb:DeleteItem');
  giveBack();
  const found = await plane.client().send(new GetCommand({ ...inTable, Key: { ...key, pk: 'never' } }));
  assert.equal(found.Item, undefined);
});

test('reads of many items need their own action', async () => {
  const client = plane.client('reader');
  const batch = new BatchGetCommand({ RequestItems: { [notes]: { Keys: [key] } } });
  await client.send(batch);
  await client.send(new TransactGetCommand({ TransactItems: [{ Get: { ...inTable, Key: key } }] }));
  plane.iam.revoke({ function: 'reader', action: 'dynamodb:BatchGetItem' });
  await refuses(client.send(batch), 'dynamodb:BatchGetItem');
});

test('a table with a customer-managed key needs every grant on that key', async () => {
  const client = plane.client('writer');
  const put = () => client.send(new PutCommand({ ...inTable, Item: item }));
  const get = () => client.send(new GetCommand({ ...inTable, Key: key }));
  const onKey = keyArn(keyId);
  for (const action of writingKey) {
    const giveBack = plane.iam.revoke({ function: 'writer', action });
    await refuses(put(), action, onKey);
    if (readingKey.includes(action)) await refuses(get(), action, onKey);
    else await get();
    giveBack();
  }
  await refuses(plane.client('keyless').send(new GetCommand({ ...inTable, Key: key })), 'kms:Decrypt', onKey);
  await plane.client('keyless').send(new GetCommand({ TableName: leases, Key: { pk: 'none' } }));
});
