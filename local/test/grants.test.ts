import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DescribeTableCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { BadConfiguration } from '../errors.ts';
import { createIam } from '../iam/iam.ts';
import { conditionOf } from '../iam/statements.ts';
import { type DataPlane, settingsFor, startDataPlane } from './helpers/data-plane.ts';
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

const writes = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:ConditionCheckItem',
];
const reads = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];

let plane: DataPlane;
before(async () => {
  plane = await startDataPlane([
    ...dataResources(),
    ...lambda('reader', [allow(reads, tableArn(notes)), throughDynamoDb(readingKey)]),
    ...lambda('searcher', [
      allow('dynamodb:Query', `${tableArn(notes)}/index/by_author`),
      throughDynamoDb(readingKey),
    ]),
    ...lambda('writer', [
      allow([...reads, ...writes], [tableArn(notes), tableArn(leases)]),
      throughDynamoDb(writingKey),
    ]),
    ...lambda('keyless', [allow([...reads, ...writes], [tableArn(notes), tableArn(leases)])]),
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

/** Holds when the call is denied for want of this action. */
const denies = (call: Promise<unknown>, action: string, resource = tableArn(notes)) =>
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

test('an error names role, action and resource in the words of AWS', async () => {
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
  await denies(
    plane.client('reader').send(new QueryCommand(byAuthor)),
    'dynamodb:Query',
    `${tableArn(notes)}/index/by_author`,
  );
  await denies(
    plane.client('searcher').send(new GetCommand({ ...inTable, Key: key })),
    'dynamodb:GetItem',
  );
});

test('a Deny wins over any Allow', async () => {
  const client = plane.client('barred');
  await client.send(new UpdateCommand({ ...inTable, Key: key, UpdateExpression: 'REMOVE title' }));
  await assert.rejects(
    client.send(new DeleteCommand({ ...inTable, Key: key })),
    /with an explicit deny/,
  );
});

test('what looks beyond items is for the operator alone', async () => {
  await plane.client().send(new DescribeTableCommand(inTable));
  const found = await plane.client().send(new ListTablesCommand({}));
  assert.deepEqual(found.TableNames, [leases, notes].sort());
  await denies(
    plane.client('writer').send(new DescribeTableCommand(inTable)),
    'dynamodb:DescribeTable',
    '*',
  );
  await denies(plane.client('writer').send(new ScanCommand(inTable)), 'dynamodb:Scan');
});

test('a key that nobody was given is not recognised', async () => {
  const response = await fetch(plane.endpoint, {
    method: 'POST',
    headers: {
      authorization: authorizationOf('AKIASTRANGER'),
      'x-amz-target': 'DynamoDB_20120810.ListTables',
    },
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
    {
      ConditionCheck: {
        TableName: leases,
        Key: { pk: 'none' },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  ],
});

test('a transaction needs the action of each of its items on its table', async () => {
  const client = plane.client('writer');
  await client.send(transaction);
  for (const action of writes) {
    const resource = tableArn(action === 'dynamodb:ConditionCheckItem' ? leases : notes);
    const giveBack = plane.iam.revoke({ function: 'writer', action, resource });
    await denies(client.send(transaction), action, resource);
    giveBack();
  }
  await client.send(transaction);
});

test('a denied transaction changes nothing', async () => {
  const giveBack = plane.iam.revoke({ function: 'writer', action: 'dynamodb:DeleteItem' });
  const Item = { ...item, pk: 'never' };
  const TransactItems = [{ Put: { ...inTable, Item } }, { Delete: { ...inTable, Key: key } }];
  await denies(
    plane.client('writer').send(new TransactWriteCommand({ TransactItems })),
    'dynamodb:DeleteItem',
  );
  giveBack();
  const found = await plane
    .client()
    .send(new GetCommand({ ...inTable, Key: { ...key, pk: 'never' } }));
  assert.equal(found.Item, undefined);
});

test('reads of many items need their own action', async () => {
  const client = plane.client('reader');
  const batch = new BatchGetCommand({ RequestItems: { [notes]: { Keys: [key] } } });
  await client.send(batch);
  plane.iam.revoke({ function: 'reader', action: 'dynamodb:BatchGetItem' });
  await denies(client.send(batch), 'dynamodb:BatchGetItem');
});

test('a table with a customer-managed key needs every grant on that key', async () => {
  const client = plane.client('writer');
  const put = () => client.send(new PutCommand({ ...inTable, Item: item }));
  const get = () => client.send(new GetCommand({ ...inTable, Key: key }));
  const onKey = keyArn(keyId);
  for (const action of writingKey) {
    const giveBack = plane.iam.revoke({ function: 'writer', action });
    await denies(put(), action, onKey);
    if (readingKey.includes(action)) await denies(get(), action, onKey);
    else await get();
    giveBack();
  }
  await denies(
    plane.client('keyless').send(new GetCommand({ ...inTable, Key: key })),
    'kms:Decrypt',
    onKey,
  );
  await plane.client('keyless').send(new GetCommand({ TableName: leases, Key: { pk: 'none' } }));
});

test('a policy that cannot be evaluated exactly is rejected when it is read', () => {
  const policies = [
    allow('s3:GetObject', '*', { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } }),
    allow('s3:GetObject', '*', { StringEquals: { 'aws:RequestedRegion': 'eu-west-1' } }),
    allow('s3:GetObject', '*', { 'ForEachValue:StringEquals': { 'kms:ViaService': 'x' } }),
    allow('s3:GetObject', '*', { Null: { 's3:colour': 'true' } }),
    { Effect: 'Allow', NotAction: 's3:*', Resource: '*' },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how IAM writes a variable.
    allow('s3:GetObject', 'arn:aws:s3:::bucket/${aws:username}'),
  ];
  for (const policy of policies)
    assert.throws(() => createIam(lambda('odd', [policy])), BadConfiguration);
});

const known = new Map([['s3:if-none-match', ['*']]]);

test('Null asks whether a call says anything of a key, whatever it says', () => {
  const when = (wanted: string) =>
    conditionOf({ Null: { 's3:if-none-match': wanted } }, 'a policy');
  assert.deepEqual([when('false')(known), when('false')(new Map())], [true, false]);
  assert.deepEqual([when('true')(known), when('true')(new Map())], [false, true]);
});
