import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { createRequestTokens } from '../services/dynamodb/request-tokens.ts';
import { type DataPlane, startDataPlane } from './helpers/data-plane.ts';
import { dataResources, notes } from './helpers/data-resources.ts';

describe('a transaction with a request token', () => {
  let plane: DataPlane;
  let client: DynamoDBDocumentClient;
  before(async () => {
    plane = await startDataPlane(dataResources());
    client = plane.client();
  });
  after(() => plane.stop());

  const add = (pk: string, token: string, by = 1, condition = 'attribute_not_exists(nothing)') =>
    client.send(
      new TransactWriteCommand({
        ClientRequestToken: token,
        TransactItems: [
          {
            Update: {
              TableName: notes,
              Key: { pk, sk: '1' },
              UpdateExpression: 'ADD amount :by',
              ConditionExpression: condition,
              ExpressionAttributeValues: { ':by': by },
            },
          },
        ],
      }),
    );
  const amountOf = async (pk: string) =>
    (await client.send(new GetCommand({ TableName: notes, Key: { pk, sk: '1' } }))).Item?.amount;

  test('is done once, however often it is sent, at once or later', async () => {
    await Promise.all([add('a', 'one'), add('a', 'one'), add('a', 'one')]);
    await add('a', 'one');
    assert.equal(await amountOf('a'), 1);
    await add('a', 'two');
    assert.equal(await amountOf('a'), 2);
  });

  test('may not ask for something else under it', async () => {
    await add('b', 'three');
    await assert.rejects(add('b', 'three', 2), { name: 'IdempotentParameterMismatchException' });
    assert.equal(await amountOf('b'), 1);
  });

  test('that was refused may be sent again', async () => {
    const present = 'attribute_exists(amount)';
    await assert.rejects(add('c', 'four', 1, present), { name: 'TransactionCanceledException' });
    await add('c', 'five');
    await add('c', 'four', 1, present);
    assert.equal(await amountOf('c'), 2);
  });
});

test('a token is forgotten after ten minutes', async () => {
  let [now, acts] = [0, 0];
  const tokens = createRequestTokens(() => now);
  const act = async () => ({ status: 200, headers: {}, body: Buffer.from(String(++acts)) });
  const once = async () => (await tokens.once('a', '{}', act)).body.toString();
  assert.equal(await once(), '1');
  now = 599_999;
  assert.equal(await once(), '1');
  now = 600_000;
  assert.equal(await once(), '2');
});
