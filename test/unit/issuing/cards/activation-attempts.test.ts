import assert from 'node:assert/strict';
import {
  type ActivationAttempts,
  noAttempts,
  tryLast4,
  wrong_attempts_max,
} from '../../../../functions/issuing/cards/attempts.ts';
import { now } from '../../../helpers/fixtures/cards.ts';
import { test } from '../../../helpers/tests.ts';

const hour_ms = 60 * 60 * 1000;
const later = (ms: number) => new Date(now.getTime() + ms);
const guess = (last4: string, idempotency_key: string, before: ActivationAttempts, at = now) => {
  const tried = tryLast4('4242', { last4, idempotency_key }, before, at);
  if (tried.allowed) return { allowed: true } as const;
  const { code, details } = tried.error;
  return { allowed: false, attempts: tried.attempts, said: { code, ...details } } as const;
};

/** So many wrong guesses, each with its own key. */
const after = (wrong: number): ActivationAttempts => {
  let attempts = noAttempts;
  for (let made = 0; made < wrong; made += 1) {
    const tried = guess('0000', `key-${made}`, attempts);
    if (!tried.allowed) attempts = tried.attempts;
  }
  return attempts;
};

test('the right digits are allowed, however many were wrong before the lock', () => {
  for (let wrong = 0; wrong < wrong_attempts_max; wrong += 1)
    assert.deepEqual(guess('4242', 'right', after(wrong)), { allowed: true });
});

test('each wrong guess leaves one less, and the fifth locks for an hour', () => {
  const said = [1, 2, 3, 4, 5].map((made) => {
    const tried = guess('0000', `key-${made - 1}`, after(made - 1));
    return tried.allowed ? assert.fail() : tried;
  });
  assert.deepEqual(
    said.map((tried) => tried.said),
    [4, 3, 2, 1, 0].map((attempts_left) => ({ code: 'last4_mismatch', attempts_left })),
  );
  assert.deepEqual(
    said.map(({ attempts }) => attempts.locked_until),
    [null, null, null, null, '2026-11-20T16:04:05.123Z'],
  );
});

test('a retry of the same guess is counted once; another guess under its key is another guess', () => {
  const first = after(1);
  const retried = guess('0000', 'key-0', first);
  assert.deepEqual(retried, {
    allowed: false,
    attempts: first,
    said: { code: 'last4_mismatch', attempts_left: 4 },
  });
  const other = guess('0001', 'key-0', first);
  assert.ok(!other.allowed && other.said.attempts_left === 3);
});

test('while it is locked even the right digits are rejected, with how long to wait', () => {
  const locked = after(5);
  for (const [ms, retry_after_seconds] of [
    [0, 3600],
    [1, 3600],
    [1000, 3599],
    [hour_ms - 1, 1],
  ] as const) {
    const tried = guess('4242', 'right', locked, later(ms));
    const said = { code: 'activation_locked', retry_after_seconds };
    assert.deepEqual(tried, { allowed: false, attempts: locked, said });
  }
});

test('once the hour is over, counting starts again', () => {
  const locked = after(5);
  assert.deepEqual(guess('4242', 'right', locked, later(hour_ms)), { allowed: true });
  const tried = guess('0000', 'key-0', locked, later(hour_ms));
  assert.ok(!tried.allowed);
  assert.deepEqual(tried.attempts, {
    wrong: [{ idempotency_key: 'key-0', last4: '0000' }],
    locked_until: null,
  });
});
