import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decisionsOf, spendingOf } from '../../../functions/overview/figures.ts';
import { anAuthorization } from '../../helpers/fixtures/authorizations.ts';

const on = (created_at: string, over: Parameters<typeof anAuthorization>[0] = {}) =>
  anAuthorization({ created_at, amount: 100, ...over });

const declined = (created_at: string, decline_reason: 'card_frozen' | 'card_closed') =>
  on(created_at, { approved: false, status: 'closed', decline_reason });

/** Newest first, as they are read. */
const authorizations = [
  on('2026-11-20T09:00:00.000Z', { captured_amount: 130, status: 'closed' }),
  on('2026-11-20T08:00:00.000Z', { currency: 'EUR' }),
  declined('2026-11-20T07:00:00.000Z', 'card_closed'),
  on('2026-11-20T06:00:00.000Z', { captured_amount: 100, refunded_amount: 40, status: 'closed' }),
  declined('2026-11-19T07:00:00.000Z', 'card_frozen'),
  declined('2026-11-19T06:00:00.000Z', 'card_frozen'),
  on('2026-11-19T05:00:00.000Z', { amount: 25 }),
];

test('authorizations are counted by their decision, the most frequent reason first', () => {
  assert.deepEqual(decisionsOf({ authorizations, more: false }), {
    ...{ counted: 7, since: '2026-11-19T05:00:00.000Z', more: false, approved: 4 },
    declined: [
      { reason: 'card_frozen', count: 2 },
      { reason: 'card_closed', count: 1 },
    ],
  });
  const nothing = { counted: 0, since: null, more: false, approved: 0, declined: [] };
  assert.deepEqual(decisionsOf({ authorizations: [], more: false }), nothing);
});

test('spending is what counts towards limits, by day and currency', () => {
  const [usd, eur] = authorizations.map(({ currency }) => currency);
  const days = [
    { day: '2026-11-20', currency: eur, amount: 100 },
    { day: '2026-11-20', currency: usd, amount: 190 },
    { day: '2026-11-19', currency: usd, amount: 25 },
  ];
  assert.deepEqual(spendingOf({ authorizations, more: false }), days);
});

test('what was captured although it was declined counts as spending, as it does towards limits', () => {
  const { currency, ...forced } = declined('2026-11-20T07:00:00.000Z', 'card_closed');
  const [one] = spendingOf({ authorizations: [{ ...forced, currency, captured_amount: 70 }], more: false });
  assert.deepEqual(one, { day: '2026-11-20', currency, amount: 70 });
});

test('a day that was not read whole has no spending', () => {
  const whole = spendingOf({ authorizations, more: true }).map(({ day }) => day);
  assert.deepEqual(whole, ['2026-11-20', '2026-11-20']);
  assert.deepEqual(spendingOf({ authorizations: [], more: false }), []);
});
