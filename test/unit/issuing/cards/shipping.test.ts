import assert from 'node:assert/strict';
import { ApiError } from '../../../../functions/core/api-error.ts';
import { newShipping, transitionShipping } from '../../../../functions/issuing/cards/model.ts';
import {
  shippingStatuses,
  shippingTransitions,
} from '../../../../functions/issuing/cards/states.ts';
import { transitionCardShipping } from '../../../../functions/issuing/cards/transitions.ts';
import { simulatedTracking } from '../../../../functions/issuing/issuers/scenarios.ts';
import {
  aCard,
  aDestination,
  aPhysicalCard,
  aShipping,
  now,
} from '../../../helpers/fixtures/cards.ts';
import { test } from '../../../helpers/tests.ts';

const at = now.toISOString();

for (const from of shippingStatuses)
  for (const to of shippingStatuses) {
    const allowed = shippingTransitions[from].includes(to);
    test(`a parcel that is ${from} ${allowed ? 'goes on to' : 'never becomes'} ${to}`, () => {
      const card = aPhysicalCard({ shipping: aShipping({ status: from }) });
      if (!allowed) {
        assert.equal(transitionShipping(aShipping({ status: from }), to, now), undefined);
        const details = { current_status: from, allowed_actions: shippingTransitions[from] };
        assert.throws(
          () => transitionCardShipping(card, to, now),
          new ApiError('action_not_allowed', details),
        );
        return;
      }
      const { after: moved, event } = transitionCardShipping(card, to, now);
      assert.equal(event, 'card.shipping_updated');
      assert.deepEqual([moved.version, moved.state, moved.updated_at], [2, 'inactive', at]);
      assert.deepEqual(moved.shipping?.history, [...aShipping().history, { status: to, at }]);
      assert.equal(moved.shipping?.status, to);
    });
  }

test('a closed card’s parcel is on its way all the same', () => {
  const closed = aPhysicalCard({ state: 'closed' });
  assert.equal(
    transitionCardShipping(closed, 'delivered', now).after.shipping?.status,
    'delivered',
  );
});

test('a virtual card has no parcel to move', () => {
  assert.throws(() => transitionCardShipping(aCard(), 'submitted', now), {
    code: 'action_not_allowed',
    details: {
      current_status: 'active',
      allowed_actions: ['freeze', 'close', 'replace', 'reveal'],
    },
  });
});

test('a parcel begins pending, and who carries it and when it comes is known once it is shipped', () => {
  const started = newShipping({ ...aDestination(), method: 'express' }, now);
  assert.deepEqual(started, aShipping({ method: 'express', history: [{ status: 'pending', at }] }));
  const submitted = transitionShipping(started, 'submitted', now) ?? assert.fail();
  assert.equal(submitted.estimated_delivery, null);
  const tracking = { carrier: 'post', number: 'RR1', url: 'https://post.example/RR1' };
  const shipped = transitionShipping(submitted, 'shipped', now, tracking) ?? assert.fail();
  const known = {
    carrier: 'post',
    tracking_number: 'RR1',
    tracking_url: 'https://post.example/RR1',
  };
  assert.deepEqual(shipped, {
    ...submitted,
    ...known,
    estimated_delivery: '2026-11-23',
    status: 'shipped',
    history: shipped.history,
  });
  const slow =
    transitionShipping({ ...submitted, method: 'standard' }, 'shipped', now) ?? assert.fail();
  assert.deepEqual(
    [slow.carrier, slow.tracking_number, slow.estimated_delivery],
    [null, null, '2026-11-30'],
  );
  const delivered = transitionShipping(shipped, 'delivered', now) ?? assert.fail();
  assert.equal(delivered.tracking_number, 'RR1');
});

test('of a redacted customer no tracking number and no tracking page is kept', () => {
  const redacted = aShipping({ status: 'submitted', recipient: null, address: null });
  const tracking = { carrier: 'post', number: 'RR1', url: 'https://post.example/RR1' };
  const { carrier, tracking_number, tracking_url } =
    transitionShipping(redacted, 'shipped', now, tracking) ?? assert.fail();
  assert.deepEqual([carrier, tracking_number, tracking_url], ['post', null, null]);
});

test('a simulated parcel has the number that is sent, or a generated one, and its tracking page', () => {
  const named = simulatedTracking('card_01jd5fq7k9e8xv3m2n4p6r8t0w', 'RR 1/2?#ü');
  assert.deepEqual(named, {
    carrier: 'simulator',
    number: 'RR 1/2?#ü',
    url: 'https://tracking.example/RR%201%2F2%3F%23%C3%BC',
  });
  const { number, url } = simulatedTracking('card_01jd5fq7k9e8xv3m2n4p6r8t0w');
  assert.deepEqual([number, url], ['SIM3M2N4P6R8T0W', 'https://tracking.example/SIM3M2N4P6R8T0W']);
});
