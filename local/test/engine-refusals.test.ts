import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCore } from '../dynamodb/engine/core.ts';
import { serveCore } from '../dynamodb/engine/http.ts';
import {
  byAuthor,
  createNotes,
  noteOf,
  notesDefinition,
  putNote,
} from './helpers/engine-tables.ts';

const core = openCore();
createNotes(core);
putNote(core, noteOf('1', 'ada'));

const key = { pk: { S: 'a' }, sk: { S: '1' } };
const condition = {
  KeyConditionExpression: 'pk = :a',
  ExpressionAttributeValues: { ':a': { S: 'a' } },
};

/** The operations that are not here, and the word that each error has. */
const refused: readonly (readonly [operation: string, input: object, named: RegExp])[] = [
  ['ExecuteStatement', { Statement: 'SELECT * FROM notes' }, /PartiQL/],
  ['BatchExecuteStatement', {}, /PartiQL/],
  ['ExecuteTransaction', {}, /PartiQL/],
  ['TagResource', {}, /tags/],
  ['ListTagsOfResource', {}, /tags/],
  ['UpdateTable', { TableName: 'notes', GlobalSecondaryIndexUpdates: [] }, /changes of a table/],
  ['CreateBackup', { TableName: 'notes' }, /CreateBackup/],
  ['toString', {}, /toString/],
  ['CreateTable', { ...notesDefinition, TableName: 'other', Tags: [] }, /Tags/],
  [
    'CreateTable',
    { ...notesDefinition, TableName: 'other', SSESpecification: { Enabled: true } },
    /SSESpecification/,
  ],
  ['PutItem', { TableName: 'notes', Item: noteOf('2', 'ada'), Expected: {} }, /Expected/],
  ['UpdateItem', { TableName: 'notes', Key: key, AttributeUpdates: {} }, /AttributeUpdates/],
  ['GetItem', { TableName: 'notes', Key: key, AttributesToGet: ['pk'] }, /AttributesToGet/],
  ['Query', { TableName: 'notes', ...condition, QueryFilter: {} }, /QueryFilter/],
  ['Scan', { TableName: 'notes', ScanFilter: {} }, /ScanFilter/],
  ['Scan', { TableName: 'notes', Colour: 'red' }, /Colour/],
  [
    'TransactWriteItems',
    { TransactItems: [{ Put: { TableName: 'notes', Item: key, ReturnValues: 'NONE' } }] },
    /ReturnValues/,
  ],
];

for (const [operation, input, named] of refused)
  test(`${operation} of ${Object.keys(input).join(', ')} is refused by name`, () => {
    assert.throws(() => core.call(operation, input), {
      name: 'AwsError',
      status: 400,
      message: named,
    });
  });

test('a write that is refused changes nothing', () => {
  assert.throws(() =>
    core.call('BatchWriteItem', {
      RequestItems: {
        notes: [
          { PutRequest: { Item: noteOf('2', 'ada') } },
          { PutRequest: { Item: { ...noteOf('3', 'ada'), author: { N: '1' } } } },
        ],
      },
    }),
  );
  assert.deepEqual(byAuthor(core, 'ada'), ['1']);
});

test('what is served speaks the protocol, with any credentials', async () => {
  const { port, stop } = await serveCore(core, 0);
  const ask = async (operation: string, body: string) => {
    const response = await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: {
        'x-amz-target': `DynamoDB_20120810.${operation}`,
        'content-type': 'application/x-amz-json-1.0',
      },
      body,
    });
    return { status: response.status, ...((await response.json()) as object) };
  };
  try {
    assert.deepEqual(await ask('ListTables', '{}'), { status: 200, TableNames: ['notes'] });
    assert.deepEqual(await ask('ListTables', '['), {
      status: 400,
      __type: 'com.amazonaws.dynamodb.v20120810#SerializationException',
      message: 'The body is no JSON object.',
    });
    const { status } = await ask('Nothing', '{}');
    assert.equal(status, 400);
  } finally {
    await stop();
  }
});
