import assert from 'node:assert/strict';
import { ApiError } from '../../../../functions/core/api-error.ts';
import { scheduledAtOf } from '../../../../functions/core/dynamodb/scheduled-work.ts';
import { saveActivation } from '../../../../functions/identity/features/table.ts';
import { issuerCardChange } from '../../../../functions/issuing/cards/issuer-changes.ts';
import { type Card, issuerRefused } from '../../../../functions/issuing/cards/model.ts';
import type { RenewalSkipReason } from '../../../../functions/issuing/cards/states.ts';
import { cardAdvanced, saveCard } from '../../../../functions/issuing/cards/table.ts';
import { transitionCard } from '../../../../functions/issuing/cards/transitions.ts';
import { aCard, aPhysicalCard, aShipping } from '../../../helpers/fixtures/cards.ts';
import { aBusiness, before, day_ms, expiry, renewable } from '../../../helpers/renewing.ts';
import { after, beforeEach, describe, test } from '../../../helpers/tests.ts';

const { CARD_RENEWAL_DAYS } = process.env;
beforeEach(() => {
  process.env.CARD_RENEWAL_DAYS = '30';
});
after(() => {
  Object.assign(process.env, { CARD_RENEWAL_DAYS });
});

const activePhysical = (over: Partial<Card> = {}) =>
  aPhysicalCard({
    state: 'active',
    shipping: aShipping({ status: 'delivered', method: 'express' }),
    ...over,
  });

describe('the next card', () => {
  test('is ordered at the day of the setting and not before, with all that the old one has', async () => {
    const business = aBusiness(renewable());
    assert.equal(scheduledAtOf(business.itemOf(business.card().id)), before(90).toISOString());
    await business.step(before(90));
    assert.equal(scheduledAtOf(business.itemOf(business.card().id)), before(30).toISOString());
    await business.step(before(30, -1));
    assert.deepEqual([business.others(), business.card().version], [[], 1]);
    await business.step(before(30));
    const [next = assert.fail(), ...more] = business.others();
    const old = business.card();
    assert.deepEqual([more, business.orders()], [[], []]);
    const link = [next.replacement_for, next.replacement_reason, old.replaced_by, old.renews_at];
    assert.deepEqual(link, [old.id, 'expired', next.id, null]);
    for (const field of [
      'customer_id',
      'nickname',
      'metadata',
      'spending_controls',
      'counted_with',
    ] as const)
      assert.deepEqual(next[field], old[field], field);
    assert.deepEqual([old.state, next.state, next.exp_year], ['active', 'active', 2034]);
    const [order] = business.issued();
    assert.deepEqual(order?.replacement, {
      of: old.issuer_reference,
      reason: 'expired',
      good_until: before(0).toISOString(),
    });
    assert.deepEqual(business.events(), ['card.created', 'card.replaced']);
  });

  test('of a physical card goes where the old one went, and takes over when it is activated', async () => {
    const business = aBusiness(activePhysical());
    await business.step(before(30));
    const [next = assert.fail()] = business.others();
    const { recipient, address, method } = business.card().shipping ?? assert.fail();
    assert.deepEqual(business.issued()[0]?.destination, { recipient, address, method });
    assert.deepEqual([next.state, next.shipping?.status], ['inactive', 'pending']);
    assert.deepEqual(next.supersedes, [{ id: business.card().id, reason: 'expired' }]);
  });

  test('is ordered late as well, and then the old one ends', async () => {
    const business = aBusiness(renewable());
    const late = new Date(expiry + 3 * day_ms);
    await business.step(late);
    assert.deepEqual([business.others().length, business.card().state], [1, 'active']);
    await business.step(late);
    const { state, status_reason } = business.card();
    assert.deepEqual([state, status_reason, business.others().length], ['closed', 'expired', 1]);
  });

  test('follows another setting', async () => {
    process.env.CARD_RENEWAL_DAYS = '10';
    const business = aBusiness(renewable());
    await business.step(before(30));
    assert.deepEqual(
      [business.others(), business.card().renews_at],
      [[], before(10).toISOString()],
    );
    await business.step(before(10));
    assert.equal(business.others().length, 1);
  });

  test('is not ordered of a card that closes meanwhile', async () => {
    const card = renewable();
    let commits = 0;
    const business = aBusiness(card, (call) => {
      if (call !== 'TransactWrite before' || commits++ > 0) return;
      business.give(saveCard(transitionCard(card, 'close', 'lost', before(30)).after));
    });
    await business.step(before(30));
    assert.deepEqual([business.issued(), business.others(), business.orders()], [[], [], []]);
  });

  test('is the only one of several jobs at once', async () => {
    const business = aBusiness(renewable());
    await Promise.all(Array.from({ length: 5 }, () => business.step(before(30))));
    assert.deepEqual(
      [business.others().length, business.issued().length, business.orders()],
      [1, 1, []],
    );
  });
});

describe('the old card', () => {
  test('is good until its last month is over, and closes for that reason', async () => {
    const business = aBusiness(renewable());
    await business.step(before(30));
    await business.step(before(0, -1));
    assert.equal(business.card().state, 'active');
    assert.equal(
      scheduledAtOf(business.itemOf(business.card().id)),
      new Date(expiry).toISOString(),
    );
    await business.step(before(0));
    assert.deepEqual([business.card().state, business.card().status_reason], ['closed', 'expired']);
    assert.equal(business.others()[0]?.state, 'active');
  });

  test('has that reason also if its issuer cancels it then, and another one before', () => {
    const reasonAt = (at: Date) => {
      const change = issuerCardChange(aCard(), 'canceled', at);
      return change && 'transition' in change && change.transition.after.status_reason;
    };
    assert.deepEqual([reasonAt(before(0)), reasonAt(before(1))], ['expired', 'closed_by_issuer']);
  });

  test('is not looked at again once it is closed or replaced', () => {
    const closed = transitionCard(
      aCard({ issuer_sync: { ...aCard().issuer_sync, scheduled_at: null } }),
      'close',
      'lost',
      before(40),
    );
    assert.equal(cardAdvanced(closed.after, before(0).toISOString()), undefined);
  });
});

describe('a card is not renewed', () => {
  const frozenFor = (status_reason: string) => renewable({ state: 'frozen', status_reason });
  const blocked = { customer_suspended: true, feature_suspended: false };
  const cases: readonly (readonly [RenewalSkipReason, string, Card])[] = [
    [
      'cancel_after',
      'of single use',
      renewable({ cancel_after: { authorizations: 1, date: null } }),
    ],
    [
      'cancel_after',
      'that closes before',
      renewable({ cancel_after: { authorizations: null, date: '2030-08-30' } }),
    ],
    ['not_activated', 'that nobody has activated', aPhysicalCard()],
    ['fraud_suspected', 'frozen for it', frozenFor('fraud_suspected')],
    ['mail_returned', 'frozen for it', frozenFor('mail_returned')],
    ['customer_not_eligible', 'of a suspended customer', renewable({ blocks: blocked })],
    ['not_offered', 'of a withdrawn currency', renewable({ currency: 'HRK' })],
  ];
  for (const [reason, name, card] of cases)
    test(`${reason}: ${name}`, async () => {
      const business = aBusiness(card);
      await business.step(before(30));
      assert.deepEqual(
        [business.card().renewal_skipped, business.others(), business.issued()],
        [reason, [], []],
      );
      assert.deepEqual(business.events(), ['card.renewal_skipped']);
      await business.step(before(29));
      assert.deepEqual(business.events(), ['card.renewal_skipped'], 'once for each reason');
      await business.step(before(0));
      await business.step(before(0));
      const end = card.cancel_after?.date ? 'cancel_after' : 'expired';
      assert.deepEqual([business.card().state, business.card().status_reason], ['closed', end]);
    });

  test('while its customer lacks the feature, and is renewed once it has it again', async () => {
    const business = aBusiness(renewable());
    const [virtual = assert.fail()] = business.features;
    business.give(saveActivation({ ...virtual, status: 'suspended' }));
    await business.step(before(30));
    assert.equal(business.card().renewal_skipped, 'customer_not_eligible');
    business.give(saveActivation(virtual));
    await business.step(before(29, -1));
    assert.deepEqual(business.others(), []);
    await business.step(before(29));
    assert.deepEqual([business.others().length, business.card().renewal_skipped], [1, null]);
  });

  test('while its issuer rejects it, whose order is gone then', async () => {
    let isRejecting = true;
    const business = aBusiness(renewable(), (call) => {
      if (isRejecting && call === 'issue before') throw issuerRefused('cardholder_rejected');
    });
    await business.step(before(30));
    assert.deepEqual([business.card().renewal_skipped, business.orders()], ['issuer_refused', []]);
    isRejecting = false;
    await business.step(before(29));
    assert.deepEqual([business.others().length, business.issued().length], [1, 1]);
  });

  test('while its issuer does not answer: the order stays, and the next notification goes on with it', async () => {
    let isSilent = true;
    const business = aBusiness(renewable(), (call) => {
      if (isSilent && call === 'issue after') throw new ApiError('unavailable');
    });
    await business.step(before(30));
    const [order] = business.orders();
    assert.deepEqual([business.card().version, business.card().renewal_skipped], [1, null]);
    isSilent = false;
    await business.step(before(30, 60_000));
    assert.deepEqual([business.others()[0]?.id, business.issued().length], [order?.card_id, 1]);
  });
});
