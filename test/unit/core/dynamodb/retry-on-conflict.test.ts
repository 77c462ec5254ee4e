import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { retryOnConflict, StaleDecision } from '../../../../functions/core/dynamodb/commit.ts';
import { test } from '../../../helpers/tests.ts';

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

/** The time that is left for the retries of the SDK, in milliseconds. */
const reserve_ms = 2_000;

test('a decision of a request is made again as often as its deadline lets it', async () => {
  const now = new Date();
  assert.equal(
    await retryOnConflict(staleTimes(8), { deadline: now.getTime() + reserve_ms + 60_000 }),
    9,
  );
});

test('a decision that stays stale is unavailable before the deadline, and is not made again behind it', async (t) => {
  // Only the attempts take time.
  t.mock.timers.enable({ apis: ['Date'], now: 0 });
  const began: number[] = [];
  const attempt = async () => {
    began.push(Date.now());
    t.mock.timers.tick(100);
    throw new StaleDecision();
  };
  await assert.rejects(retryOnConflict(attempt, { deadline: reserve_ms + 300 }), {
    code: 'unavailable',
  });
  assert.ok(began.every((at) => at < 300) && Date.now() <= 300, `at ${began.join(', ')}`);
});

test('a decision that goes stale when the deadline is near is not made again', async () => {
  let attempts = 0;
  const attempt = async () => {
    attempts += 1;
    throw new StaleDecision();
  };
  await assert.rejects(retryOnConflict(attempt, { deadline: Date.now() + reserve_ms }), {
    code: 'unavailable',
  });
  assert.equal(attempts, 1);
});

for (const count of [40, 80])
  test(`${count} decisions of requests at once over one item all succeed`, async () => {
    let version = 0;
    const decision = () => {
      let attempts = 0;
      return retryOnConflict(
        async () => {
          attempts += 1;
          const read = version;
          await pause(20);
          if (version !== read) throw new StaleDecision();
          version += 1;
          return attempts;
        },
        { deadline: Date.now() + reserve_ms + 600_000 },
      );
    };
    const attempts = await Promise.all(Array.from({ length: count }, decision));
    assert.equal(version, count);
    // Five attempts, the bound of what has no deadline, would not have been enough for all.
    assert.ok(Math.max(...attempts) > 5, `${Math.max(...attempts)} attempts`);
  });

test('a bound is a deadline or a number of attempts', async () => {
  // @ts-expect-error: with both nobody knows which one counts
  const both: Parameters<typeof retryOnConflict>[1] = { deadline: 0, times: 3 };
  await assert.rejects(retryOnConflict(staleTimes(1), both), { code: 'unavailable' });
});
