import assert from 'node:assert/strict';
import {
  issuerCardChange,
  parcelTransitions,
} from '../../../../functions/issuing/cards/issuer-changes.ts';
import { outOfSync } from '../../../../functions/issuing/cards/model.ts';
import {
  type ShippingStatus,
  shippingStatuses,
  shippingTransitions,
} from '../../../../functions/issuing/cards/states.ts';
import { statusOf } from '../../../../functions/issuing/cards/transitions.ts';
import { aCard, aPhysicalCard, aShipping, now } from '../../../helpers/fixtures/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';

const parcelAt = (status: ShippingStatus) => aPhysicalCard({ shipping: aShipping({ status }) });

describe('an issuer’s notice of a card', () => {
  test('changes nothing where both agree', () => {
    assert.equal(issuerCardChange(aCard(), 'active', now), undefined);
    assert.equal(issuerCardChange(aCard({ state: 'frozen' }), 'inactive', now), undefined);
    assert.equal(issuerCardChange(aCard({ state: 'closed' }), 'canceled', now), undefined);
  });

  test('closes what it has ended, whatever the card was', () => {
    const blocks = { customer_suspended: true, feature_suspended: false };
    for (const card of [aCard(), aCard({ state: 'frozen' }), aCard({ blocks }), aPhysicalCard()]) {
      const reported = issuerCardChange(card, 'canceled', now);
      const { before, after, event } =
        (reported && 'transition' in reported && reported.transition) ||
        assert.fail('it is closed');
      assert.deepEqual([before, event, statusOf(after)], [card, 'card.closed', 'closed']);
      assert.equal(after.status_reason, 'closed_by_issuer');
    }
  });

  test('has the issuer updated if the states differ, once', () => {
    const card = aCard({ state: 'frozen' });
    const issuer_sync = outOfSync(card.issuer_sync, now);
    assert.deepEqual(issuerCardChange(card, 'active', now), { issuer_sync });
    assert.equal(issuer_sync.scheduled_at, now.toISOString());
    assert.equal(issuerCardChange({ ...card, issuer_sync }, 'active', now), undefined);
    // A closed card is never opened again by anybody.
    assert.deepEqual(issuerCardChange(aCard({ state: 'closed' }), 'active', now), { issuer_sync });
  });
});

describe('an issuer’s notice of a parcel', () => {
  const reported = (from: ShippingStatus, to: ShippingStatus) =>
    parcelTransitions(parcelAt(from), to, now).map(({ after }) => after.shipping?.status);

  test('moves it over all that it has passed', () => {
    assert.deepEqual(reported('pending', 'delivered'), ['submitted', 'shipped', 'delivered']);
    assert.deepEqual(reported('pending', 'failed'), ['submitted', 'failed']);
    assert.deepEqual(reported('submitted', 'returned'), ['shipped', 'returned']);
    assert.deepEqual(reported('pending', 'canceled'), ['canceled']);
  });

  test('says nothing new of where it was before, or where it cannot come from there', () => {
    for (const from of shippingStatuses)
      for (const to of shippingStatuses) {
        const way = reported(from, to);
        if (from === to || shippingTransitions[from].length === 0)
          assert.deepEqual(way, [], `${from} ${to}`);
        else assert.ok(way.length === 0 || way.at(-1) === to);
      }
    assert.deepEqual(reported('shipped', 'submitted'), []);
    assert.deepEqual(reported('shipped', 'canceled'), []);
  });

  test('makes one version and one event of each step, with what the carrier says of the parcel', () => {
    const card = parcelAt('submitted');
    const moves = parcelTransitions(card, 'delivered', now, {
      carrier: 'dhl',
      number: '7',
      url: null,
    });
    assert.deepEqual(
      moves.map(({ before, after, event }) => [before?.version, after.version, event]),
      [
        [card.version, card.version + 1, 'card.shipping_updated'],
        [card.version + 1, card.version + 2, 'card.shipping_updated'],
      ],
    );
    const { carrier, tracking_number } = moves.at(-1)?.after.shipping ?? {};
    assert.deepEqual([carrier, tracking_number], ['dhl', '7']);
  });

  test('says nothing of a virtual card', () => {
    assert.deepEqual(parcelTransitions(aCard(), 'shipped', now), []);
  });
});
