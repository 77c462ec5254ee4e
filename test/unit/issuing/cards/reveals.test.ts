import assert from 'node:assert/strict';
import { ApiError } from '../../../../functions/core/api-error.ts';
import { reveals_max } from '../../../../functions/core/limits.ts';
import { anotherReveal } from '../../../../functions/issuing/cards/attempts.ts';
import { now } from '../../../helpers/fixtures/cards.ts';
import { test } from '../../../helpers/tests.ts';

const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const since = now.toISOString();

test('a key is shown so many numbers within the hour that begins with the first', () => {
  assert.deepEqual(anotherReveal(undefined, now), { since, count: 1 });
  assert.deepEqual(anotherReveal({ since, count: reveals_max - 1 }, later(3_599)), {
    since,
    count: reveals_max,
  });
  assert.throws(
    () => anotherReveal({ since, count: reveals_max }, later(3_000)),
    new ApiError('reveal_limit_reached', { retry_after_seconds: 600 }),
  );
});

test('and as many again when it is over', () => {
  const next = { since: later(3_600).toISOString(), count: 1 };
  assert.deepEqual(anotherReveal({ since, count: reveals_max }, later(3_600)), next);
});
