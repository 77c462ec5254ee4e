import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { noAttempts, tryLast4 } from '../../../functions/domain/cards/activation-attempts.ts';
import type { Card } from '../../../functions/domain/cards/card.ts';
import { blockCard, moveCard } from '../../../functions/domain/cards/moves.ts';
import {
  forgetAttempts,
  readCardToActivate,
  saveAttempts,
} from '../../../functions/store/cards/activation-attempts.ts';
import { findCards, pageOfCards, readCard, saveCard } from '../../../functions/store/cards/cards.ts';
import { StaleDecision } from '../../../functions/store/commit.ts';
import { decide } from '../../../functions/store/decide.ts';
import { startCardStores } from '../../helpers/card-stores.ts';
import { aPhysicalCard, now } from '../../helpers/some-cards.ts';

const stores = await startCardStores();
after(() => stores.stop());
const { newId, put, mine } = stores;
const aTenant = () => `biz_${randomUUID()}`;

describe('a card', () => {
  test('comes back as it was put, with no key and nothing derived', async () => {
    const card = await mine(aTenant(), { metadata: { a: 'b' } }, aPhysicalCard);
    assert.deepEqual(await readCard(stores.db, card.tenant_id, card.id), card);
  });

  test('is put once under its id, and then only over the version that was read', async () => {
    const card = await mine(aTenant());
    await assert.rejects(put([saveCard(card)]), StaleDecision);
    const frozen = moveCard(card, 'freeze', null, now).after;
    await put([saveCard(frozen, card)]);
    await assert.rejects(put([saveCard(moveCard(card, 'close', 'lost', now).after, card)]), StaleDecision);
    assert.deepEqual(await readCard(stores.db, card.tenant_id, card.id), frozen);
  });

  test('of another business, or none, is not found', async () => {
    const card = await mine(aTenant());
    for (const [tenant, id] of [
      [aTenant(), card.id],
      [card.tenant_id, newId('card')],
    ] as const)
      await assert.rejects(readCard(stores.db, tenant, id), { code: 'card_not_found' });
  });

  test('is found beside others in the order asked for', async () => {
    const tenant = aTenant();
    const [one, other] = [await mine(tenant), await mine(tenant)];
    assert.deepEqual(await findCards(stores.db, tenant, [other.id, newId('card'), one.id]), [other, one]);
    assert.deepEqual(await findCards(stores.db, tenant, []), []);
  });
});

test('cards are listed newest first, by customer, type and shown status', async () => {
  const tenant = aTenant();
  const blocks = { customer_suspended: true, feature_suspended: false };
  const cards = [
    await mine(tenant, { customer_id: 'cus_1' }),
    await mine(tenant, { customer_id: 'cus_1' }, aPhysicalCard),
    await mine(tenant, { customer_id: 'cus_2', state: 'frozen' }),
    await mine(tenant, { customer_id: 'cus_1', blocks }),
    await mine(aTenant(), { customer_id: 'cus_1' }),
  ];
  const list = async (filter: Parameters<typeof pageOfCards>[2], wanted = { limit: 25 }) => {
    const { items } = await pageOfCards(stores.db, tenant, filter, wanted);
    return items.map(({ id }) => cards.findIndex((card) => card.id === id));
  };
  assert.deepEqual(await list({}), [3, 2, 1, 0]);
  assert.deepEqual(await list({ customer_id: 'cus_1' }), [3, 1, 0]);
  assert.deepEqual(await list({ type: 'physical' }), [1]);
  assert.deepEqual(await list({ status: 'blocked' }), [3]);
  assert.deepEqual(await list({ status: 'frozen' }), [2]);
  assert.deepEqual(await list({ customer_id: 'cus_1', status: 'active', type: 'virtual' }), [0]);
  assert.deepEqual(await list({ customer_id: 'cus_9' }), []);
  const first = await pageOfCards(stores.db, tenant, { customer_id: 'cus_1' }, { limit: 2 });
  assert.equal(first.next, cards[1]?.id);
  assert.deepEqual(await list({ customer_id: 'cus_1' }, { limit: 2, below: first.next } as { limit: number }), [0]);
});

test('a change of a block moves a card between the lists of its status', async () => {
  const card = await mine(aTenant(), { customer_id: 'cus_1' });
  const step = blockCard(card, { feature_suspended: true }, now) ?? assert.fail();
  await put([saveCard(step.after, card)]);
  const count = async (status: 'active' | 'blocked') =>
    (await pageOfCards(stores.db, card.tenant_id, { customer_id: 'cus_1', status }, { limit: 5 })).items.length;
  assert.deepEqual([await count('active'), await count('blocked')], [0, 1]);
});

describe('attempts to activate', () => {
  const attempt = async (card: Card, last4: string, idempotency_key: string) => {
    const read = await readCardToActivate(stores.db, card.tenant_id, card.id);
    return { read, tried: tryLast4(card.last4, { last4, idempotency_key }, read.attempts, now) };
  };

  test('are counted beside the card, which stays as it is', async () => {
    const card = await mine(aTenant(), {}, aPhysicalCard);
    const { read, tried } = await attempt(card, '0000', 'key-1');
    assert.deepEqual(read, { card, attempts: { ...noAttempts, version: 0 } });
    assert.ok(!tried.allowed);
    await put([saveAttempts(card, tried.attempts, read.attempts)]);
    const again = await readCardToActivate(stores.db, card.tenant_id, card.id);
    assert.deepEqual(again, { card, attempts: { ...tried.attempts, version: 1 } });
  });

  test('at once are counted one by one', async () => {
    const card = await mine(aTenant(), {}, aPhysicalCard);
    const guesses = ['0001', '0002', '0003'].map((last4) =>
      decide(async () => {
        const { read, tried } = await attempt(card, last4, last4);
        if (!tried.allowed) await put([saveAttempts(card, tried.attempts, read.attempts)]);
      }),
    );
    await Promise.all(guesses);
    const { attempts } = await readCardToActivate(stores.db, card.tenant_id, card.id);
    assert.deepEqual([attempts.wrong.length, attempts.version], [3, 3]);
  });

  test('are forgotten with the activation, unless one was made meanwhile', async () => {
    const card = await mine(aTenant(), {}, aPhysicalCard);
    const { read, tried } = await attempt(card, '0000', 'key-1');
    assert.ok(!tried.allowed);
    await put([saveAttempts(card, tried.attempts, read.attempts)]);
    await assert.rejects(put([forgetAttempts(card, read.attempts)]), StaleDecision);
    const { attempts } = await readCardToActivate(stores.db, card.tenant_id, card.id);
    await put([forgetAttempts(card, attempts)]);
    const gone = await readCardToActivate(stores.db, card.tenant_id, card.id);
    assert.equal(gone.attempts.version, 0);
    await put([forgetAttempts(card, gone.attempts)]);
  });

  test('of a card that is not there are not found', async () => {
    await assert.rejects(readCardToActivate(stores.db, aTenant(), newId('card')), { code: 'card_not_found' });
  });
});
