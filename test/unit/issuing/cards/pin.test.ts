import assert from 'node:assert/strict';
import { toIssuerCard } from '../../../../functions/issuing/cards/model.ts';
import {
  isPinSetBy,
  pinBlocked,
  pinChanged,
  pinEntered,
  pinUnblocked,
} from '../../../../functions/issuing/cards/pin.ts';
import { cardActions } from '../../../../functions/issuing/cards/transitions.ts';
import { aCard, aPhysicalCard, now } from '../../../helpers/fixtures/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';

const at = now.toISOString();
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const blocked = aCard({ pin_status: 'blocked', pin_as_of: at });

describe('a PIN', () => {
  test('that is set is active, whatever it was, and its request is known by a hash', () => {
    for (const pin_status of ['unset', 'active', 'blocked'] as const) {
      const { after, event } = pinChanged(aCard({ pin_status, wrong_pins: 2 }), 'hash', now);
      assert.deepEqual(
        [after.pin_status, after.wrong_pins, after.pin_as_of, event],
        ['active', 0, at, 'card.pin_changed'],
      );
      assert.deepEqual([isPinSetBy(after, 'hash'), isPinSetBy(after, 'another')], [true, false]);
      assert.ok(
        !isPinSetBy({ ...after, pin_status: 'blocked' }, 'hash'),
        'a block is ended by the same request',
      );
    }
  });

  test('that is wrong three times in a row is blocked, and a right one ends the row', () => {
    const one = pinEntered(aCard(), 'incorrect', now) ?? assert.fail();
    const two = pinEntered(one.after, 'incorrect', now) ?? assert.fail();
    assert.deepEqual(
      [one.event, two.event, two.after.pin_status, two.after.version],
      [undefined, undefined, 'active', 3],
    );
    const three = pinEntered(two.after, 'incorrect', now) ?? assert.fail();
    assert.deepEqual(
      [three.event, three.after.pin_status, three.after.wrong_pins],
      ['card.pin_blocked', 'blocked', 0],
    );
    assert.equal(pinEntered(two.after, 'correct', now)?.after.wrong_pins, 0);
    assert.equal(pinEntered(aCard(), 'correct', now), undefined);
    for (const pin_status of ['unset', 'blocked'] as const)
      assert.equal(pinEntered(aCard({ pin_status, wrong_pins: 2 }), 'incorrect', now), undefined);
  });

  test('that is blocked keeps the card inactive at its issuer until it is unblocked or set', () => {
    const step = pinBlocked(aCard(), at, now) ?? assert.fail();
    assert.deepEqual(
      [step.event, toIssuerCard(step.after).status],
      ['card.pin_blocked', 'inactive'],
    );
    assert.equal(step.after.issuer_sync.status, 'pending');
    for (const { after } of [pinUnblocked(step.after, now), pinChanged(step.after, 'hash', now)])
      assert.equal(toIssuerCard(after).status, 'active');
    const frozen = pinUnblocked({ ...step.after, state: 'frozen' }, now).after;
    assert.equal(toIssuerCard(frozen).status, 'inactive');
  });

  test('is blocked by newer reports alone, in whatever order and however often they come', () => {
    const { after } = pinUnblocked(blocked, later(10));
    for (const reported of [0, 9, 10])
      assert.equal(pinBlocked(after, later(reported).toISOString(), later(60)), undefined);
    const again = pinBlocked(after, later(11).toISOString(), later(60)) ?? assert.fail();
    assert.deepEqual(
      [again.after.pin_status, again.after.pin_as_of],
      ['blocked', later(11).toISOString()],
    );
    assert.equal(pinBlocked(again.after, later(12).toISOString(), later(60)), undefined);
    assert.equal(
      pinBlocked(aCard({ state: 'closed' }), later(11).toISOString(), later(60)),
      undefined,
    );
  });

  test('can be unblocked while it is blocked, of a card that no cause blocks', () => {
    const suspended = { customer_suspended: true, feature_suspended: false };
    for (const card of [
      blocked,
      aPhysicalCard({ pin_status: 'blocked' }),
      { ...blocked, state: 'frozen' as const },
    ]) {
      assert.ok(cardActions(card).includes('unblock-pin'));
      assert.equal(pinUnblocked(card, now).event, 'card.pin_unblocked');
    }
    for (const card of [
      aCard(),
      { ...blocked, state: 'closed' as const },
      { ...blocked, blocks: suspended },
    ])
      assert.throws(() => pinUnblocked(card, now), { code: 'action_not_allowed' });
  });
});
