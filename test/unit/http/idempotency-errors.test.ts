import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '../../../functions/api-error.ts';
import type { Database } from '../../../functions/dynamodb/client.ts';
import { AlreadyDone, StaleDecision } from '../../../functions/dynamodb/commit.ts';
import { TransactionRecords, withIdempotency } from '../../../functions/http/idempotency.ts';
import { aTable, aUse, day, response } from '../../helpers/idempotency-table.ts';
import { aContext } from '../../helpers/lambda-context.ts';
import { awsError } from '../../helpers/scripted-connection.ts';

describe('a refusal', () => {
  const refusal = async () => Promise.reject(new ApiError('external_id_taken'));

  test('leaves when the key has done nothing, and is not kept', async () => {
    const { table, use } = aTable();
    await assert.rejects(use({}, refusal), { code: 'external_id_taken' });
    assert.deepEqual([table.record, table.reads], [undefined, 1]);
    assert.deepEqual(await use(), response);
  });

  test('gives way to the replay of what the key has done meanwhile', async () => {
    const { use } = aTable();
    await use();
    assert.deepEqual(await use({}, refusal), { ...response, replayed: true });
  });

  test('gives way to a refusal of the key when the body is another', async () => {
    const { use } = aTable();
    await use();
    await assert.rejects(use({ payload: {} }, refusal), { code: 'idempotency_key_reused' });
  });

  test('leaves when the record’s time is over', async () => {
    const { table, use } = aTable();
    await use();
    table.record = { ...table.record, created_at: new Date(Date.now() - day - 2000).toISOString() };
    await assert.rejects(use({}, refusal), { code: 'external_id_taken' });
  });
});

test('an outage and a bug also give way to what the key has done', async () => {
  const { use } = aTable();
  await use();
  for (const error of [awsError('ThrottlingException'), new TypeError('a bug'), new StaleDecision()])
    assert.equal((await use({}, () => Promise.reject(error))).replayed, true);
});

test('an error of an unused key is thrown as it is', async () => {
  const error = new TypeError('a bug');
  await assert.rejects(
    aTable().use({}, () => Promise.reject(error)),
    error,
  );
});

test('nobody is refused while it cannot be known what the key has done', async () => {
  const outage = awsError('ThrottlingException');
  const db = { get: () => Promise.reject(outage) } as unknown as Database;
  const attempt = () => Promise.reject(new ApiError('external_id_taken'));
  await assert.rejects(withIdempotency(new TransactionRecords(aUse(), db), aContext(), attempt), outage);
});

test('a record that came back unread is read', async () => {
  const { table, use } = aTable();
  await use();
  const repeat = await use({}, () => Promise.reject(new AlreadyDone({})));
  assert.deepEqual([repeat.replayed, table.reads], [true, 1]);
});
