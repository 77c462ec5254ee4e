import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refusal, send } from './helpers/small-api.ts';

describe('the authorizer', () => {
  const asked = async (token: string, path = '/v1/things') =>
    Number(JSON.parse((await send(path, { token })).body).requestContext.authorizer.asked);

  test('is not started for a token that is missing or misshapen', async () => {
    const before = await asked('count-1');
    for (const token of [null, 'Good-1', 'good1', 'good-1x', '-', 'x'.repeat(5000)]) {
      assert.equal(await refusal(send('/v1/things', { token })), '401 UNAUTHORIZED', String(token));
    }
    assert.equal(await asked('count-2'), before + 1);
  });

  test('is asked once for a token while its answer is kept, for all routes', async () => {
    const first = await asked('kept-1');
    assert.equal(await asked('kept-1'), first);
    assert.equal(await asked('kept-1', '/v1/things/other'), first);
    assert.equal(await asked('kept-2'), first + 1);
  });

  test('that throws Unauthorized refuses, and is asked again', async () => {
    const before = await asked('count-3');
    assert.equal(await refusal(send('/v1/things', { token: 'unknown-1' })), '401 UNAUTHORIZED');
    assert.equal(await refusal(send('/v1/things', { token: 'unknown-1' })), '401 UNAUTHORIZED');
    assert.equal(await asked('count-4'), before + 3);
  });

  test('that denies refuses with ACCESS_DENIED, and its answer is kept', async () => {
    const before = await asked('count-5');
    assert.equal(await refusal(send('/v1/things', { token: 'deny-1' })), '403 ACCESS_DENIED');
    assert.equal(await refusal(send('/v1/things', { token: 'deny-1' })), '403 ACCESS_DENIED');
    assert.equal(await asked('count-6'), before + 2);
  });

  test('that allows one method only denies the others from its kept answer', async () => {
    assert.equal((await send('/v1/things', { token: 'only-1' })).status, 200);
    assert.equal(await refusal(send('/v1/things/a', { token: 'only-1' })), '403 ACCESS_DENIED');
  });

  test('that throws anything else or answers nonsense is AUTHORIZER_FAILURE', async () => {
    for (const token of ['broken-1', 'empty-1', 'deep-1']) {
      assert.equal(await refusal(send('/v1/things', { token })), '500 AUTHORIZER_FAILURE', token);
    }
  });
});
