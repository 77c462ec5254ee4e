import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  grace_seconds_max,
  live_secrets_max,
  liveSecrets,
  nextSecretVersion,
  rotateSecrets,
  type WebhookSecret,
} from '../../../../functions/delivery/webhooks/secrets.ts';
import { durations, durationsAt } from '../../../helpers/durations.ts';
import { test } from '../../../helpers/tests.ts';

const start = Date.parse('2026-08-01T00:00:00.000Z');
const at = (seconds: number) => new Date(start + seconds * 1000);
const secret = (version: number, created: number): WebhookSecret => ({
  version,
  created_at: at(created).toISOString(),
  expires_at: null,
});
const rotated = (secrets: readonly WebhookSecret[], seconds: number, grace: number) =>
  rotateSecrets(secrets, secret(nextSecretVersion(secrets), seconds), grace, {
    now: at(seconds),
    durations,
  });
const versions = (secrets: readonly WebhookSecret[], seconds: number) =>
  liveSecrets(secrets, at(seconds)).map(({ version }) => version);

test('after a rotation both sign until the grace ends, then only the new one', () => {
  const secrets = rotated([secret(1, 0)], 10, 60);
  assert.deepEqual(versions(secrets, 10), [2, 1]);
  assert.deepEqual(versions(secrets, 69.999), [2, 1]);
  assert.deepEqual(versions(secrets, 70), [2]);
});

test('without grace the old one stops at once', () => {
  assert.deepEqual(versions(rotated([secret(1, 0)], 10, 0), 10), [2]);
});

test('a rotation that is retried ends no secret, and lengthens no grace', () => {
  const secrets = rotated(rotated([secret(1, 0)], 10, 60), 20, 60);
  assert.deepEqual(versions(secrets, 20), [3, 2, 1]);
  assert.deepEqual(versions(secrets, 69.999), [3, 2, 1]);
  assert.deepEqual(versions(secrets, 70), [3, 2]);
  assert.deepEqual(versions(secrets, 80), [3]);
});

test('however often it is retried, the original signs until its grace ends', () => {
  let secrets: readonly WebhookSecret[] = rotated([secret(1, 0)], 10, 60);
  for (let second = 11; second < 20; second++) secrets = rotated(secrets, second, 60);
  assert.deepEqual(versions(secrets, 20), [11, 10, 1]);
  assert.deepEqual(versions(secrets, 70), [11, 10]);
});

test('a shorter grace shortens those that run, and none ends all', () => {
  const secrets = rotated([secret(1, 0)], 10, 60);
  assert.deepEqual(versions(rotated(secrets, 20, 5), 24.999), [3, 2, 1]);
  assert.deepEqual(versions(rotated(secrets, 20, 5), 25), [3]);
  assert.deepEqual(versions(rotated(secrets, 20, 0), 20), [3]);
});

test('a faster clock shortens the grace', () => {
  const secrets = rotateSecrets([secret(1, 0)], secret(2, 10), 60, {
    now: at(10),
    durations: durationsAt(10),
  });
  assert.deepEqual(versions(secrets, 15.999), [2, 1]);
  assert.deepEqual(versions(secrets, 16), [2]);
});

test('through any rotations at most three live, the newest always does, and versions never repeat', () => {
  const rotation = fc.record({
    wait: fc.integer({ min: 0, max: 700_000 }),
    grace: fc.integer({ min: 0, max: grace_seconds_max }),
  });
  fc.assert(
    fc.property(fc.array(rotation, { maxLength: 20 }), (rotations) => {
      let seconds = 0;
      let secrets: readonly WebhookSecret[] = [secret(1, 0)];
      for (const { wait, grace } of rotations) {
        seconds += wait;
        const newest = nextSecretVersion(secrets);
        secrets = rotated(secrets, seconds, grace);
        const live = versions(secrets, seconds);
        assert.equal(live[0], newest);
        assert.ok(live.length <= live_secrets_max && live.length === secrets.length);
        assert.deepEqual(versions(secrets, seconds + grace), [newest]);
      }
    }),
  );
});
