import '../../process.ts';
import assert from 'node:assert/strict';
import { cardsOf } from '../../../helpers/cards.ts';
import { customersOf } from '../../../helpers/customers.ts';
import {
  aCardholder,
  anOrderedCard,
  cardBody,
  theCardholder,
} from '../../../helpers/fixtures/cards.ts';
import { aVerifiedCustomer } from '../../../helpers/fixtures/customers.ts';
import { featuresOf } from '../../../helpers/fixtures/features.ts';
import type { Tenant } from '../../../helpers/fixtures/tenants.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { before, describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const { aBusiness } = await world();
let tenant: Tenant;
let cards: ReturnType<typeof cardsOf>;
let snapshot: Any;
before(async () => {
  tenant = await aBusiness();
  cards = cardsOf(tenant);
  snapshot = await theCardholder(tenant);
});

describe('a new card', () => {
  test('that is virtual is active, bears its customer’s name and may spend 5 000 a day', async () => {
    const { status, body } = await cards.order(
      cardBody(snapshot.id, { nickname: 'Travel', metadata: { order: '7' } }),
    );
    assert.equal(status, 201);
    const { id, created_at, last4, exp_month, exp_year, ...rest } = body;
    assert.match(last4, /^\d{4}$/);
    const made = new Date(created_at);
    assert.deepEqual([exp_month, exp_year], [made.getUTCMonth() + 1, made.getUTCFullYear() + 4]);
    assert.deepEqual(rest, {
      object: 'card',
      updated_at: created_at,
      version: 1,
      status: 'active',
      status_reason: null,
      allowed_actions: ['freeze', 'close', 'replace', 'reveal'],
      customer_id: snapshot.id,
      type: 'virtual',
      issuer: 'simulator',
      brand: 'visa',
      bin: '400000',
      currency: 'USD',
      cardholder_name: `${snapshot.first_name} ${snapshot.last_name}`,
      nickname: 'Travel',
      spending_controls: {
        limits: [{ amount: 500_000, interval: 'daily' }],
        allowed_categories: [],
        blocked_categories: [],
        allowed_countries: [],
        allowed_merchants: [],
        blocked_merchants: [],
        allowed_card_presences: [],
        allowed_currencies: [],
        velocity_limits: [],
      },
      cancel_after: null,
      shipping: null,
      replacement_for: null,
      replaced_by: null,
      replacement_reason: null,
      renewal_skipped: null,
      blocked_by: [],
      pin_status: 'unset',
      issuer_sync: { status: 'synced', version: 1, since: created_at, error: null },
      metadata: { order: '7' },
    });
    const [event] = await cards.events(id);
    assert.deepEqual(
      [event?.type, event?.sequence, event?.customer_id],
      ['card.created', 1, snapshot.id],
    );
    assert.deepEqual(event?.data, body);
  });

  test('that is physical waits for the post, to the customer or to where it is said', async () => {
    const { body } = await cards.order(cardBody(snapshot.id, { type: 'physical' }));
    assert.deepEqual([body.status, body.allowed_actions], ['inactive', ['close', 'replace']]);
    const { recipient, address, method, status, history } = body.shipping;
    assert.deepEqual(
      [recipient, address, method],
      [body.cardholder_name, snapshot.address, 'standard'],
    );
    assert.deepEqual([status, history], ['pending', [{ status: 'pending', at: body.created_at }]]);
    const there = { line1: '2 Rue de la Paix', city: 'Paris', postal_code: '75002', country: 'FR' };
    const shipping = { recipient: 'Ada King', address: there, method: 'express' };
    const other = await cards.order(cardBody(snapshot.id, { type: 'physical', shipping }));
    const said = other.body.shipping;
    assert.deepEqual([said.recipient, said.method], ['Ada King', 'express']);
    assert.deepEqual(said.address, { ...there, line2: null, state: null });
  });

  test('is one however often its order is sent at the same instant', async () => {
    const body = cardBody(snapshot.id);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => cards.order(body, 'ten-times')),
    );
    const said = new Set(answers.map(({ status, text }) => `${status} ${text}`));
    assert.equal(said.size, 1, [...said].join('\n'));
    const ids = (await cards.list(['customer_id', snapshot.id], ['limit', '100'])).map(
      ({ id }) => id,
    );
    assert.equal(ids.filter((id) => id === answers[0]?.body.id).length, 1);
    const other = await cards.order({ ...body, currency: 'EUR' }, 'ten-times');
    assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused']);
  });
});

/** The refusal of a card that a customer may not have. */
const refusal = async (body: object): Promise<Any> => {
  const answer = await cards.order(body);
  assert.deepEqual([answer.status, answer.body.code], [422, 'feature_not_active'], answer.text);
  return answer.body;
};
const callsOf = ({ requirements }: Any) =>
  requirements.currently_due.map(
    ({ resolve_with }: Any) => `${resolve_with.method} ${resolve_with.path}`,
  );

describe('without the feature', () => {
  test('a verified customer is one call away from a card', async () => {
    const { id } = await aVerifiedCustomer(tenant);
    const { feature, requirements } = await refusal(cardBody(id));
    assert.equal(feature, 'virtual_cards');
    const [due] = requirements.currently_due;
    assert.deepEqual([due.code, requirements.currently_due.length], ['feature.virtual_cards', 1]);
    const { method, path, body } = due.resolve_with;
    assert.equal((await tenant.call({ method, path: `/${path}`, body })).status, 200);
    assert.equal((await cards.order(cardBody(id))).status, 201);
  });

  test('a card in another currency needs one more', async () => {
    const { id } = await aCardholder(tenant, ['virtual_cards']);
    assert.equal(
      (await refusal(cardBody(id, { currency: 'EUR' }))).feature,
      'foreign_currency_cards',
    );
    assert.equal(
      (await refusal(cardBody(id, { type: 'physical', currency: 'EUR' }))).feature,
      'physical_cards',
    );
    await featuresOf(tenant).act(id, 'foreign_currency_cards', 'activate');
    assert.equal((await cards.order(cardBody(id, { currency: 'EUR' }))).status, 201);
  });

  test('a suspended customer is reactivated first, and that is enough; a closed one gets no card again', async () => {
    const { id } = await aCardholder(tenant, ['virtual_cards']);
    const { act } = customersOf(tenant);
    await act(id, 'suspend');
    const suspended = await refusal(cardBody(id));
    assert.deepEqual(callsOf(suspended), [`POST customers/${id}/reactivate`]);
    assert.equal(suspended.ineligible_reasons[0].code, 'customer_suspended');
    await act(id, 'reactivate');
    assert.equal((await cards.order(cardBody(id))).status, 201);
    await act(id, 'close');
    const closed = await refusal(cardBody(id));
    assert.deepEqual([callsOf(closed), closed.ineligible_reasons[0].code], [[], 'customer_closed']);
  });
});

const limits = (...all: readonly (readonly [number, string])[]) => ({
  spending_controls: { limits: all.map(([amount, interval]) => ({ amount, interval })) },
});
const aboveCap = ({ status, body }: { readonly status: number; readonly body: Any }) => {
  assert.deepEqual([status, body.code], [400, 'validation_failed']);
  return body.errors.map(({ pointer, code, detail }: Any) => [
    pointer,
    code,
    /\d+/.exec(detail)?.[0],
  ]);
};
const place = (position: number) => `/spending_controls/limits/${position}/amount`;

describe('limits', () => {
  test('reach their caps and are rejected above them, with the cap, when ordered and when changed', async () => {
    const most = limits(
      [500_000, 'per_authorization'],
      [500_000, 'daily'],
      [2_000_000, 'weekly'],
      [9e11, 'all_time'],
    );
    const { status, body: card } = await cards.order(cardBody(snapshot.id, most));
    assert.equal(status, 201);
    const more = limits([500_001, 'daily'], [2_000_000, 'weekly'], [5_000_001, 'monthly']);
    const expected = [
      [place(0), 'above_cap', '500000'],
      [place(2), 'above_cap', '5000000'],
    ];
    assert.deepEqual(aboveCap(await cards.order(cardBody(snapshot.id, more))), expected);
    assert.deepEqual(aboveCap(await cards.change(card.id, more)), expected);
    assert.deepEqual(await cards.read(card.id), card);
  });
});

test('an update has the previous values; without a change there is none, and a closed card takes none', async () => {
  const card = await anOrderedCard(tenant, { nickname: 'Travel', metadata: { a: '1', b: '2' } });
  const patch = {
    nickname: null,
    spending_controls: { limits: null, allowed_countries: ['GB'] },
    metadata: { a: null },
  };
  const { body } = await cards.change(card.id, patch);
  assert.deepEqual([body.version, body.nickname, body.metadata], [2, null, { b: '2' }]);
  assert.deepEqual(body.spending_controls, {
    ...card.spending_controls,
    allowed_countries: ['GB'],
  });
  const [, updated] = await cards.events(card.id);
  assert.deepEqual([updated?.type, updated?.sequence, updated?.data], ['card.updated', 2, body]);
  const { nickname, spending_controls, metadata } = card;
  assert.deepEqual(updated?.previous, { nickname, spending_controls, metadata });
  assert.equal((await cards.change(card.id, patch)).body.version, 2);
  await cards.act(card, 'close');
  const refused = await cards.change(card.id, {});
  assert.deepEqual(
    [refused.status, refused.body.current_status, refused.body.allowed_actions],
    [409, 'closed', []],
  );
});

test('lists show the cards of a business, a customer, a status and a type, and no others', async () => {
  const mine = await aBusiness();
  const { id: other } = await aCardholder(mine, ['virtual_cards']);
  const wanted = [
    { state: 'frozen' },
    { state: 'closed' },
    { type: 'physical' },
    { type: 'physical', state: 'active' },
    { customer_id: other },
  ] as const;
  const made: Any[] = [];
  for (const one of wanted) made.push(await anOrderedCard(mine, one));
  const newest = made.toReversed();
  const list = cardsOf(mine).list;
  assert.deepEqual(await list(), newest);
  const { customer_id } = made[0];
  assert.deepEqual(await list(['customer_id', other]), newest.slice(0, 1));
  assert.deepEqual(
    await list(['customer_id', customer_id], ['status', 'frozen']),
    made.slice(0, 1),
  );
  assert.deepEqual(await list(['type', 'physical']), newest.slice(1, 3));
  assert.deepEqual(await list(['type', 'physical'], ['status', 'active']), newest.slice(1, 2));
  assert.deepEqual(await list(['status', 'blocked']), []);
  assert.deepEqual(await list(['created_after', made[3].created_at]), newest.slice(0, 1));
  assert.deepEqual(await list(['customer_id', snapshot.id]), []);
  // In any order and twice: those of them that are cards of this business, once, newest first.
  const ids = [made[0].id, 'card_00000000000000000000000000', made[2].id, made[0].id].join(',');
  const both = newest.filter(({ id }) => ids.includes(id));
  assert.deepEqual(await list(['ids', ids]), both);
  assert.deepEqual(await list(['ids', ids], ['customer_id', customer_id]), both);
  assert.deepEqual(await list(['ids', ids], ['customer_id', other]), []);
  assert.deepEqual(await list(['ids', ids], ['status', 'frozen']), made.slice(0, 1));
  assert.deepEqual(await list(['ids', ids], ['status', 'blocked']), []);
  assert.deepEqual(
    await list(['ids', ids], ['type', 'physical']),
    both.filter(({ type }) => type === 'physical'),
  );
  const ending = newest.filter(({ last4 }) => last4 === made[0].last4);
  assert.deepEqual(await list(['last4', made[0].last4]), ending);
  assert.deepEqual(
    await list(['last4', made[0].last4], ['customer_id', customer_id]),
    made.slice(0, 1),
  );
});
