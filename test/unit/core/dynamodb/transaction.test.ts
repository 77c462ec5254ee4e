import assert from 'node:assert/strict';
import { transactionOf } from '../../../../functions/core/dynamodb/commit.ts';
import { idempotencyRecordKey } from '../../../../functions/core/dynamodb/idempotency-records.ts';
import {
  asRead,
  type Change,
  isNew,
  type Write,
} from '../../../../functions/core/dynamodb/writes.ts';
import { customerKeys } from '../../../../functions/identity/customers/table.ts';
import { apiKeyKey } from '../../../../functions/tenants/accounts/access-table.ts';
import { test } from '../../../helpers/tests.ts';
import '../../../helpers/table-names.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const customer = {
  kind: 'put',
  key: customerKeys.customer('biz', 'cus'),
  item: { version: 2 },
  when: asRead(1),
} as const;
const marker = {
  kind: 'put',
  key: customerKeys.externalId('biz', 'A-1'),
  item: { customer_id: 'cus' },
  when: isNew,
} as const;
const record = {
  key: idempotencyRecordKey('biz', 'key', 'customers.create', []),
  item: { body: '{}' },
};
const fact = { key: customerKeys.customer('biz', 'other'), attribute: 'status', is: 'active' };

const itemsOf = (change: Change) => transactionOf(change, now).TransactItems ?? [];

test('a change is one transaction: the record, the writes, and a check of every fact', () => {
  const items = itemsOf({ writes: [customer, marker], conditions: [fact], record });
  assert.deepEqual(
    items.map((item) => Object.keys(item)),
    [['Put'], ['Put'], ['Put'], ['ConditionCheck']],
  );
  assert.deepEqual(items[0]?.Put, {
    TableName: 'test-idempotency',
    Item: { body: '{}', pk: 'biz/key', sk: 'customers.create' },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    ConditionExpression: 'attribute_not_exists(pk) OR expires_at_s < :now',
    ExpressionAttributeValues: { ':now': 1_795_187_045 },
  });
  assert.deepEqual(items[3]?.ConditionCheck, {
    TableName: 'test-resources',
    Key: { pk: 'biz/customer', sk: 'other' },
    ConditionExpression: '#attribute = :value',
    ExpressionAttributeNames: { '#attribute': 'status' },
    ExpressionAttributeValues: { ':value': 'active' },
  });
});

test('an item cannot say where it is put', () => {
  const item = { pk: 'elsewhere', sk: 'elsewhere' };
  const [first] = itemsOf({ writes: [{ ...customer, item }], conditions: [] });
  assert.deepEqual(first?.Put?.Item, { pk: 'biz/customer', sk: 'cus' });
});

test('setting and deleting carry their conditions', () => {
  const key = apiKeyKey('hash');
  const writes: Write[] = [
    { kind: 'set', key, values: { status: 'a', version: 2 }, when: asRead(1) },
    { kind: 'delete', key, when: asRead(1) },
  ];
  const target = {
    TableName: 'test-access',
    Key: { pk: 'hash' },
    ConditionExpression: '#version = :read',
  };
  assert.deepEqual(itemsOf({ writes, conditions: [] }), [
    {
      Update: {
        ...target,
        UpdateExpression: 'SET #s0 = :s0, #s1 = :s1',
        ExpressionAttributeNames: { '#version': 'version', '#s0': 'status', '#s1': 'version' },
        ExpressionAttributeValues: { ':read': 1, ':s0': 'a', ':s1': 2 },
      },
    },
    {
      Delete: {
        ...target,
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':read': 1 },
      },
    },
  ]);
});
