import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  askForResend,
  claim_lease_ms,
  claimDelivery,
  claimPaused,
  isLeased,
  leaseSecondsLeft,
} from '../../../../functions/delivery/deliveries/claim-rules.ts';
import {
  type AttemptResult,
  attemptsLeft,
  type DeliveryState,
  deliveryAfter,
  newDelivery,
  transitionDelivery,
} from '../../../../functions/delivery/deliveries/model.ts';
import { attempts_max } from '../../../../functions/delivery/deliveries/schedule.ts';
import { isUnfinished } from '../../../../functions/delivery/deliveries/states.ts';
import { durations } from '../../../helpers/durations.ts';
import { test } from '../../../helpers/tests.ts';

const start = new Date('2026-08-01T00:00:00.000Z');

const result = (status: number): AttemptResult => ({
  duration_ms: 1,
  timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: 1 },
  remote_address: null,
  response: {
    status,
    headers: status === 429 ? { 'retry-after': '30' } : {},
    body: '',
    body_bytes: 0,
    body_sha256: '',
  },
  error: status === 200 ? null : { kind: 'http_status', message: '' },
});

type Step = {
  does: 'attempt' | 'crash' | 'resend' | 'pause' | 'resume' | 'cancel';
  status: number;
  wait_ms: number;
  random: number;
};

const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom(
    'attempt',
    'attempt',
    'attempt',
    'crash',
    'resend',
    'pause',
    'resume',
    'cancel',
  ),
  status: fc.constantFrom(200, 500, 500, 500, 429, 302, 410),
  wait_ms: fc.constantFrom(0, 1000, 60_000, 3_600_000, 90_000_000),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});

/** Plays one step as the workers do: claim, attempt, record; a crash is a claim without a record. */
const play = (
  delivery: DeliveryState,
  { does, status, random }: Step,
  now: Date,
): DeliveryState => {
  const pace = { now, random, durations };
  if (does === 'resend')
    return isLeased(delivery, now) ? delivery : (askForResend(delivery, pace) ?? delivery);
  if (does !== 'attempt' && does !== 'crash')
    return transitionDelivery(delivery, does, pace) ?? delivery;
  const claimed = claimDelivery(delivery, {
    attempts_made: delivery.attempts_made,
    token: 'mine',
    now,
  });
  if (claimed === undefined) return delivery;
  if (does === 'crash') return claimed.delivery;
  const settled = deliveryAfter(
    claimed.delivery,
    claimed.resend ? 'manual' : 'automatic',
    result(status),
    pace,
  );
  assert.ok(settled, 'what was claimed can be settled');
  return settled;
};

const holds = (delivery: DeliveryState) => {
  const {
    status,
    next_attempt_at,
    manual_due_at,
    scheduled_at,
    lease,
    schedule_step,
    attempts_made,
    completed_at,
  } = delivery;
  const waits = status === 'pending' || status === 'retrying';
  assert.equal(next_attempt_at !== null, waits, 'what the schedule has to do has a time');
  if (waits || manual_due_at !== null) assert.notEqual(scheduled_at, null, 'what waits is due');
  if (scheduled_at !== null && lease === null)
    assert.ok(waits || manual_due_at !== null, 'what is due has something to do');
  assert.equal(completed_at === null, isUnfinished(status), 'what is finished knows since when');
  assert.ok(schedule_step <= attempts_made && schedule_step <= attempts_max);
  assert.equal(
    attemptsLeft(delivery) > 0,
    isUnfinished(status),
    'what is unfinished has attempts left, and nothing else',
  );
  if (status === 'pending') assert.equal(attempts_made, 0);
  if (status === 'retrying') assert.ok(attempts_made > 0);
};

test('through any life, what waits has a due time, and no budget is overdrawn', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, enabled) => {
      let now = start;
      let delivery = newDelivery(enabled, { now, durations });
      holds(delivery);
      for (const each of steps) {
        now = new Date(now.getTime() + each.wait_ms);
        delivery = play(delivery, each, now);
        holds(delivery);
      }
    }),
    { numRuns: 2000 },
  );
});

test('an endpoint that always fails gets eleven attempts at the times of the schedule', () => {
  let delivery = newDelivery(true, { now: start, durations });
  const times: number[] = [];
  while (delivery.next_attempt_at !== null) {
    const now = new Date(delivery.next_attempt_at);
    times.push(now.getTime());
    delivery = play(delivery, { does: 'attempt', status: 500, wait_ms: 0, random: 0.5 }, now);
  }
  assert.deepEqual(
    times.slice(1).map((time, index) => time - (times[index] ?? 0)),
    durations.retry_steps_ms,
  );
  assert.deepEqual([delivery.status, delivery.attempts_made], ['failed', 11]);
});

const claim = { attempts_made: 0, token: 'mine', now: start };

test('of two claimers one wins, until the lease ends', () => {
  const born = newDelivery(true, { now: start, durations });
  const first = claimDelivery(born, claim);
  assert.ok(first);
  assert.equal(first.delivery.scheduled_at, new Date(start.getTime() + 150_000).toISOString());
  const at = (wait_ms: number) => ({
    ...claim,
    token: 'other',
    now: new Date(start.getTime() + wait_ms),
  });
  assert.equal(claimDelivery(first.delivery, at(claim_lease_ms - 1)), undefined);
  assert.equal(claimDelivery(first.delivery, at(claim_lease_ms))?.delivery.lease?.token, 'other');
  assert.equal(leaseSecondsLeft(first.delivery, start), 45);
  assert.equal(leaseSecondsLeft(born, start), 0);
});

test('a claim moves the sweeper to the end of the lease, never nearer', () => {
  const born = {
    ...newDelivery(true, { now: start, durations }),
    scheduled_at: start.toISOString(),
  };
  assert.equal(
    claimDelivery(born, claim)?.delivery.scheduled_at,
    new Date(start.getTime() + claim_lease_ms).toISOString(),
  );
});

test('a probe moves the resend that waits of a paused delivery there too, and gives no other a due date', () => {
  const paused = transitionDelivery(newDelivery(true, { now: start, durations }), 'pause', {
    now: start,
    durations,
  });
  assert.ok(paused);
  assert.equal(claimPaused(paused, claim).scheduled_at, null);
  const asked = {
    ...paused,
    manual_due_at: start.toISOString(),
    scheduled_at: start.toISOString(),
  };
  assert.equal(
    claimPaused(asked, claim).scheduled_at,
    new Date(start.getTime() + claim_lease_ms).toISOString(),
  );
});

test('a message that is out of date or early claims nothing', () => {
  const born = newDelivery(true, { now: start, durations });
  assert.equal(claimDelivery(born, { ...claim, attempts_made: 1 }), undefined);
  assert.equal(
    claimDelivery({ ...born, next_attempt_at: '2026-08-01T00:00:00.001Z' }, claim),
    undefined,
  );
  assert.equal(claimDelivery(newDelivery(false, { now: start, durations }), claim), undefined);
});

test('a resend is claimed before its schedule and leaves it', () => {
  const far = {
    ...newDelivery(true, { now: start, durations }),
    next_attempt_at: '2026-08-02T00:00:00.000Z',
  };
  const asked = askForResend(far, { now: start, durations });
  assert.ok(asked);
  assert.equal(claimDelivery(asked, claim)?.resend, true);
  assert.equal(asked.next_attempt_at, far.next_attempt_at);
});
