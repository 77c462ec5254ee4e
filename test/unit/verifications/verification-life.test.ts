import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  VerificationAction,
  VerificationStatus,
  VerificationTrigger,
} from '../../../functions/verifications/model.ts';
import { isFinal, transitionVerification } from '../../../functions/verifications/model.ts';
import { aStoredVerification } from '../../helpers/fixtures/verifications.ts';

const statuses: readonly VerificationStatus[] = ['requires_input', 'processing', 'verified', 'rejected', 'canceled'];
const moves: readonly (VerificationAction | VerificationTrigger)[] = [
  'submit',
  'cancel',
  'verify',
  'reject',
  'request_input',
  'close',
];
const now = new Date('2026-11-20T15:04:05.123Z');

/** Written by hand: the table must say just this. */
const golden: Readonly<Record<string, string>> = {
  'requires_input submit': 'processing verification.processing',
  'requires_input cancel': 'canceled verification.canceled',
  'requires_input close': 'canceled verification.canceled',
  'processing verify': 'verified verification.verified',
  'processing reject': 'rejected verification.rejected',
  'processing request_input': 'requires_input verification.requires_input',
  'processing close': 'canceled verification.canceled',
};

for (const status of statuses)
  describe(`a verification that is ${status}`, () => {
    const before = aStoredVerification({ status, reviewing: true, scheduled_at: now.toISOString(), version: 3 });
    for (const move of moves) {
      const expected = golden[`${status} ${move}`];
      test(expected ? `comes by ${move} to ${expected}` : `is not moved by ${move}`, () => {
        const moved = transitionVerification(before, move, now);
        if (!expected || !moved) return assert.deepEqual([expected, moved], [undefined, undefined]);
        const { status: after, version, reviewing, scheduled_at, updated_at } = moved.after;
        assert.equal(`${after} ${moved.event}`, expected);
        assert.deepEqual([version, reviewing, scheduled_at, updated_at], [4, false, null, now.toISOString()]);
      });
    }

    test('is final where nothing moves it', () => {
      assert.equal(isFinal(before), ['verified', 'rejected', 'canceled'].includes(status));
    });
  });
