import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { expiryFrom } from '../../functions/domain/cards/expiry.ts';
import { luhnValid } from '../../functions/domain/luhn.ts';
import type { CardIssuer, CardOrder, Ordered } from '../../functions/ports/card-issuer/card-issuer.ts';
import { now } from './some-cards.ts';

/** An issuer under test, with a look at its own books. */
export type IssuerUnderTest = {
  readonly issuer: CardIssuer;
  /** How many cards that work the issuer has of an order, by its own books. */
  readonly cardsOf: (id: string) => Promise<number>;
};

const anOrder = (over: Partial<CardOrder> = {}): CardOrder => ({
  id: `card_${randomUUID()}`,
  tenant_id: 'biz_1',
  customer_id: 'cus_1',
  type: 'virtual',
  currency: 'USD',
  cardholder_name: 'Ada King',
  ordered_at: now.toISOString(),
  ...over,
});

const issuedOf = (ordered: Ordered) => (ordered.outcome === 'issued' ? ordered.card : assert.fail('it was voided'));

/** What every issuer keeps to; each adapter runs it. `underTest` is called when the tests run. */
export const cardIssuerContract = (name: string, underTest: () => IssuerUnderTest): void => {
  describe(`${name} issues`, () => {
    test('a card that shows its ends, its expiry and its name for it', async () => {
      const { issuer, cardsOf } = underTest();
      const order = anOrder();
      const card = issuedOf(await issuer.issue(order));
      assert.match(card.bin, /^\d{6,8}$/);
      assert.match(card.last4, /^\d{4}$/);
      assert.match(card.brand, /^[a-z]+$/);
      assert.ok(card.issuer_reference.length > 0);
      const { exp_month, exp_year } = card;
      assert.deepEqual({ exp_month, exp_year }, expiryFrom(now));
      assert.equal(await cardsOf(order.id), 1);
    });

    test('one card for one order, asked again, at once and much later', async () => {
      const { issuer, cardsOf } = underTest();
      const order = anOrder();
      const issued = await Promise.all(Array.from({ length: 5 }, () => issuer.issue(order)));
      const again = await issuer.issue(order);
      for (const one of issued) assert.deepEqual(one, again);
      assert.equal(await cardsOf(order.id), 1);
    });

    test('another card for another order', async () => {
      const { issuer } = underTest();
      const [one, other] = await Promise.all([issuer.issue(anOrder()), issuer.issue(anOrder())]);
      assert.notEqual(issuedOf(one).issuer_reference, issuedOf(other).issuer_reference);
    });
  });

  describe(`${name} voids`, () => {
    test('an order that it never saw, which then never becomes a card', async () => {
      const { issuer, cardsOf } = underTest();
      const order = anOrder();
      await issuer.void(order.id);
      assert.deepEqual(await issuer.issue(order), { outcome: 'voided' });
      assert.equal(await cardsOf(order.id), 0);
    });

    test('a card that it made, and again without harm', async () => {
      const { issuer, cardsOf } = underTest();
      const order = anOrder();
      const { issuer_reference } = issuedOf(await issuer.issue(order));
      await issuer.void(order.id);
      await issuer.void(order.id);
      assert.equal(await cardsOf(order.id), 0);
      assert.deepEqual(await issuer.issue(order), { outcome: 'voided' });
      await assert.rejects(issuer.secrets(issuer_reference));
    });

    test('an order that is being issued: whoever comes first, there is no card in the end', async () => {
      const { issuer, cardsOf } = underTest();
      const order = anOrder();
      await Promise.all([issuer.issue(order), issuer.void(order.id), issuer.issue(order)]);
      assert.equal(await cardsOf(order.id), 0);
    });

    test('no other order', async () => {
      const { issuer, cardsOf } = underTest();
      const order = anOrder();
      await issuer.issue(order);
      await issuer.void(anOrder().id);
      assert.equal(await cardsOf(order.id), 1);
    });
  });

  describe(`${name} knows the secrets`, () => {
    test('of a card it issued, which fit what it shows, and are the same each time', async () => {
      const { issuer } = underTest();
      const card = issuedOf(await issuer.issue(anOrder()));
      const secrets = await issuer.secrets(card.issuer_reference);
      assert.ok(luhnValid(secrets.number), 'the check digit is right');
      assert.match(secrets.number, /^\d{13,19}$/);
      assert.ok(secrets.number.startsWith(card.bin) && secrets.number.endsWith(card.last4));
      assert.match(secrets.cvc, /^\d{3,4}$/);
      assert.deepEqual([secrets.exp_month, secrets.exp_year], [card.exp_month, card.exp_year]);
      assert.deepEqual(await issuer.secrets(card.issuer_reference), secrets);
    });

    test('of no card that it never issued', async () => {
      await assert.rejects(underTest().issuer.secrets(`card_${randomUUID()}`));
    });
  });
};
