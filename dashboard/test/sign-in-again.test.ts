import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayHelp } from '../src/session/sign-in-again.ts';

test('a refusal leads to signing in again once, and then not within a minute', () => {
  const signedInAgainAt = Date.parse('2026-11-20T15:00:00.000Z');
  assert.equal(mayHelp(null, signedInAgainAt), true);
  assert.equal(mayHelp(signedInAgainAt, signedInAgainAt), false);
  assert.equal(mayHelp(signedInAgainAt, signedInAgainAt + 59_999), false);
  assert.equal(mayHelp(signedInAgainAt, signedInAgainAt + 60_000), true);
});
