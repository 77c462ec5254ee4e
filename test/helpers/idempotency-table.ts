import type { Database, Item } from '../../functions/dynamodb/client.ts';
import { AlreadyDone } from '../../functions/dynamodb/commit.ts';
import { keys } from '../../functions/dynamodb/keys.ts';
import { type KeyUse, TransactionRecords, withIdempotency } from '../../functions/http/idempotency.ts';
import type { ApiResponse } from '../../functions/http/response.ts';
import { aContext } from './lambda-context.ts';

/** The response of an attempt. */
export const response: ApiResponse = {
  ...{ status: 201, body: '{"z":1,"a":"é"}', location: '/v1/customers/cus_1', etag: '"1"' },
};
/** What the response is about. */
export const resource = { id: 'cus_1', object: 'customer', path: '/v1/customers/cus_1' };
/** How long a record is valid, in milliseconds. */
export const day = 24 * 60 * 60 * 1000;

/** A use of a key; what the test does not say is always the same. */
export const aUse = (over: Partial<KeyUse> = {}): KeyUse => ({
  operation: 'customers.create',
  key: keys.replay('biz', 'key', 'customers.create', []),
  ...{ path_ids: [], idempotency_key: 'key' },
  payload: { a: 1, b: { c: [1, 2] } },
  now: new Date(),
  ...over,
});

/** The idempotency table: an attempt puts its record as a commit would, once. Nobody else can write. */
export const aTable = () => {
  const table = { record: undefined as Item | undefined, reads: 0, effects: 0 };
  const get = async () => {
    table.reads += 1;
    return table.record;
  };
  const db = { get } as unknown as Database;
  const use = (over: Partial<KeyUse> = {}, attempt?: () => Promise<ApiResponse>) => {
    const records = new TransactionRecords(aUse(over), db);
    const effect = async () => {
      const { key, item } = records.itemFor(response, resource);
      if (table.record) throw new AlreadyDone(table.record);
      table.record = JSON.parse(JSON.stringify({ pk: key.pk, sk: key.sk, ...item }));
      table.effects += 1;
      return response;
    };
    return withIdempotency(records, aContext(), attempt ?? effect);
  };
  return { table, use };
};
