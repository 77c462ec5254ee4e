import assert from 'node:assert/strict';
import { itemsAt } from '../../../../functions/core/validation.ts';
import { authorize } from '../../../../functions/issuing/authorizations/decision.ts';
import { countersWithout } from '../../../../functions/issuing/authorizations/increment.ts';
import {
  canceledAfter,
  closesAt,
  isPastCancelAfter,
  requireFuture,
} from '../../../../functions/issuing/cards/cancel-after.ts';
import { SpendingControlsInputSchema } from '../../../../functions/issuing/cards/controls-schema.ts';
import { CancelAfterInput } from '../../../../functions/issuing/cards/schema.ts';
import {
  adjustedIn,
  nothingSpent,
  spendingControls,
  windowsAt,
} from '../../../../functions/issuing/cards/spending.ts';
import { anAuthorization } from '../../../helpers/fixtures/authorizations.ts';
import { aCard, now } from '../../../helpers/fixtures/cards.ts';
import { test } from '../../../helpers/tests.ts';

const request = {
  amount: 100,
  currency: 'USD',
  category: '5411',
  country: 'GB',
  network_id: null,
  card_presence: null,
  merchant_currency: null,
};
const spent = (count: number) => adjustedIn(nothingSpent, windowsAt(now), { amount: count, count });
const pointersOf = (items: readonly object[]) =>
  items.map((item) => 'pointer' in item && item.pointer);
const single = { authorizations: 1, date: null };

test('a card of one authorization approves one and closes with it', () => {
  const card = aCard({ cancel_after: single });
  const { approved, counters } = authorize(
    card,
    { counters: nothingSpent, granted: [] },
    request,
    now,
  );
  assert.ok(approved);
  const { after, event } = canceledAfter(card, counters, now) ?? assert.fail();
  assert.deepEqual(
    [after.state, after.status_reason, event],
    ['closed', 'cancel_after', 'card.closed'],
  );
  // Also where it is not closed yet, such as after an approval by its issuer alone.
  const { decline_reason } = authorize(card, { counters, granted: [] }, request, now);
  assert.equal(decline_reason, 'cancel_after_reached');
  assert.equal(canceledAfter(aCard(), counters, now), undefined);
  assert.equal(
    canceledAfter(aCard({ cancel_after: { authorizations: 2, date: null } }), counters, now),
    undefined,
  );
});

test('the last day of a card is over at midnight UTC', () => {
  const lastDay = { authorizations: null, date: '2026-12-31' };
  assert.equal(closesAt(lastDay), '2027-01-01T00:00:00.000Z');
  assert.equal(closesAt(single), null);
  const isPast = (at: string) => isPastCancelAfter(lastDay, nothingSpent, new Date(at));
  assert.deepEqual(
    [isPast('2026-12-31T23:59:59.999Z'), isPast('2027-01-01T00:00:00.000Z')],
    [false, true],
  );
});

test('a new card has its last day today or later', () => {
  requireFuture({ authorizations: null, date: '2026-11-20' }, now);
  requireFuture(null, now);
  assert.throws(() => requireFuture({ authorizations: 3, date: '2026-11-19' }, now), {
    code: 'validation_failed',
  });
});

test('an input says a number or a day', () => {
  for (const wrong of [{}, { authorizations: null, date: null }])
    assert.deepEqual(pointersOf(itemsAt(CancelAfterInput, wrong, ['cancel_after'])), [
      '/cancel_after/authorizations',
    ]);
  for (const right of [{ authorizations: 1 }, { date: '2027-01-01', authorizations: null }])
    assert.deepEqual(itemsAt(CancelAfterInput, right, ['cancel_after']), []);
  const twice = { velocity_limits: ['daily', 'daily'].map((interval) => ({ count: 2, interval })) };
  assert.deepEqual(pointersOf(itemsAt(SpendingControlsInputSchema, twice, ['spending_controls'])), [
    '/spending_controls/velocity_limits/1/interval',
  ]);
});

test('the number of authorizations in an interval is inclusive', () => {
  const card = aCard({
    spending_controls: spendingControls(
      { velocity_limits: [{ count: 2, interval: 'daily' }] },
      'USD',
    ),
  });
  const reasonAfter = (count: number) =>
    authorize(card, { counters: spent(count), granted: [] }, request, now).decline_reason;
  assert.deepEqual([0, 1, 2, 3].map(reasonAfter), [
    null,
    null,
    'velocity_limit_exceeded',
    'velocity_limit_exceeded',
  ]);
  const tomorrow = new Date('2026-11-21T00:00:00.000Z');
  assert.ok(authorize(card, { counters: spent(2), granted: [] }, request, tomorrow).approved);
});

test('an increase is no authorization more, and a check without an amount is none', () => {
  const card = aCard({ cancel_after: { authorizations: 2, date: null } });
  const recorded = anAuthorization({ windows: windowsAt(now) });
  const spending = { counters: countersWithout(recorded, spent(1), now), granted: [] };
  const { approved, counters } = authorize(card, spending, { ...request, amount: 150 }, now);
  assert.deepEqual([approved, counters.all_time.count, counters.daily.count], [true, 1, 1]);
  const checked = authorize(
    aCard(),
    { counters: nothingSpent, granted: [] },
    { ...request, amount: 0 },
    now,
  );
  assert.equal(checked.counters.all_time.count, 0);
});
