import assert from 'node:assert/strict';
import { ApiError } from '../../../../functions/core/api-error.ts';
import { AlreadyDone, commit, StaleDecision } from '../../../../functions/core/dynamodb/commit.ts';
import { idempotencyRecordKey } from '../../../../functions/core/dynamodb/idempotency-records.ts';
import {
  asRead,
  type Change,
  isNew,
  type Write,
} from '../../../../functions/core/dynamodb/writes.ts';
import { customerKeys } from '../../../../functions/identity/customers/table.ts';
import { awsError, canceled } from '../../../helpers/aws-errors.ts';
import { putting, type Sent, testDatabase } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const failed = 'ConditionalCheckFailed';
const longDeadline = () => ({ now, deadline: Date.now() + 60_000 });
const taken = new ApiError('external_id_taken');

const customer: Write = {
  kind: 'put',
  key: customerKeys.customer('biz', 'cus'),
  item: { version: 2 },
  when: asRead(1),
};
const marker: Write = {
  kind: 'put',
  key: customerKeys.externalId('biz', 'A-1'),
  item: { customer_id: 'cus' },
  when: isNew,
  onConflict: taken,
};
const record = {
  key: idempotencyRecordKey('biz', 'key', 'customers.create', []),
  item: { body: '{}' },
};
const fact = { key: customerKeys.customer('biz', 'other'), attribute: 'status', is: 'active' };
const change: Change = { writes: [customer, marker], conditions: [fact], record };

/** The tables in which everything that the change rests on holds. */
const asRead1 = [putting(customer.key, { version: 1 }), putting(fact.key, { status: 'active' })];
const changed = putting(customer.key, { version: 2 });
const suspended = putting(fact.key, { status: 'suspended' });
const there = putting(marker.key, { customer_id: 'other' });

/** Commits where this was written besides; its first calls fail so. */
const run = (
  what: Change,
  { besides = [], failures = [] }: { besides?: Write[]; failures?: Error[] } = {},
) => {
  const { connection, sent, failing, find } = testDatabase([...asRead1, ...besides]);
  failing(...failures);
  return { outcome: commit(connection, what, longDeadline()), sent, find };
};
const tokensOf = (sent: readonly Sent[]) =>
  new Set(sent.map(({ input }) => input.ClientRequestToken));

describe('of several failed conditions', () => {
  test('the record speaks first, and brings what it holds', async () => {
    const item = { status_code: 201, resource: { id: 'cus' }, expires_at_s: now.getTime() };
    const { outcome } = run(change, {
      besides: [putting(record.key, item), changed, suspended, there],
    });
    await assert.rejects(outcome, (error: unknown) => {
      assert.ok(error instanceof AlreadyDone);
      assert.deepEqual(error.record, { pk: 'biz/key', sk: 'customers.create', ...item });
      return true;
    });
  });

  test('then a write that says what is rejected', async () => {
    const besides = [changed, suspended, there];
    await assert.rejects(run(change, { besides }).outcome, taken);
    await assert.rejects(run({ ...change, record: undefined }, { besides }).outcome, taken);
  });

  test('then the decision is stale', async () => {
    await assert.rejects(run(change, { besides: [changed] }).outcome, StaleDecision);
    await assert.rejects(run(change, { besides: [suspended] }).outcome, StaleDecision);
  });

  test('a failed condition outweighs a conflict beside it', async () => {
    const conflict = canceled('TransactionConflict', failed, 'None', 'None');
    const { outcome, sent } = run(change, { failures: [conflict] });
    await assert.rejects(outcome, StaleDecision);
    assert.equal(sent.length, 1);
  });
});

describe('tries again with the same token', () => {
  const passing: readonly [string, Error][] = [
    ['a conflict', canceled('None', 'TransactionConflict', 'None', 'None')],
    ['a throttled item', canceled('None', 'ThrottlingError', 'None', 'None')],
    ['an exceeded throughput', canceled('None', 'ProvisionedThroughputExceeded', 'None', 'None')],
    ['a throttled request', awsError('ThrottlingException')],
    ['a transaction under way', awsError('TransactionInProgressException')],
    ['a lost answer', awsError('TimeoutError')],
    ['a broken connection', awsError('Error', { code: 'ECONNRESET' })],
    ['an error of DynamoDB itself', awsError('Whatever', { $metadata: { httpStatusCode: 503 } })],
  ];
  for (const [name, error] of passing)
    test(`after ${name}`, async () => {
      const { outcome, sent, find } = run(change, { failures: [error, error] });
      await outcome;
      assert.equal(find(customer.key)?.version, 2);
      assert.equal(sent.length, 3);
      assert.equal(tokensOf(sent).size, 1);
      assert.deepEqual(sent[0]?.input, sent[2]?.input);
    });
});

test('two changes have two tokens', async () => {
  const { connection, sent } = testDatabase(asRead1);
  for (const writes of [[marker], [customer]])
    await commit(connection, { writes, conditions: [fact] }, longDeadline());
  assert.equal(tokensOf(sent).size, 2);
});

describe('at the deadline it gives up', () => {
  const writes = [customer];
  const until = (ms: number) => ({ now, deadline: Date.now() + ms });
  const timeout = { code: 'timeout' };
  const always = (error: Error) => testDatabase([], { before: () => Promise.reject(error) });

  test('and once it is past nothing is sent', async () => {
    const { connection, sent } = testDatabase();
    await assert.rejects(commit(connection, { writes, conditions: [] }, until(0)), timeout);
    assert.equal(sent.length, 0);
  });

  test('unavailable, with a hint when to come again, while others keep what is written', async () => {
    const { connection } = always(canceled('TransactionConflict'));
    const unavailable = { code: 'unavailable', details: { retry_after_seconds: 1 } };
    await assert.rejects(commit(connection, { writes, conditions: [] }, until(1_000)), unavailable);
  });

  test('as a timeout where AWS answered nothing: it may have been done', async () => {
    const { connection } = always(awsError('TimeoutError'));
    await assert.rejects(commit(connection, { writes, conditions: [] }, until(1_000)), timeout);
  });

  test('and the SDK has to send nothing more', async () => {
    const { connection } = testDatabase([], {
      before: (_call, options) =>
        new Promise((_, reject) => {
          options?.abortSignal.addEventListener('abort', () => reject(awsError('AbortError')));
        }),
    });
    await assert.rejects(commit(connection, { writes, conditions: [] }, until(50)), timeout);
  });
});

test('what trying again cannot mend is thrown at once', async () => {
  for (const error of [
    awsError('AccessDeniedException', { $metadata: { httpStatusCode: 400 } }),
    awsError('ValidationException', { $metadata: { httpStatusCode: 400 } }),
    awsError('IdempotentParameterMismatchException'),
    new TypeError('a bug'),
  ]) {
    const { outcome, sent } = run(change, { failures: [error] });
    await assert.rejects(outcome, error);
    assert.equal(sent.length, 1);
  }
});

test('a cancellation of another kind is an error that names the reasons and no data', async () => {
  const { outcome } = run(change, {
    failures: [canceled('None', 'ValidationError', 'None', 'None')],
  });
  await assert.rejects(outcome, {
    name: 'Error',
    message: 'transaction of 3 items canceled: None, ValidationError, None, None',
  });
});
