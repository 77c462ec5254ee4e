import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { ShownCard, showCard } from '../../functions/contract/cards/card.ts';
import { CardReveal, showCardReveal } from '../../functions/contract/cards/reveal.ts';
import { type CardState, cardMoves, cardStatuses } from '../../functions/domain/cards/life.ts';
import { aCard, aPhysicalCard, made } from '../helpers/some-cards.ts';

const blocks = { customer_suspended: true, feature_suspended: true };

test('a card shows every field of the reference, and nothing that only we need', () => {
  assert.deepEqual(showCard(aCard()), {
    id: 'card_01jd5fq7k9e8xv3m2n4p6r8t0w',
    object: 'card',
    created_at: made,
    updated_at: made,
    version: 1,
    status: 'active',
    status_reason: null,
    allowed_actions: ['freeze', 'close', 'replace', 'reveal'],
    customer_id: 'cus_01jd5fq7k9e8xv3m2n4p6r8t0w',
    type: 'virtual',
    issuer: 'simulator',
    brand: 'visa',
    bin: '400000',
    last4: '4242',
    exp_month: 8,
    exp_year: 2030,
    currency: 'USD',
    cardholder_name: 'Ada King',
    nickname: null,
    spending_controls: { limits: [], allowed_categories: [], blocked_categories: [], allowed_countries: [] },
    shipping: null,
    replacement_for: null,
    replaced_by: null,
    replacement_reason: null,
    blocked_by: [],
    issuer_sync: { status: 'synced', version: 1, since: made, error: null },
    metadata: {},
  });
});

test('every card that can be is what its schema says', () => {
  for (const state of Object.keys(cardMoves) as CardState[])
    for (const over of [{}, { blocks }])
      for (const card of [aCard({ state, ...over }), aPhysicalCard({ state, ...over })]) {
        const parsed = z.safeParse(ShownCard, showCard(card));
        assert.ok(parsed.success, JSON.stringify(parsed.error?.issues));
        assert.deepEqual(parsed.data, showCard(card));
        assert.ok(cardStatuses.includes(parsed.data.status));
      }
});

test('a blocked card says why, and the state that was when it is not', () => {
  const shown = showCard(aCard({ state: 'frozen', blocks, status_reason: 'Mislaid' }));
  assert.deepEqual(
    [shown.status, shown.blocked_by, shown.status_reason],
    ['blocked', ['customer_suspended', 'feature_suspended'], 'Mislaid'],
  );
  assert.equal(showCard(aCard({ state: 'closed', blocks })).status, 'closed');
});

test('a reveal holds what is sealed and nothing else', () => {
  const jwe = 'eyJ9..aXY.Yw.dGFn';
  const shown = showCardReveal(aCard().id, { jwe });
  assert.deepEqual(shown, { object: 'card_reveal', card_id: aCard().id, jwe, ephemeral_key: null });
  assert.ok(z.safeParse(CardReveal, shown).success);
  assert.ok(!z.safeParse(CardReveal, { ...shown, jwe: '4242424242424242' }).success);
});
