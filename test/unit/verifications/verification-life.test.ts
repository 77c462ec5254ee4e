import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transitionVerification } from '../../../functions/verifications/model.ts';
import { isFinal, verificationStatuses, verificationTransitions } from '../../../functions/verifications/states.ts';
import { aStoredVerification } from '../../helpers/fixtures/verifications.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const names = ['submit', 'cancel', 'verify', 'reject', 'request_input', 'close'] as const;

for (const status of verificationStatuses)
  test(`a verification that is ${status} has the transitions of the table, each one version on, and no other`, () => {
    const before = aStoredVerification({ status, reviewing: true, scheduled_at: now.toISOString(), version: 3 });
    for (const name of names) {
      const changed = transitionVerification(before, name, now);
      const expected = verificationTransitions[status][name];
      assert.deepEqual(changed && [changed.after.status, changed.event], expected);
      if (!changed) continue;
      const { version, reviewing, scheduled_at, updated_at } = changed.after;
      assert.deepEqual([version, reviewing, scheduled_at, updated_at], [4, false, null, now.toISOString()]);
    }
    assert.equal(
      isFinal(before),
      names.every((name) => !transitionVerification(before, name, now)),
    );
  });
