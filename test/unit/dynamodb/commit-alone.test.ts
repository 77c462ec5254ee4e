import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { StaleDecision } from '../../../functions/dynamodb/commit.ts';
import { keys } from '../../../functions/dynamodb/keys.ts';
import { asRead, exists, type SingleWrite } from '../../../functions/dynamodb/writes.ts';
import { commitAlone } from '../../../functions/store/commit-alone.ts';
import { aConnection, awsError } from '../../helpers/scripted-connection.ts';

const key = keys.delivery('biz', 'dlv');
const item = { version: 2, lease: { token: 'ours', until: '2026' }, recovery_id: undefined, last_attempt: null };
const claim: SingleWrite = { kind: 'put', key, item, when: asRead(1) };
const confirmation: SingleWrite = { kind: 'set', key, values: { scheduled_at: undefined, sweeps: 3 }, when: exists };
const stored = { pk: 'biz/dlv', sk: 'delivery', version: 2, lease: item.lease, last_attempt: null };

const $metadata = { httpStatusCode: 400 };
const refused = (Item?: object) =>
  new ConditionalCheckFailedException({ message: '', $metadata, ...(Item && { Item: marshall(Item) }) });

const run = (write: SingleWrite, ...script: (object | Error)[]) => {
  const { connection, sent } = aConnection(...script);
  return { outcome: commitAlone(connection, write, { now: new Date(), deadline: Date.now() + 60_000 }), sent };
};

describe('a lone write', () => {
  test('is one request with its condition, and no transaction', async () => {
    const { outcome, sent } = run(claim, {});
    await outcome;
    assert.deepEqual(sent, [
      {
        operation: 'PutCommand',
        input: {
          TableName: 'test-deliveries',
          Item: { ...item, pk: 'biz/dlv', sk: 'delivery' },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          ConditionExpression: '#version = :read',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':read': 1 },
        },
      },
    ]);
    const [update] = run(confirmation, {}).sent;
    assert.equal(update?.operation, 'UpdateCommand');
    assert.equal(update?.input.ConditionExpression, 'attribute_exists(pk)');
  });

  test('is stale where another has written, or nothing is there', async () => {
    for (const found of [{ ...stored, lease: { token: 'theirs', until: '2026' } }, { ...stored, more: 1 }, undefined])
      await assert.rejects(run(claim, refused(found)).outcome, StaleDecision);
    for (const found of [{ ...stored, sweeps: 4 }, { ...stored, sweeps: 3, scheduled_at: 'then' }, undefined])
      await assert.rejects(run(confirmation, refused(found)).outcome, StaleDecision);
  });

  test('whose answer got lost is found done by its repetition', async () => {
    for (const [write, found] of [
      [claim, stored],
      [confirmation, { ...stored, sweeps: 3 }],
    ] as const) {
      const { outcome, sent } = run(write, awsError('TimeoutError'), refused(found));
      await outcome;
      assert.equal(sent.length, 2);
    }
  });

  test('is tried again after a transaction on its item, or a throttle, and not after what that cannot cure', async () => {
    const conflict = new TransactionConflictException({ message: '', $metadata });
    for (const passing of [conflict, awsError('ProvisionedThroughputExceededException')]) {
      const { outcome, sent } = run(claim, passing, {});
      await outcome;
      assert.equal(sent.length, 2);
    }
    const denied = awsError('AccessDeniedException', { $metadata });
    await assert.rejects(run(claim, denied, {}).outcome, denied);
  });
});
