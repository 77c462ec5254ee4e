import assert from 'node:assert/strict';
import {
  createdByDay,
  decisionsOf,
  spendingOf,
} from '../../../../functions/app/overview/figures.ts';
import type { CountedHour } from '../../../../functions/core/counters/read.ts';
import { test } from '../../../helpers/tests.ts';

const hour = (name: string, amounts: CountedHour['amounts']): CountedHour => ({
  hour: new Date(`${name}:00:00.000Z`),
  amounts,
});

const hours = [
  hour('2026-11-20T09', {
    approved: 2,
    'declined.card_closed': 1,
    'spent.USD': 130,
    'spent.EUR': 100,
  }),
  hour('2026-11-20T06', { approved: 1, 'declined.card_frozen': 0, 'spent.USD': 60, customers: 3 }),
  hour('2026-11-19T23', {
    approved: 1,
    'declined.card_frozen': 2,
    'spent.USD': 25,
    'verifications.verified': 4,
  }),
  hour('2026-11-19T00', { 'verifications.rejected': 1, 'verifications.processing': 0 }),
];

test('authorizations are counted by their decision, the most frequent reason first', () => {
  assert.deepEqual(decisionsOf(hours), {
    counted: 7,
    approved: 4,
    declined: [
      { reason: 'card_frozen', count: 2 },
      { reason: 'card_closed', count: 1 },
    ],
  });
  assert.deepEqual(decisionsOf([]), { counted: 0, approved: 0, declined: [] });
});

test('spending is added up by day and currency, the newest day first', () => {
  assert.deepEqual(spendingOf(hours), [
    { day: '2026-11-20', currency: 'EUR', amount: 100 },
    { day: '2026-11-20', currency: 'USD', amount: 190 },
    { day: '2026-11-19', currency: 'USD', amount: 25 },
  ]);
});

test('customers and verifications are counted by the day of their creation, a day of none too', () => {
  const begins = ['2026-11-18', '2026-11-19', '2026-11-20'].map(
    (day) => new Date(`${day}T00:00:00.000Z`),
  );
  const none = { requires_input: 0, processing: 0, verified: 0, rejected: 0, canceled: 0 };
  assert.deepEqual(createdByDay(hours, begins), [
    { day: '2026-11-18', customers: 0, verifications: none },
    { day: '2026-11-19', customers: 0, verifications: { ...none, verified: 4, rejected: 1 } },
    { day: '2026-11-20', customers: 3, verifications: none },
  ]);
});
