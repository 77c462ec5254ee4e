import assert from 'node:assert/strict';
import { activityOf, sinceDayBefore } from '../../../../functions/app/overview/activity.ts';
import { bucketOf, middleOf } from '../../../../functions/core/counters/histogram.ts';
import { test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-29T14:02:03.456Z');
const hour = (text: string) => new Date(`2026-11-${text}:00:00.000Z`);
const took = (duration_ms: number, count: number) => ({ [`took.${bucketOf(duration_ms)}`]: count });

const deliveries = [
  { hour: hour('29T14'), amounts: { succeeded: 9, failed: 1, ...took(100, 9), ...took(3_000, 1) } },
  { hour: hour('28T15'), amounts: { succeeded: 10, ...took(100, 10) } },
  { hour: hour('28T14'), amounts: { retrying: 2, ...took(700, 2) } },
];

const activity = [
  { hour: hour('29T14'), amounts: { approved: 3, 'declined.card_frozen': 1, 'spent.USD': 700 } },
  { hour: hour('28T15'), amounts: { approved: 1, 'spent.USD': 300, 'spent.EUR': 50 } },
  { hour: hour('27T15'), amounts: { 'declined.card_frozen': 2, 'declined.over_limit': 4 } },
];

test('the last day ends with this hour, and the day before with the hour before its first', () => {
  assert.deepEqual(sinceDayBefore(now), hour('27T15'));
  const { last_day, day_before, hours } = activityOf({ deliveries, activity }, now);
  assert.deepEqual(last_day, {
    deliveries: { succeeded: 19, retrying: 0, failed: 1, paused: 0 },
    // One of twenty took longer: 95 % did not.
    p95_ms: middleOf(bucketOf(100)),
    approved: 4,
    declined: 1,
    spending: [
      { currency: 'EUR', amount: 50 },
      { currency: 'USD', amount: 1_000 },
    ],
  });
  assert.deepEqual(day_before, {
    deliveries: { succeeded: 0, retrying: 2, failed: 0, paused: 0 },
    p95_ms: middleOf(bucketOf(700)),
    approved: 0,
    declined: 6,
    spending: [],
  });
  assert.deepEqual(
    [hours.length, hours[0]?.hour, hours[23]?.hour],
    [24, hour('28T15').toISOString(), hour('29T14').toISOString()],
  );
  assert.deepEqual(
    hours.flatMap(({ approved, declined }) =>
      approved + declined > 0 ? [[approved, declined]] : [],
    ),
    [
      [1, 0],
      [3, 1],
    ],
  );
  assert.equal(hours[23]?.p95_ms, middleOf(bucketOf(3_000)));
});

test('items that changed before they were counted make no figure negative', () => {
  const early = {
    deliveries: [{ hour: hour('29T14'), amounts: { retrying: -1, succeeded: 1 } }],
    activity: [{ hour: hour('29T14'), amounts: { approved: -2, 'spent.USD': -700 } }],
  };
  const { last_day, hours } = activityOf(early, now);
  assert.deepEqual(last_day.deliveries, { succeeded: 1, retrying: 0, failed: 0, paused: 0 });
  assert.deepEqual([last_day.approved, last_day.spending], [0, [{ currency: 'USD', amount: 0 }]]);
  assert.equal(hours[23]?.deliveries.retrying, 0);
});
