import assert from 'node:assert/strict';
import { ApiError } from '../../../../functions/core/api-error.ts';
import { AlreadyDone, StaleDecision } from '../../../../functions/core/dynamodb/commit.ts';
import { awsError } from '../../../helpers/aws-errors.ts';
import { aTable, day, response } from '../../../helpers/idempotency-table.ts';
import { describe, test } from '../../../helpers/tests.ts';

describe('an error', () => {
  const refusal = async () => Promise.reject(new ApiError('external_id_taken'));

  test('leaves when the key has done nothing, and is not kept', async () => {
    const table = aTable();
    await assert.rejects(table.use({}, refusal), { code: 'external_id_taken' });
    assert.deepEqual([table.record(), table.reads()], [undefined, 1]);
    assert.deepEqual(await table.use(), response);
  });

  test('gives way to the replay of what the key has done meanwhile', async () => {
    const table = aTable();
    await table.use();
    assert.deepEqual(await table.use({}, refusal), { ...response, replayed: true });
  });

  test('gives way to an error of the key when the body is another', async () => {
    const table = aTable();
    await table.use();
    await assert.rejects(table.use({ payload: {} }, refusal), { code: 'idempotency_key_reused' });
  });

  test('leaves when the record’s time is over', async () => {
    const table = aTable();
    await table.use();
    table.change({ created_at: new Date(Date.now() - day - 2000).toISOString() });
    await assert.rejects(table.use({}, refusal), { code: 'external_id_taken' });
  });
});

test('an outage and a bug also give way to what the key has done', async () => {
  const table = aTable();
  await table.use();
  for (const error of [
    awsError('ThrottlingException'),
    new TypeError('a bug'),
    new StaleDecision(),
  ])
    assert.equal((await table.use({}, () => Promise.reject(error))).replayed, true);
});

test('an error of an unused key is thrown as it is', async () => {
  const error = new TypeError('a bug');
  await assert.rejects(
    aTable().use({}, () => Promise.reject(error)),
    error,
  );
});

test('nobody is rejected while it cannot be known what the key has done', async () => {
  const outage = awsError('ThrottlingException');
  const table = aTable();
  table.failing(outage);
  await assert.rejects(
    table.use({}, () => Promise.reject(new ApiError('external_id_taken'))),
    outage,
  );
});

test('a record that came back unread is read', async () => {
  const table = aTable();
  await table.use();
  const repeat = await table.use({}, () => Promise.reject(new AlreadyDone({})));
  assert.deepEqual([repeat.replayed, table.reads()], [true, 1]);
});
