import assert from 'node:assert/strict';
import { idsAt } from '../../../../functions/core/new-id.ts';
import { askForResend } from '../../../../functions/delivery/deliveries/claim-rules.ts';
import { toRecoveryResource } from '../../../../functions/delivery/recoveries/changes.ts';
import {
  attempts_recovered_max,
  canceledRecovery,
  ended,
  isToRecover,
  newRecovery,
  pacedAfter,
  pausesUntil,
  recoveredDelivery,
} from '../../../../functions/delivery/recoveries/model.ts';
import { durations } from '../../../helpers/durations.ts';
import { now } from '../../../helpers/fixtures/cards.ts';
import { aStoredDelivery } from '../../../helpers/fixtures/deliveries.ts';
import { describe, test } from '../../../helpers/tests.ts';

const input = {
  scope: 'failed',
  since: '2026-01-01T00:00:00.000Z',
  event_types: null,
  rate_per_second: 20,
} as const;
const making = {
  id: 'rcv_01jd5fq7k9e8xv3m2n4p6r8t0w',
  tenant_id: 'biz_1',
  webhook_id: 'whk_1',
  token: 't',
  now,
  durations,
};
const { after: running } = newRecovery(input, making);
const pace = { now, durations };
const later = (ms: number) => new Date(now.getTime() + ms);

describe('a recovery', () => {
  test('starts two seconds after it was requested, over what came until then', () => {
    assert.deepEqual(
      [running.status, running.until, running.scheduled_at],
      ['running', now.toISOString(), later(2_000).toISOString()],
    );
    const { allowed_actions, matched, sent } = toRecoveryResource(running);
    assert.deepEqual([allowed_actions, matched, sent], [['cancel'], 0, 0]);
  });

  test('is canceled while it runs, and by another token, so that a worker that has it cannot go on', () => {
    const { after } = canceledRecovery(running, 'another', now);
    assert.deepEqual([after.status, after.version, after.token], ['canceled', 2, 'another']);
    assert.deepEqual(toRecoveryResource(after).allowed_actions, []);
  });

  for (const how of ['complete', 'cancel', 'fail'] as const)
    test(`is not canceled once it is over: ${how}`, () => {
      const details = {
        current_status: ended(running, how, null, now).status,
        allowed_actions: [],
      };
      const cancel = () => canceledRecovery(ended(running, how, null, now), 'another', now);
      assert.throws(cancel, { code: 'action_not_allowed', details });
    });
});

describe('what a recovery sends again', () => {
  const failed = aStoredDelivery({
    status: 'failed',
    attempts_made: 11,
    schedule_step: 11,
    scheduled_at: null,
  });

  test('is what its scope means', () => {
    const suppressed = aStoredDelivery({ status: 'suppressed' });
    const missing = { ...running, scope: 'missing' } as const;
    assert.deepEqual(
      [isToRecover(failed, running, now), isToRecover(suppressed, running, now)],
      [true, false],
    );
    assert.deepEqual(
      [isToRecover(failed, missing, now), isToRecover(suppressed, missing, now)],
      [false, true],
    );
    for (const status of ['pending', 'retrying', 'succeeded', 'paused', 'canceled'] as const)
      assert.equal(isToRecover(aStoredDelivery({ status }), running, now), false, status);
  });

  test('is sent once, at its time, keeps its status, and says that a recovery sent it', () => {
    const { after } = recoveredDelivery(failed, running, { ...pace, at: later(500) });
    assert.deepEqual(
      [after.status, after.manual_due_at, after.next_attempt_at],
      ['failed', later(500).toISOString(), failed.next_attempt_at],
    );
    assert.deepEqual(
      [after.resend_trigger, after.scheduled_at],
      ['recovery', later(150_500).toISOString()],
    );
    const answered = { ...after, manual_due_at: null };
    assert.equal(isToRecover(answered, running, now), false, 'a second pass');
    const further = { ...running, id: idsAt(new Date(now.getTime() + 1))('recovery') };
    assert.equal(isToRecover(answered, further, now), true, 'a further recovery');
    const taken = { ...answered, recovery_id: further.id };
    assert.equal(isToRecover(taken, running, now), false, 'what a further one has sent meanwhile');
    assert.equal(isToRecover(taken, further, now), false, 'nor that one again');
    assert.equal(askForResend(answered, pace)?.resend_trigger, 'manual');
  });

  test('is not what somebody is about to send, or has a history that is long enough', () => {
    const lease = { token: 'l', until: later(1).toISOString() };
    const others = [
      { lease },
      { manual_due_at: now.toISOString() },
      { attempts_made: attempts_recovered_max },
    ];
    for (const other of others)
      assert.equal(isToRecover({ ...failed, ...other }, running, now), false);
  });
});

test('a recovery keeps its rate, and rests when a minute is ahead of its time', () => {
  let { paced_until } = running;
  const times = Array.from({ length: 1_300 }, () => {
    paced_until = pacedAfter({ ...running, paced_until }, pace).toISOString();
    return Date.parse(paced_until) - now.getTime();
  });
  assert.deepEqual(times.slice(0, 3), [0, 50, 100]);
  assert.equal(times.at(-1), 1_299 * 50);
  assert.equal(pausesUntil(later(59_999).toISOString(), pace), null);
  assert.equal(pausesUntil(paced_until, pace), later(1_299 * 50 - 30_000).toISOString());
  assert.equal(
    pacedAfter({ ...running, paced_until }, { now: later(100_000), durations }).getTime(),
    later(100_000).getTime(),
  );
});
