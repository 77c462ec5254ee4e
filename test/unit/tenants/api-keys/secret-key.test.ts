import assert from 'node:assert/strict';
import { idsAt } from '../../../../functions/core/new-id.ts';
import {
  hashOf,
  isWellFormed,
  makeKey,
  newKeyPair,
} from '../../../../functions/tenants/api-keys/table.ts';
import { test } from '../../../helpers/tests.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

test('a key says what it is for, and has 32 random characters and 6 of checksum', () => {
  assert.match(makeKey('secret', 'sandbox'), /^sk_sandbox_[0-9A-Za-z]{38}$/);
  assert.match(makeKey('secret', 'live'), /^sk_live_[0-9A-Za-z]{38}$/);
  assert.match(makeKey('restricted', 'live'), /^rk_live_[0-9A-Za-z]{38}$/);
  assert.match(makeKey('public', 'sandbox'), /^pk_sandbox_[0-9A-Za-z]{38}$/);
  assert.match(makeKey('public', 'live'), /^pk_live_[0-9A-Za-z]{38}$/);
});

test('every key that is made is well formed, and no two are alike', () => {
  const keys = Array.from({ length: 2000 }, () => makeKey('secret', 'sandbox'));
  assert.ok(keys.every(isWellFormed));
  assert.equal(new Set(keys).size, keys.length);
});

test('every character of the alphabet is used at every place', () => {
  const keys = Array.from({ length: 3000 }, () =>
    makeKey('secret', 'sandbox').slice('sk_sandbox_'.length, -6),
  );
  for (let at = 0; at < 32; at++)
    assert.equal(new Set(keys.map((key) => key[at])).size, 62, `place ${at}`);
});

test('a key with any one character changed, or any two neighbours swapped, is not well formed', () => {
  const key = makeKey('secret', 'sandbox');
  for (let at = 0; at < key.length; at++) {
    for (const character of `${alphabet}_`)
      if (character !== key[at])
        assert.equal(isWellFormed(key.slice(0, at) + character + key.slice(at + 1)), false);
    const [one, other] = [key[at], key[at + 1]];
    if (other && one !== other)
      assert.equal(
        isWellFormed(key.slice(0, at) + other + one + key.slice(at + 2)),
        false,
        `swapped at ${at}`,
      );
  }
});

test('a key cut off, prolonged, of another kind or of another environment is not well formed', () => {
  const key = makeKey('secret', 'sandbox');
  for (let at = 0; at < key.length; at++) assert.equal(isWellFormed(key.slice(0, at)), false);
  for (const wrong of [
    `${key}0`,
    ` ${key}`,
    `${key}\n`,
    key.replace('sk_', 'pk_'),
    key.replace('sandbox', 'live'),
    '',
    '000000',
  ])
    assert.equal(isWellFormed(wrong), false, wrong);
});

test('a pair is kept as hashes, prefixes and last fours, never as keys', () => {
  const now = new Date('2026-11-20T15:04:05.123Z');
  const { entries, keys } = newKeyPair('sandbox', idsAt(now), now);
  const [secret, shown] = entries;
  assert.deepEqual([secret?.hash, shown?.hash], [hashOf(keys.secret_key), hashOf(keys.public_key)]);
  assert.deepEqual(
    [secret?.kind, secret?.prefix, shown?.kind, shown?.prefix],
    ['secret', 'sk_sandbox_', 'public', 'pk_sandbox_'],
  );
  assert.deepEqual(
    [secret?.last4, shown?.last4],
    [keys.secret_key.slice(-4), keys.public_key.slice(-4)],
  );
  const stored = JSON.stringify(entries);
  for (const key of [keys.secret_key, keys.public_key])
    assert.ok(!stored.includes(key.slice('sk_sandbox_'.length, -4)));
});
