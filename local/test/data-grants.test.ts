import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DescribeTableCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand, QueryCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type DataPlane, settingsFor, startDataPlane } from './helpers/data-plane.ts';
import {
  allow,
  dataResources,
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
    ...lambda('searcher', [allow('dynamodb:Query', `${tableArn(notes)}/index/by_author`), throughDynamoDb(readingKey)]),
    ...lambda('writer', [
      allow([...reads, ...writes], [tableArn(notes), tableArn(leases)]),
      throughDynamoDb(writingKey),
    ]),
    ...lambda('barred', [
      allow('dynamodb:*', '*'),
      throughDynamoDb(writingKey),
      { Effect: 'Deny', Action: 'dynamodb:Delete*', Resource: '*' },
    ]),
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

test('a function does what its role allows', async () => {
  const client = plane.client('writer');
  await client.send(new PutCommand({ ...inTable, Item: item }));
  assert.deepEqual((await client.send(new GetCommand({ ...inTable, Key: key }))).Item, item);
});

test('a refusal names role, action and resource in the words of AWS', async () => {
  const put = plane.client('reader').send(new PutCommand({ ...inTable, Item: item }));
  await assert.rejects(put, {
    name: 'AccessDeniedException',
    message:
      'User: arn:aws:sts::000000000000:assumed-role/reader-role/reader is not authorized to perform: ' +
      `dynamodb:PutItem on resource: ${tableArn(notes)} ` +
      'because no identity-based policy allows the dynamodb:PutItem action',
  });
});

test('a grant on a table is none on its index, and the other way round', async () => {
  const byAuthor = {
    ...inTable,
    KeyConditionExpression: 'author = :author',
    ExpressionAttributeValues: { ':author': 'ada' },
    IndexName: 'by_author',
  };
  await plane.client('searcher').send(new QueryCommand(byAuthor));
  await refuses(
    plane.client('reader').send(new QueryCommand(byAuthor)),
    'dynamodb:Query',
    `${tableArn(notes)}/index/by_author`,
  );
  await refuses(plane.client('searcher').send(new GetCommand({ ...inTable, Key: key })), 'dynamodb:GetItem');
});

test('a Deny wins over any Allow', async () => {
  const client = plane.client('barred');
  await client.send(new UpdateCommand({ ...inTable, Key: key, UpdateExpression: 'REMOVE title' }));
  await assert.rejects(client.send(new DeleteCommand({ ...inTable, Key: key })), /with an explicit deny/);
});

test('what looks beyond items is for the operator alone', async () => {
  await plane.client().send(new DescribeTableCommand(inTable));
  const found = await plane.client().send(new ListTablesCommand({}));
  assert.deepEqual(found.TableNames, [leases, notes].sort());
  await refuses(plane.client('writer').send(new DescribeTableCommand(inTable)), 'dynamodb:DescribeTable', '*');
  await refuses(plane.client('writer').send(new ScanCommand(inTable)), 'dynamodb:Scan');
});

test('a key that nobody was given is not recognised', async () => {
  const response = await fetch(plane.endpoint, {
    method: 'POST',
    headers: { authorization: authorizationOf('AKIASTRANGER'), 'x-amz-target': 'DynamoDB_20120810.ListTables' },
    body: '{}',
  });
  assert.equal(response.status, 400);
  assert.match(await response.text(), /UnrecognizedClientException/);
  const unsigned = await fetch(plane.endpoint, { method: 'POST', body: '{}' });
  assert.match(await unsigned.text(), /MissingAuthenticationTokenException/);
  const { credentials } = settingsFor(plane.endpoint);
  const scope = `${credentials.accessKeyId}/20260101/eu-west-1/nowhere/aws4_request`;
  const presigned = await fetch(`${plane.endpoint}/?X-Amz-Credential=${encodeURIComponent(scope)}`);
  assert.match(await presigned.text(), /There is no service nowhere/);
});

const authorizationOf = (accessKeyId: string) =>
  `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/eu-west-1/dynamodb/aws4_request, ` +
  'SignedHeaders=host, Signature=0';
