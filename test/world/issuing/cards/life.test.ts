import '../../process.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Answer, done } from '../../../helpers/call.ts';
import { cardsOf } from '../../../helpers/cards.ts';
import { notLast4 } from '../../../helpers/cases/rejections.ts';
import {
  anOrderedCard,
  cardBody,
  sendParcel,
  theCardholder,
} from '../../../helpers/fixtures/cards.ts';
import type { Tenant } from '../../../helpers/fixtures/tenants.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { before, describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const { aBusiness } = await world();
let tenant: Tenant;
let cards: ReturnType<typeof cardsOf>;
before(async () => {
  tenant = await aBusiness();
  cards = cardsOf(tenant);
});

/** The published events of a card, oldest first, as `card.created 1`. */
const history = async (id: string): Promise<string[]> =>
  (await cards.events(id)).map(({ type, sequence }) => `${type} ${sequence}`);

const purchase = async (id: string) => {
  const body = { amount: 400, currency: 'USD', category: '5411', country: 'US' };
  const { approved, decline_reason } = await done(
    tenant,
    `/simulations/cards/${id}/authorize`,
    body,
  );
  return { approved, decline_reason };
};

describe('a physical card', () => {
  test('is ordered, sent, activated, frozen, replaced as damaged and as lost, and closed', async () => {
    const { id: snapshot } = await theCardholder(tenant);
    // A limit that no midnight ends.
    const controls = {
      blocked_categories: ['7995'],
      limits: [{ interval: 'all_time', amount: 500 }],
    };
    const fields = {
      type: 'physical',
      nickname: 'Travel',
      spending_controls: controls,
      metadata: { desk: '3' },
    };
    const { body: first } = await cards.order(cardBody(snapshot, fields));
    await sendParcel(tenant, first.id, 'shipped');
    assert.deepEqual((await cards.act(first, 'activate')).body.status, 'active');
    await cards.act(first, 'freeze', { reason: 'Left in a taxi' });
    assert.equal((await cards.read(first.id)).status_reason, 'Left in a taxi');
    await cards.act(first, 'unfreeze');
    assert.deepEqual(await purchase(first.id), { approved: true, decline_reason: null });

    const { body: second } = await cards.act(first, 'replace', { reason: 'damaged' });
    const old = await cards.read(first.id);
    assert.deepEqual(
      [old.status, old.replaced_by],
      ['active', second.id],
      'works until the new one is activated',
    );
    assert.deepEqual(
      [second.status, second.replacement_for, second.replacement_reason],
      ['inactive', first.id, 'damaged'],
    );
    const carried = ({
      nickname,
      spending_controls,
      metadata,
      currency,
      cardholder_name,
      shipping,
    }: Any) => ({
      nickname,
      spending_controls,
      metadata,
      currency,
      cardholder_name,
      address: shipping.address,
      recipient: shipping.recipient,
    });
    assert.deepEqual(carried(second), carried(first));
    assert.notEqual(second.last4 + second.id, first.last4 + first.id);
    assert.equal((await cards.act(first, 'replace')).status, 409, 'at most one replacement');
    await sendParcel(tenant, second.id, 'delivered');
    assert.equal((await cards.act(second, 'activate')).body.status, 'active');
    const closed = await cards.read(first.id);
    assert.deepEqual([closed.status, closed.status_reason], ['closed', 'damaged']);
    const declined = { approved: false, decline_reason: 'all_time_limit_exceeded' };
    assert.deepEqual(await purchase(second.id), declined, 'what was spent counts on');

    const address = {
      line1: '2 Rue de la Paix',
      city: 'Paris',
      postal_code: '75002',
      country: 'FR',
    };
    const lost = { reason: 'lost', shipping: { address, method: 'express' } };
    const { body: third } = await cards.act(second, 'replace', lost);
    const gone = await cards.read(second.id);
    assert.deepEqual(
      [gone.status, gone.status_reason, gone.replaced_by],
      ['closed', 'lost', third.id],
    );
    assert.deepEqual([third.shipping.address.city, third.shipping.method], ['Paris', 'express']);
    assert.equal(
      (await cards.act(third, 'close', { reason: 'customer_request' })).body.status,
      'closed',
    );
    assert.equal(
      (await cards.read(third.id)).shipping.status,
      'canceled',
      'its production has not started',
    );

    assert.deepEqual(await history(first.id), [
      'card.created 1',
      'card.shipping_updated 2',
      'card.shipping_updated 3',
      'card.activated 4',
      'card.frozen 5',
      'card.unfrozen 6',
      'card.replaced 7',
      'card.closed 8',
    ]);
    assert.deepEqual(await history(second.id), [
      'card.created 1',
      'card.shipping_updated 2',
      'card.shipping_updated 3',
      'card.shipping_updated 4',
      'card.activated 5',
      'card.replaced 6',
      'card.closed 7',
    ]);
    assert.deepEqual(await history(third.id), ['card.created 1', 'card.closed 2']);
  });

  test('that is replaced again before the replacement is activated is closed by the last one', async () => {
    const first = await anOrderedCard(tenant, { type: 'physical', state: 'active' });
    const { body: second } = await cards.act(first, 'replace', { reason: 'damaged' });
    const { body: third } = await cards.act(second, 'replace', { reason: 'lost' });
    const state = async () =>
      Promise.all([first, second, third].map(async ({ id }) => (await cards.read(id)).status));
    assert.deepEqual(await state(), ['active', 'closed', 'inactive']);
    await sendParcel(tenant, third.id, 'shipped');
    await cards.act(third, 'activate');
    assert.deepEqual(await state(), ['closed', 'closed', 'active']);
  });

  test('is replaced once however many ask at the same instant', async () => {
    const card = await anOrderedCard(tenant, { type: 'physical', state: 'active' });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => cards.act(card, 'replace', { reason: 'stolen' })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409]);
    const { replaced_by } = await cards.read(card.id);
    const mine = (await cards.list(['type', 'physical'], ['limit', '100'])).filter(
      ({ replacement_for }) => replacement_for === card.id,
    );
    assert.deepEqual(
      mine.map(({ id }) => id),
      [replaced_by],
    );
  });
});

describe('wrong last digits', () => {
  const guess = async (card: Any, last4: string, key: string = randomUUID()): Promise<Answer> =>
    tenant.call({
      method: 'POST',
      path: `/cards/${card.id}/activate`,
      body: { last4 },
      headers: { 'idempotency-key': key },
    });

  test('are counted once for each key, then lock activation for an hour, the right ones too', async () => {
    const card = await anOrderedCard(tenant, { type: 'physical' });
    const wrong = notLast4(card);
    for (const left of [4, 3, 2, 1, 0]) {
      const key = randomUUID();
      for (const { status, body } of [
        await guess(card, wrong, key),
        left > 0 && (await guess(card, wrong, key)),
      ].filter((answer) => answer !== false))
        assert.deepEqual([status, body.code, body.attempts_left], [422, 'last4_mismatch', left]);
    }
    for (const last4 of [wrong, card.last4]) {
      const { status, body, headers } = await guess(card, last4);
      assert.deepEqual([status, body.code], [429, 'activation_locked']);
      assert.ok(body.retry_after_seconds > 3500 && body.retry_after_seconds <= 3600);
      assert.equal(headers['retry-after'], String(body.retry_after_seconds));
    }
    assert.deepEqual(await cards.read(card.id), card, 'the counter is no version');
    assert.equal((await cards.events(card.id)).length, card.version, 'and no event');
  });

  test('are all counted when they come at the same instant', async () => {
    const card = await anOrderedCard(tenant, { type: 'physical' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => guess(card, notLast4(card))));
    const left = answers
      .filter(({ status }) => status === 422)
      .map(({ body }) => body.attempts_left);
    assert.equal(new Set(left).size, left.length, 'no two answers name the same number');
    for (let guesses = left.length; guesses < 5; guesses++) await guess(card, notLast4(card));
    assert.equal((await guess(card, card.last4)).status, 429);
  });
});
