import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryOnConflict, StaleDecision } from '../../../functions/dynamodb/commit.ts';

const staleTimes = (times: number) => {
  let attempts = 0;
  return async () => {
    attempts += 1;
    if (attempts <= times) throw new StaleDecision();
    return attempts;
  };
};

test('a decision that went stale is made again', async () => {
  assert.equal(await retryOnConflict(staleTimes(0)), 1);
  assert.equal(await retryOnConflict(staleTimes(4)), 5);
});

test('a decision that goes stale five times is unavailable', async () => {
  await assert.rejects(retryOnConflict(staleTimes(5)), { code: 'unavailable' });
});

test('whatever else is wrong is thrown at once', async () => {
  let attempts = 0;
  const error = new TypeError('a bug');
  const attempt = async () => {
    attempts += 1;
    throw error;
  };
  await assert.rejects(retryOnConflict(attempt), error);
  assert.equal(attempts, 1);
});

test('a decision that may be given up ends with what it says, after as many times as it says', async () => {
  assert.equal(await retryOnConflict(staleTimes(2), { times: 3, exhausted: () => -1 }), 3);
  assert.equal(await retryOnConflict(staleTimes(3), { times: 3, exhausted: () => -1 }), -1);
});
