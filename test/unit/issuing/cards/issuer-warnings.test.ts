import assert from 'node:assert/strict';
import {
  fraudWarned,
  parcelTransitions,
} from '../../../../functions/issuing/cards/issuer-changes.ts';
import type { Card } from '../../../../functions/issuing/cards/model.ts';
import { statusOf, transitionCard } from '../../../../functions/issuing/cards/transitions.ts';
import { aCard, aPhysicalCard, aShipping, now } from '../../../helpers/fixtures/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';

const [first, second] = ['2026-11-20T15:00:00.000Z', '2026-11-21T15:00:00.000Z'];
const stands = (card: Card | undefined) =>
  card && [statusOf(card), card.status_reason, card.issuer_sync.status];

describe('a warning of fraud of the issuer', () => {
  test('freezes an active card with its cause, which the issuer then has to know', () => {
    const warned = fraudWarned(aCard(), first, now);
    assert.deepEqual(
      [warned?.event, stands(warned?.after)],
      ['card.frozen', ['frozen', 'fraud_suspected', 'pending']],
    );
  });

  test('comes once, though each later event repeats it, and its business may unfreeze the card', () => {
    const frozen = fraudWarned(aCard(), second, now)?.after ?? assert.fail();
    const unfrozen = transitionCard(frozen, 'unfreeze', null, now).after;
    for (const known of [first, second]) assert.equal(fraudWarned(unfrozen, known, now), undefined);
    assert.equal(fraudWarned(unfrozen, '2026-11-22T15:00:00.000Z', now)?.event, 'card.frozen');
  });

  test('freezes a blocked card too, so that it stays frozen when its block ends', () => {
    const blocks = { customer_suspended: true, feature_suspended: false };
    const warned = fraudWarned(aCard({ blocks }), first, now);
    assert.deepEqual([warned?.after.state, warned?.event], ['frozen', 'card.frozen']);
  });

  for (const state of ['inactive', 'frozen'] as const)
    test(`shows its cause on a card that is ${state}`, () => {
      const warned = fraudWarned(aCard({ state }), first, now);
      assert.deepEqual([warned?.event, warned?.after.state], ['card.updated', state]);
      assert.equal(warned?.after.status_reason, 'fraud_suspected');
    });

  test('changes no closed card', () =>
    assert.equal(fraudWarned(aCard({ state: 'closed' }), first, now), undefined));
});

describe('a parcel that comes back', () => {
  const returned = (state: Card['state']) =>
    parcelTransitions(
      aPhysicalCard({ state, shipping: aShipping({ status: 'shipped' }) }),
      'returned',
      now,
    );

  test('freezes a card that works already, with its cause, once', () => {
    const transitions = returned('active');
    const [last] = transitions.slice(-1);
    const events = ['card.shipping_updated', 'card.frozen'];
    assert.deepEqual(
      [transitions.map(({ event }) => event), last?.after.status_reason],
      [events, 'mail_returned'],
    );
    assert.deepEqual(last && parcelTransitions(last.after, 'returned', now), []);
  });

  test('leaves a card inactive that nobody has, and which nobody can activate', () => {
    assert.deepEqual(
      returned('inactive').map(({ event, after: { state } }) => [event, state]),
      [['card.shipping_updated', 'inactive']],
    );
  });
});
