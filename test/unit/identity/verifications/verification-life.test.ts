import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { nothingRequired } from '../../../../functions/identity/customers/requirements.ts';
import { toVerificationResource } from '../../../../functions/identity/verifications/decision.ts';
import {
  assignedVerification,
  transitionVerification,
} from '../../../../functions/identity/verifications/model.ts';
import { VerificationResource } from '../../../../functions/identity/verifications/schema.ts';
import {
  isFinal,
  verificationStatuses,
  verificationTransitions,
} from '../../../../functions/identity/verifications/states.ts';
import { verificationOf } from '../../../../functions/identity/verifications/stored-form.ts';
import { aStoredVerification } from '../../../helpers/fixtures/verifications.ts';
import { test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const names = ['submit', 'cancel', 'verify', 'reject', 'request_input', 'close'] as const;

for (const status of verificationStatuses)
  test(`a verification that is ${status} has the transitions of the table, each one version on, and no other`, () => {
    const waits = { reviewing: true, assignee_id: 'opr_1', scheduled_at: now.toISOString() };
    const before = aStoredVerification({ ...waits, status, version: 3 });
    for (const name of names) {
      const changed = transitionVerification(before, name, now);
      const expected = verificationTransitions[status][name];
      assert.deepEqual(changed && [changed.after.status, changed.event], expected);
      if (!changed) continue;
      const { version, reviewing, assignee_id, scheduled_at, updated_at } = changed.after;
      assert.deepEqual([version, updated_at], [4, now.toISOString()]);
      assert.deepEqual([reviewing, assignee_id, scheduled_at], [false, null, null]);
    }
    assert.equal(
      isFinal(before),
      names.every((name) => !transitionVerification(before, name, now)),
    );
  });

test('who reviews takes a verification for themselves, from another too, or puts it back, while it waits for a person', () => {
  const waiting = aStoredVerification({
    status: 'processing',
    reviewing: true,
    assignee_id: 'opr_1',
    version: 3,
  });
  const taken = assignedVerification(waiting, 'opr_2', 'opr_2', now);
  assert.deepEqual(
    [taken?.after.assignee_id, taken?.after.version, taken?.event],
    ['opr_2', 4, 'verification.updated'],
  );
  assert.equal(assignedVerification(waiting, null, 'opr_2', now)?.after.assignee_id, null);
  assert.equal(assignedVerification(waiting, 'opr_1', 'opr_1', now), undefined);
  assert.throws(() => assignedVerification(waiting, 'opr_1', 'opr_2', now), {
    code: 'validation_failed',
  });
  const other = aStoredVerification({ status: 'processing', reviewing: false });
  assert.throws(() => assignedVerification(other, 'opr_1', 'opr_1', now), {
    code: 'action_not_allowed',
  });
});

test('a verification that was stored before it could be taken is shown, and nobody has it', () => {
  const {
    assignee_id: _,
    scheduled_at: _at,
    ...item
  } = aStoredVerification({ status: 'processing', reviewing: true });
  const stored = verificationOf(item);
  const resource = z.parse(VerificationResource, toVerificationResource(stored, nothingRequired));
  assert.equal(resource.assignee_id, null);
  assert.equal(assignedVerification(stored, null, 'opr_1', now), undefined);
});
