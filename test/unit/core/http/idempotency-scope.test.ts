import assert from 'node:assert/strict';
import { ApiError } from '../../../../functions/core/api-error.ts';
import { isNew } from '../../../../functions/core/dynamodb/writes.ts';
import type { IdempotencyScope } from '../../../../functions/core/http/request.ts';
import { suspendCustomer } from '../../../../functions/identity/customers/routes.ts';
import { cardKeys } from '../../../../functions/issuing/cards/table.ts';
import { customerId } from '../../../helpers/api-event.ts';
import { canceled } from '../../../helpers/aws-errors.ts';
import { runHandler } from '../../../helpers/run-handler.ts';
import { testDatabase } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';

const scopeOf = async (body?: string): Promise<IdempotencyScope> => {
  let scope: IdempotencyScope | undefined;
  await runHandler(
    suspendCustomer,
    async (request) => {
      scope = request.idempotencyScope;
      throw new ApiError('internal');
    },
    body === undefined ? {} : { body },
  );
  return scope ?? assert.fail('nothing was posted');
};

describe('a POST', () => {
  test('is identified by route, path, key and body, which are the same for a retry', async () => {
    const scope = await scopeOf('{"reason":"x"}');
    const { request_hash, ...rest } = scope;
    assert.deepEqual(rest, {
      operation: 'customers.suspend',
      path_ids: [customerId],
      idempotency_key: 'key-1',
    });
    assert.match(request_hash, /^[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual(await scopeOf('{ "reason": "x" }'), scope);
    assert.notEqual((await scopeOf('{"reason":"y"}')).request_hash, request_hash);
    assert.deepEqual(await scopeOf(), await scopeOf('{}'));
  });
});

describe('a checkpoint', () => {
  const key = cardKeys.spending('biz', 'card_1');
  const writes = [{ kind: 'put', key, item: { seen: 1 }, when: isNew }] as const;

  test('is one transaction without a record, an event or an answer', async () => {
    const { error, operations, asked } = await runHandler(
      suspendCustomer,
      async (request) => {
        await request.checkpoint({ writes, conditions: [] });
        throw new ApiError('action_not_allowed');
      },
      {},
    );
    assert.equal((error as ApiError).code, 'action_not_allowed');
    // The last is the look for a record that every refusal takes.
    assert.deepEqual(operations, ['TransactWrite', 'Get']);
    const items = asked[0]?.input.TransactItems as { Put: { Item: object } }[];
    assert.deepEqual(
      items.map(({ Put }) => Put.Item),
      [{ pk: key.pk, sk: key.sk, seen: 1 }],
    );
  });

  test('that is stale makes the whole decision again', async () => {
    let decisions = 0;
    const tables = testDatabase();
    tables.failing(canceled('ConditionalCheckFailed'));
    const { operations } = await runHandler(
      suspendCustomer,
      async (request) => {
        decisions += 1;
        await request.checkpoint({ writes, conditions: [] });
        throw new ApiError('action_not_allowed');
      },
      {},
      tables,
    );
    assert.equal(decisions, 2);
    assert.deepEqual(operations, ['TransactWrite', 'TransactWrite', 'Get']);
  });
});
