import assert from 'node:assert/strict';
import { type Card, firstRenewalLook, synced } from '../../../../functions/issuing/cards/model.ts';
import { activatedCard, replacedCard } from '../../../../functions/issuing/cards/replacement.ts';
import { replacementReasons } from '../../../../functions/issuing/cards/states.ts';
import { newCard } from '../../../../functions/issuing/cards/transitions.ts';
import {
  aCard,
  aDestination,
  aPhysicalCard,
  aShipping,
  now,
} from '../../../helpers/fixtures/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';

const issued = {
  issuer_reference: 'ref_2',
  brand: 'visa',
  bin: '400000',
  last4: '0002',
  exp_month: 11,
  exp_year: 2030,
  pin_status: 'unset' as const,
};
const destination = aDestination();
type Replacing = Partial<Parameters<typeof replacedCard>[2]> & { readonly id?: string };
/** Replaces a card, lost unless the test says otherwise, by `card_2`. */
const replaced = (card: Card, { id = 'card_2', ...over }: Replacing = {}) => {
  const issuance = { ...issued, id, tenant_id: card.tenant_id, issuer: 'simulator' };
  const goesTo = card.type === 'physical' ? destination : null;
  return replacedCard(
    card,
    issuance,
    { ordered_at: now.toISOString(), reason: 'lost', destination: goesTo, ...over },
    now,
  );
};
const physical = (over: Partial<Card> = {}) => aPhysicalCard({ state: 'active', ...over });
const states = (moves: readonly { after: Card }[]) => moves.map(({ after }) => after.state);

test('a virtual card begins active, a physical one inactive with its parcel pending', () => {
  const input = {
    customer_id: 'cus_1',
    currency: 'USD',
    cardholder_name: 'Ada King',
    nickname: 'Travel',
    spending_controls: aCard().spending_controls,
    cancel_after: null,
    metadata: { a: 'b' },
  };
  const issuance = { ...issued, id: 'card_2', tenant_id: 'biz_1', issuer: 'simulator' };
  const virtual = newCard({ ...input, type: 'virtual', destination: null }, issuance, now);
  const at = now.toISOString();
  const renews_at = firstRenewalLook(issued);
  const made = {
    created_at: at,
    updated_at: at,
    version: 1,
    issuer_sync: synced(1, now),
    renews_at,
    pin_as_of: at,
  };
  const expected = {
    ...aCard(),
    ...input,
    ...issued,
    id: 'card_2',
    tenant_id: 'biz_1',
    counted_with: 'card_2',
    ...made,
  };
  assert.deepEqual(virtual, { after: expected, event: 'card.created' });
  const shipped = newCard({ ...input, type: 'physical', destination }, issuance, now);
  const shipping = aShipping({ history: [{ status: 'pending', at }] });
  assert.deepEqual(shipped.after, { ...expected, type: 'physical', state: 'inactive', shipping });
});

describe('a replacement', () => {
  for (const make of [aCard, physical])
    for (const reason of replacementReasons) {
      const card = make({
        nickname: 'Travel',
        metadata: { a: 'b' },
        counted_with: 'card_0',
        version: 4,
      });
      const atOnce = card.type === 'virtual' || reason === 'lost' || reason === 'stolen';
      test(`of a ${card.type} card as ${reason} ${atOnce ? 'closes it at once' : 'lets it work on'}`, () => {
        const { old, replacement } = replaced(card, { reason });
        const reported = [
          ['card.replaced', 5, 'active'],
          ...(atOnce ? [['card.closed', 6, 'closed']] : []),
        ];
        assert.deepEqual(
          old.map(({ event, after: { version, state } }) => [event, version, state]),
          reported,
        );
        const last = old.at(-1)?.after ?? assert.fail();
        assert.deepEqual(
          [last.replaced_by, last.status_reason],
          ['card_2', atOnce ? reason : null],
        );
        assert.equal(last.replacement_reason, null);
        const { replacement_for, replacement_reason, supersedes, counted_with } = replacement.after;
        assert.deepEqual(
          [replacement_for, replacement_reason, counted_with],
          [card.id, reason, 'card_0'],
        );
        assert.deepEqual(supersedes, atOnce ? [] : [{ id: card.id, reason }]);
      });
    }

  test('carries over what its business said, and nothing of the old number, life or links', () => {
    const carried = {
      cardholder_name: 'A. King',
      nickname: 'Travel',
      metadata: { a: 'b' },
      currency: 'EUR',
    };
    const limits = [{ amount: 5, interval: 'daily' }] as const;
    const spending_controls = { ...aCard().spending_controls, limits, allowed_countries: ['GB'] };
    const card = physical({
      ...carried,
      spending_controls,
      state: 'frozen',
      status_reason: 'mislaid',
      replacement_for: 'card_0',
    });
    const ordered_at = '2026-01-01T00:00:00.000Z';
    const { replacement } = replaced(card, { ordered_at });
    const at = now.toISOString();
    assert.equal(replacement.event, 'card.created');
    assert.deepEqual(replacement.after, {
      ...aPhysicalCard({
        ...carried,
        ...issued,
        spending_controls,
        id: 'card_2',
        state: 'inactive',
      }),
      shipping: aShipping({ history: [{ status: 'pending', at }] }),
      replacement_for: card.id,
      replacement_reason: 'lost',
      created_at: ordered_at,
      updated_at: at,
      issuer_sync: synced(1, now),
      renews_at: firstRenewalLook(issued),
      pin_as_of: at,
    });
  });

  test('is the only one, and never of a closed or blocked card', () => {
    const blocks = { customer_suspended: true, feature_suspended: false };
    for (const over of [{ replaced_by: 'card_9' }, { state: 'closed' as const }, { blocks }]) {
      const card = physical(over);
      assert.throws(() => replaced(card), { code: 'action_not_allowed' });
    }
  });

  test('of a card that was lost in the post can be ordered before that was ever active', () => {
    const card = aPhysicalCard({ shipping: aShipping({ status: 'failed' }) });
    assert.deepEqual(states(replaced(card).old), ['inactive', 'closed']);
  });
});

describe('activating a replacement', () => {
  const damaged = physical({ id: 'card_1' });
  const shipped = { shipping: aShipping({ status: 'shipped' }) };

  test('closes the damaged card with the reason', () => {
    const { old, replacement } = replaced(damaged, { reason: 'damaged' });
    const [activated, ...closed] = activatedCard(
      { ...replacement.after, ...shipped },
      [old[0].after],
      now,
    );
    assert.deepEqual(
      [activated.event, activated.after.state, activated.after.supersedes],
      ['card.activated', 'active', []],
    );
    assert.deepEqual(
      closed.map(({ event, after: { id, state, status_reason, version } }) => [
        event,
        id,
        state,
        status_reason,
        version,
      ]),
      [['card.closed', 'card_1', 'closed', 'damaged', 3]],
    );
  });

  test('closes what its lost predecessor would have closed', () => {
    const second = replaced(damaged, { reason: 'damaged' }).replacement.after;
    const third = replaced(second, { id: 'card_3', reason: 'lost' }).replacement.after;
    assert.deepEqual(third.supersedes, [{ id: 'card_1', reason: 'damaged' }]);
    assert.equal(third.counted_with, damaged.counted_with);
    const steps = activatedCard({ ...third, ...shipped }, [damaged], now);
    assert.deepEqual(states(steps), ['active', 'closed']);
    assert.equal(steps.at(-1)?.after.status_reason, 'damaged', 'it was never lost itself');
  });

  test('closes a chain of cards that were never activated, whatever blocks them', () => {
    const blocks = { customer_suspended: false, feature_suspended: true };
    const second = replaced(damaged, { reason: 'damaged' }).replacement.after;
    const third = replaced(second, { id: 'card_3', reason: 'expired' }).replacement.after;
    const expected = [
      { id: 'card_1', reason: 'damaged' },
      { id: 'card_2', reason: 'expired' },
    ];
    assert.deepEqual(third.supersedes, expected);
    const steps = activatedCard({ ...third, ...shipped }, [{ ...damaged, blocks }, second], now);
    assert.deepEqual(states(steps), ['active', 'closed', 'closed']);
    assert.deepEqual(
      steps.slice(1).map(({ after }) => after.status_reason),
      ['damaged', 'expired'],
    );
  });

  test('leaves alone what is closed already', () => {
    const { replacement } = replaced(damaged, { reason: 'damaged' });
    const closed = { ...damaged, state: 'closed' as const };
    assert.equal(activatedCard({ ...replacement.after, ...shipped }, [closed], now).length, 1);
  });

  test('is rejected while its parcel is not on its way', () => {
    const { replacement } = replaced(damaged, { reason: 'damaged' });
    assert.throws(() => activatedCard(replacement.after, [damaged], now), {
      code: 'action_not_allowed',
    });
  });
});
