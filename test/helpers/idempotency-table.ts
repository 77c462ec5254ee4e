import type { Item } from '../../functions/core/dynamodb/client.ts';
import { commit } from '../../functions/core/dynamodb/commit.ts';
import { idempotencyRecordKey } from '../../functions/core/dynamodb/idempotency-records.ts';
import {
  type KeyUse,
  TransactionRecords,
  withIdempotency,
} from '../../functions/core/http/idempotency.ts';
import type { ApiResponse } from '../../functions/core/http/response.ts';
import { aContext } from './lambda-context.ts';
import { putting, testDatabase } from './test-database.ts';

/** The response of an attempt. */
export const response: ApiResponse = {
  status: 201,
  body: '{"z":1,"a":"é"}',
  location: '/v1/customers/cus_1',
  etag: '"1"',
};
/** The subject of the response. */
export const resource = { id: 'cus_1', object: 'customer', path: '/v1/customers/cus_1' };
/** How long a record is valid, in milliseconds. */
export const day = 24 * 60 * 60 * 1000;

/** A use of a key; what the test does not say is always the same. */
export const aUse = (over: Partial<KeyUse> = {}): KeyUse => ({
  operation: 'customers.create',
  key: idempotencyRecordKey('biz', 'key', 'customers.create', []),
  path_ids: [],
  idempotency_key: 'key',
  payload: { a: 1, b: { c: [1, 2] } },
  now: new Date(),
  ...over,
});

/** Uses of a key on a test database: the transaction of an attempt writes its record alone. */
export const aTable = () => {
  const tables = testDatabase();
  const key = idempotencyRecordKey('biz', 'key', 'customers.create', []);
  let effects = 0;
  const use = (over: Partial<KeyUse> = {}, attempt?: () => Promise<ApiResponse>) => {
    const records = new TransactionRecords(aUse(over), tables.db);
    const effect = async () => {
      const deadline = { now: records.use.now, deadline: Date.now() + 9_500 };
      const record = records.itemFor(response, resource);
      await commit(tables.connection, { writes: [], conditions: [], record }, deadline);
      effects += 1;
      return response;
    };
    return withIdempotency(records, aContext(), attempt ?? effect);
  };
  return {
    use,
    failing: tables.failing,
    /** The record of the key that every use has which names no other. */
    record: () => tables.find(key),
    /** Changes the record, or puts one. */
    change: (item: Item) => {
      const { pk, sk, ...record } = tables.find(key) ?? {};
      tables.give(putting(key, { ...record, ...item }));
    },
    effects: () => effects,
    reads: () => tables.sent.filter(({ operation }) => operation === 'Get').length,
  };
};
