import assert from 'node:assert/strict';
import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { StaleDecision } from '../../../../functions/core/dynamodb/commit.ts';
import { keys } from '../../../../functions/core/dynamodb/keys.ts';
import { writeOne } from '../../../../functions/core/dynamodb/write-one.ts';
import { asRead, exists, type SingleWrite } from '../../../../functions/core/dynamodb/writes.ts';
import { awsError } from '../../../helpers/aws-errors.ts';
import { putting, testDatabase } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';

const key = keys.delivery('biz', 'dlv');
const first_attempt = Buffer.from('bytes');
const item = {
  version: 2,
  lease: { token: 'ours', until: '2026' },
  recovery_id: undefined,
  first_attempt,
};
const claim: SingleWrite = { kind: 'put', key, item, when: asRead(1) };
const confirmation: SingleWrite = {
  kind: 'set',
  key,
  values: { scheduled_at: undefined, sweeps: 3 },
  when: exists,
};
const reported: SingleWrite = {
  kind: 'set',
  key,
  values: { version: 2, scheduled_at: undefined },
  when: asRead(1),
};
const read = { version: 1, lease: null, scheduled_at: 'then', sweeps: 2 };

const $metadata = { httpStatusCode: 400 };

/** Writes where this lies; its first calls fail so, before their effect or after it. */
const run = (write: SingleWrite, found?: object, { failures = [], lost = 0 }: Failing = {}) => {
  const { connection, sent, failing, find } = testDatabase(
    found ? [putting(key, { ...found })] : [],
    {
      after: () => {
        if (sent.length <= lost) throw awsError('TimeoutError');
      },
    },
  );
  failing(...failures);
  const outcome = writeOne(connection, write, { now: new Date(), deadline: Date.now() + 60_000 });
  return { outcome, sent, find: () => find(key) };
};

type Failing = { readonly failures?: readonly Error[]; readonly lost?: number };

describe('a single write', () => {
  test('is one request with its condition, and no transaction', async () => {
    const put = run(claim, read);
    await put.outcome;
    assert.deepEqual(put.sent, [
      {
        operation: 'Put',
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
    assert.deepEqual(put.find()?.lease, item.lease);
    const update = run(confirmation, read);
    await update.outcome;
    assert.equal(update.sent[0]?.operation, 'Update');
    assert.deepEqual([update.find()?.sweeps, update.find()?.scheduled_at], [3, undefined]);
  });

  test('is stale where another has written, or nothing is there', async () => {
    const theirs = { ...item, lease: { token: 'theirs', until: '2026' } };
    for (const found of [theirs, { ...item, more: 1 }, undefined])
      await assert.rejects(run(claim, found).outcome, StaleDecision);
    for (const found of [{ version: 2, scheduled_at: 'then' }, { version: 3 }, undefined])
      await assert.rejects(run(reported, found).outcome, StaleDecision);
    await assert.rejects(run(confirmation).outcome, StaleDecision);
  });

  test('whose answer got lost is found done by its repetition', async () => {
    for (const write of [claim, reported]) {
      const { outcome, sent, find } = run(write, read, { lost: 1 });
      await outcome;
      assert.deepEqual([sent.length, find()?.version], [2, 2]);
    }
  });

  test('is tried again after a transaction on its item, or a throttle, and not after what that cannot mend', async () => {
    const conflict = new TransactionConflictException({ message: '', $metadata });
    for (const passing of [conflict, awsError('ProvisionedThroughputExceededException')]) {
      const { outcome, sent, find } = run(claim, read, { failures: [passing] });
      await outcome;
      assert.deepEqual([sent.length, find()?.version], [2, 2]);
    }
    const denied = awsError('AccessDeniedException', { $metadata });
    await assert.rejects(run(claim, read, { failures: [denied] }).outcome, denied);
  });
});
