import assert from 'node:assert/strict';
import {
  type DeliveryAction,
  type DeliveryStatus,
  deliveryTransitions,
  isUndelivered,
  isUnfinished,
} from '../../../../functions/delivery/deliveries/states.ts';
import { test } from '../../../helpers/tests.ts';

const statuses = Object.keys(deliveryTransitions) as DeliveryStatus[];
const moves = statuses.flatMap((status) =>
  Object.entries(deliveryTransitions[status]).map(([action, move]) => ({
    status,
    action: action as DeliveryAction,
    next: move[0],
    due: move[1],
  })),
);

test('whatever happens, exactly what is pending or retrying has a next attempt', () => {
  for (const { status, action, next, due } of moves) {
    const waits = next === 'pending' || next === 'retrying';
    assert.equal(due !== 'none', waits, `${status} ${action}`);
  }
});

test('every delivery gets the end of an attempt, however it ends', () => {
  const open = statuses.filter((status) => isUnfinished(status) || status === 'canceled');
  const ends: DeliveryAction[] = ['succeed', 'fail', 'exhaust', 'gone', 'fail_resend'];
  for (const status of open)
    for (const action of ends)
      assert.ok(deliveryTransitions[status][action], `${status} ${action}`);
  for (const status of statuses) {
    assert.ok(
      deliveryTransitions[status].succeed && deliveryTransitions[status].fail_resend,
      status,
    );
  }
});

test('a canceled delivery stays canceled', () => {
  for (const [action, move] of Object.entries(deliveryTransitions.canceled))
    assert.equal(move[0], 'canceled', action);
});

test('a failed resend never changes what is finished or paused', () => {
  for (const status of statuses.filter((each) => each !== 'pending')) {
    assert.equal(deliveryTransitions[status].fail_resend?.[0], status);
  }
});

test('nothing that is finished becomes unfinished again', () => {
  for (const { status, action, next } of moves) {
    if (!isUnfinished(status)) assert.ok(!isUnfinished(next), `${status} ${action}`);
  }
});

test('only a paused delivery is resumed, and to what its attempts say', () => {
  for (const { status, action, next } of moves) {
    if (!action.startsWith('resume')) continue;
    assert.equal(status, 'paused');
    assert.equal(next, action === 'resume_new' ? 'pending' : 'retrying');
  }
});

test('from every unfinished status each way out of the schedule is open', () => {
  for (const status of statuses.filter(isUnfinished)) {
    assert.equal(deliveryTransitions[status].succeed?.[0], 'succeeded');
    assert.equal(deliveryTransitions[status].exhaust?.[0], 'failed');
    assert.equal(deliveryTransitions[status].cancel?.[0], 'canceled');
  }
});

test('undelivered is everything but succeeded and canceled', () => {
  assert.deepEqual(statuses.filter(isUndelivered).toSorted(), [
    'failed',
    'paused',
    'pending',
    'retrying',
    'suppressed',
  ]);
});

test('what did not arrive is canceled when its webhook is deleted, and so leaves what is undelivered', () => {
  for (const status of statuses.filter(isUndelivered))
    assert.equal(deliveryTransitions[status].cancel?.[0], 'canceled');
  assert.equal(deliveryTransitions.succeeded.cancel?.[0], 'succeeded');
});
