import assert from 'node:assert/strict';
import {
  type AttemptResult,
  attemptsLeft,
  type DeliveryState,
  deliveryAfter,
  newDelivery,
  transitionDelivery,
} from '../../../../functions/delivery/deliveries/model.ts';
import type {
  AttemptTrigger,
  DeliveryStatus,
} from '../../../../functions/delivery/deliveries/states.ts';
import { durations } from '../../../helpers/durations.ts';
import { test } from '../../../helpers/tests.ts';

const now = new Date('2026-08-01T00:00:00.000Z');
const later = '2026-08-01T03:00:00.000Z';
const pace = { now, random: 0.5, durations };
const plus = (wait_ms: number) => new Date(now.getTime() + wait_ms).toISOString();

/** A delivery in the middle of its life. */
const aDelivery = (given: Partial<DeliveryState> = {}): DeliveryState => {
  const status: DeliveryStatus = given.status ?? 'retrying';
  const waits = status === 'pending' || status === 'retrying';
  const done = !waits && status !== 'paused';
  const lease = { token: 'mine', until: plus(45_000) };
  const plan = {
    next_attempt_at: waits ? later : null,
    scheduled_at: plus(45_000),
    completed_at: done ? '2026-07-01T00:00:00.000Z' : null,
  };
  return {
    status,
    attempts_made: 3,
    schedule_step: 3,
    manual_due_at: null,
    lease,
    ...plan,
    ...given,
  };
};

const answered = (status: number, headers: Record<string, string> = {}): AttemptResult => ({
  duration_ms: 5,
  timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: 5 },
  remote_address: '192.0.2.1',
  response: { status, headers, body: '', body_bytes: 0, body_sha256: '' },
  error: status < 300 ? null : { kind: 'http_status', message: '' },
});
const silent: AttemptResult = {
  ...answered(500),
  response: null,
  error: { kind: 'timeout', message: '' },
};

const settled = (delivery: DeliveryState, trigger: AttemptTrigger, result: AttemptResult) => {
  const next = deliveryAfter(delivery, trigger, result, pace);
  assert.ok(next);
  return next;
};

test('a delivery is born due at once, the sweeper comes later; one for a disabled webhook is born finished', () => {
  const born = newDelivery(true, pace);
  assert.deepEqual(
    [born.status, born.next_attempt_at, born.scheduled_at],
    ['pending', plus(0), plus(150_000)],
  );
  assert.equal(attemptsLeft(born), 11);
  const suppressed = newDelivery(false, pace);
  assert.deepEqual(
    [suppressed.status, suppressed.scheduled_at, suppressed.completed_at],
    ['suppressed', null, plus(0)],
  );
});

test('Retry-After on 429 and 503 lengthens the wait, elsewhere it does not count', () => {
  const header = { 'retry-after': '7200' };
  for (const status of [429, 503]) {
    assert.equal(
      settled(aDelivery(), 'automatic', answered(status, header)).next_attempt_at,
      plus(7_200_000),
    );
  }
  assert.equal(
    settled(aDelivery(), 'automatic', answered(500, header)).next_attempt_at,
    plus(1_800_000),
  );
});

test('a failed resend leaves the schedule of an unfinished delivery', () => {
  for (const trigger of ['manual', 'recovery'] as const) {
    const next = settled(aDelivery({ manual_due_at: plus(-5) }), trigger, answered(500));
    assert.deepEqual([next.status, next.attempts_made, next.schedule_step], ['retrying', 4, 3]);
    assert.deepEqual(
      [next.next_attempt_at, next.scheduled_at, next.manual_due_at, next.lease],
      [later, later, null, null],
    );
  }
  assert.equal(
    settled(aDelivery({ status: 'pending', next_attempt_at: plus(-1) }), 'manual', silent).status,
    'retrying',
  );
});

test('a failed resend leaves the status of a finished delivery and the time it was finished', () => {
  for (const status of ['succeeded', 'failed', 'suppressed', 'canceled'] as const) {
    const before = aDelivery({ status, manual_due_at: plus(-5) });
    const next = settled(before, 'manual', answered(500));
    assert.deepEqual(
      [next.status, next.completed_at, next.schedule_step],
      [status, before.completed_at, 3],
    );
    assert.deepEqual([next.scheduled_at, next.manual_due_at, next.attempts_made], [null, null, 4]);
  }
});

test('a resend that arrives makes a failed delivery succeeded now', () => {
  const next = settled(
    aDelivery({ status: 'failed', manual_due_at: plus(-5) }),
    'manual',
    answered(200),
  );
  assert.deepEqual([next.status, next.completed_at], ['succeeded', plus(0)]);
});

test('an automatic attempt on what is finished is no move', () => {
  assert.equal(
    deliveryAfter(aDelivery({ status: 'succeeded' }), 'automatic', answered(500), pace),
    undefined,
  );
});

test('disabling pauses, enabling resumes to what the attempts say, deleting cancels', () => {
  const paused = transitionDelivery(aDelivery({ manual_due_at: plus(-5) }), 'pause', pace);
  assert.deepEqual(
    [paused?.status, paused?.scheduled_at, paused?.manual_due_at, paused?.lease?.token],
    ['paused', null, null, 'mine'],
  );
  const resumed = transitionDelivery(aDelivery({ status: 'paused' }), 'resume', pace);
  assert.deepEqual(
    [resumed?.status, resumed?.next_attempt_at, resumed?.scheduled_at],
    ['retrying', plus(0), plus(150_000)],
  );
  assert.equal(
    transitionDelivery(aDelivery({ status: 'paused', attempts_made: 0 }), 'resume', pace)?.status,
    'pending',
  );
  assert.equal(
    transitionDelivery(aDelivery({ status: 'paused' }), 'cancel', pace)?.completed_at,
    plus(0),
  );
  assert.equal(transitionDelivery(aDelivery({ status: 'failed' }), 'resume', pace), undefined);
  assert.equal(
    transitionDelivery(aDelivery({ status: 'failed', manual_due_at: plus(0) }), 'pause', pace)
      ?.manual_due_at,
    null,
  );
});
