import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ApiError, RevealWay } from '../../functions/core/api-error.ts';
import { luhnValid } from '../../functions/core/card-number.ts';
import { everyCurrency } from '../../functions/identity/catalogues/catalogue.ts';
import type { IssuerToken } from '../../functions/issuing/card-tokens/model.ts';
import type { IssuerCard } from '../../functions/issuing/cards/model.ts';
import { isExpired } from '../../functions/issuing/cards/model.ts';
import { amountStep } from '../../functions/issuing/issuers/amounts.ts';
import type { CardIssuer, IssueResult } from '../../functions/issuing/issuers/issuer.ts';
import { aDestination, anOrder } from './fixtures/cards.ts';
import { describe, test } from './tests.ts';

/** An issuer under test, with a look at its own records. */
export type IssuerUnderTest = {
  readonly issuer: CardIssuer;
  /** How many cards that work the issuer has of an order, by its own records. */
  readonly cardsOf: (id: string) => Promise<number>;
  /** How the issuer has the card of an order, by its own records. */
  readonly stateOf: (
    id: string,
  ) => Promise<Pick<IssuerCard, 'status' | 'cancellation_reason' | 'limits'>>;
  /** The reference of a new token of a card, which a cardholder has made. */
  readonly tokenOf: (cardReference: string) => Promise<string>;
  /** The status of a token by the issuer's own records. */
  readonly tokenStatus: (reference: string) => Promise<string>;
};

/** The card of an order that was issued. */
export const issuedOf = (ordered: IssueResult) =>
  ordered.outcome === 'issued' ? ordered.card : assert.fail('it was voided');

type Reported = Omit<IssuerCard, 'reference' | 'id'>;

const { limits, currency } = anOrder();
const weekly = { amount: 700, interval: 'weekly' } as const;

/** The states of a card, version by version. */
const reported_in_turn: readonly [Reported, Reported, Reported] = [
  {
    version: 2,
    status: 'inactive',
    cancellation_reason: null,
    limits: [{ amount: 100, interval: 'daily' }],
    currency,
  },
  {
    version: 3,
    status: 'active',
    cancellation_reason: null,
    limits: [...limits, weekly],
    currency,
  },
  {
    version: 4,
    status: 'canceled',
    cancellation_reason: 'stolen',
    limits: [...limits, weekly],
    currency,
  },
];

/** A card that the issuer has just created, and what sends it a change. */
const toPush = async (issuer: CardIssuer) => {
  const { id } = anOrder();
  const { issuer_reference: reference } = issuedOf(await issuer.issue(anOrder({ id })));
  return { id, push: (reported: Reported) => issuer.push({ reference, id, ...reported }) };
};

const refusedAs =
  (reason: string) =>
  ({ code, details }: ApiError): boolean =>
    code === 'issuer_refused' && details.issuer_reason === reason;

/** The way in which each issuer shows a number instead of a nonce that is none. */
const wayOf: Readonly<Record<string, RevealWay>> = { simulator: 'public_key', stripe: 'nonce' };

/**
 * The rules that every issuer keeps to; each adapter runs them. `underTest` is called when the
 * tests run.
 */
export const cardIssuerContract = (name: string, underTest: () => IssuerUnderTest): void => {
  test(`${name} represents the amounts that changes of its cards are checked for`, () => {
    const { issuer } = underTest();
    for (const currency of everyCurrency)
      assert.equal(issuer.amountStep(currency), amountStep(issuer.name, currency), currency);
  });

  describe(`${name} issues`, () => {
    test('a card that shows its ends, its expiry and its name for it', async () => {
      const { issuer, cardsOf } = underTest();
      const order = anOrder();
      const card = issuedOf(await issuer.issue(order));
      assert.match(card.bin ?? '000000', /^\d{6,8}$/);
      assert.match(card.last4, /^\d{4}$/);
      assert.match(card.brand, /^[a-z]+$/);
      assert.ok(card.issuer_reference.length > 0);
      assert.ok(!isExpired(card, new Date()));
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

    test('an order that is being issued: in either order, there is no card in the end', async () => {
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

  describe(`${name} receives`, () => {
    test('nothing of a new card: a virtual one is active, a physical one is not, and both have their limits', async () => {
      const { issuer, stateOf } = underTest();
      for (const [over, status] of [
        [{}, 'active'],
        [{ type: 'physical', destination: aDestination() }, 'inactive'],
      ] as const) {
        const order = anOrder(over);
        issuedOf(await issuer.issue(order));
        assert.deepEqual(await stateOf(order.id), {
          status,
          cancellation_reason: null,
          limits: order.limits,
        });
      }
    });

    test('how a card stands and what it may spend, again and again, until it ends for good', async () => {
      const { issuer, stateOf } = underTest();
      const { id, push } = await toPush(issuer);
      for (const reported of reported_in_turn) {
        for (let times = 0; times < 2; times++) await push(reported);
        const { status, cancellation_reason, limits } = reported;
        assert.deepEqual(await stateOf(id), { status, cancellation_reason, limits });
      }
      await assert.rejects(
        push({ ...reported_in_turn[0], version: 9 }),
        refusedAs('card_canceled'),
      );
      assert.equal((await stateOf(id)).status, 'canceled');
    });

    test('several versions in whatever order: the highest counts', async () => {
      const { issuer, stateOf } = underTest();
      const { id, push } = await toPush(issuer);
      const [frozen, thawed] = [reported_in_turn[0], reported_in_turn[1]];
      await push(thawed);
      await push(frozen);
      assert.equal((await stateOf(id)).status, 'active');
      const versions = [4, 5, 6, 7, 8];
      const at = (version: number) => ({ ...(version % 2 === 0 ? frozen : thawed), version });
      await Promise.all(versions.map((version) => push(at(version))));
      assert.equal((await stateOf(id)).status, 'inactive');
    });

    test('at once that a card is lost, whatever else it receives at the same time', async () => {
      const { issuer, stateOf } = underTest();
      const { id, push } = await toPush(issuer);
      await Promise.allSettled([...reported_in_turn].map(push));
      const { status, cancellation_reason } = await stateOf(id);
      assert.deepEqual([status, cancellation_reason], ['canceled', 'stolen']);
    });

    test('of no card that it has not made, and that one it has ended is over', async () => {
      const { issuer } = underTest();
      const pushing = { reference: `card_${randomUUID()}`, id: 'card_1', ...reported_in_turn[0] };
      await assert.rejects(issuer.push(pushing), refusedAs('card_unknown'));
      const { id, push } = await toPush(issuer);
      await issuer.void(id);
      await push(reported_in_turn[2]);
      await assert.rejects(push(reported_in_turn[0]), refusedAs('card_canceled'));
    });
  });

  describe(`${name} receives of a token`, () => {
    const toPushToken = async () => {
      const { issuer, tokenOf, tokenStatus } = underTest();
      const { id } = anOrder();
      const card = issuedOf(await issuer.issue(anOrder({ id }))).issuer_reference;
      const reference = await tokenOf(card);
      const end = () => issuer.push({ reference: card, id, ...reported_in_turn[2] });
      const push = (version: number, status: IssuerToken['status']) =>
        issuer.pushToken({ reference, id: `ctok_${reference}`, version, status });
      return { end, push, status: () => tokenStatus(reference) };
    };

    test('its status, again and again, until it is deleted for good', async () => {
      const { push, status } = await toPushToken();
      for (const [version, wanted] of [
        [2, 'suspended'],
        [3, 'active'],
        [4, 'deleted'],
      ] as const) {
        for (let times = 0; times < 2; times++) await push(version, wanted);
        assert.equal(await status(), wanted);
      }
      await assert.rejects(push(5, 'active'), refusedAs('token_deleted'));
      assert.equal(await status(), 'deleted');
    });

    test('several versions in whatever order: the highest counts', async () => {
      const { push, status } = await toPushToken();
      await push(3, 'active');
      await push(2, 'suspended');
      assert.equal(await status(), 'active');
      await Promise.all(
        [4, 5, 6, 7].map((version) => push(version, version % 2 === 0 ? 'active' : 'suspended')),
      );
      assert.equal(await status(), 'suspended');
    });

    test('that it is deleted after its card has ended', async () => {
      const { end, push } = await toPushToken();
      await end();
      await push(2, 'deleted');
    });
  });

  describe(`${name} knows the secrets`, () => {
    test('of a card it issued, which fit what it shows, and are the same each time', async () => {
      const { issuer } = underTest();
      const card = issuedOf(await issuer.issue(anOrder()));
      const secrets = await issuer.secrets(card.issuer_reference);
      assert.ok(luhnValid(secrets.number), 'the check digit is right');
      assert.match(secrets.number, /^\d{13,19}$/);
      assert.ok(secrets.number.startsWith(card.bin ?? '') && secrets.number.endsWith(card.last4));
      assert.match(secrets.cvc, /^\d{3,4}$/);
      assert.deepEqual([secrets.exp_month, secrets.exp_year], [card.exp_month, card.exp_year]);
      assert.deepEqual(await issuer.secrets(card.issuer_reference), secrets);
    });

    test('of no card that it never issued', async () => {
      const asked = underTest().issuer.secrets(`card_${randomUUID()}`);
      await assert.rejects(asked, ({ code }: ApiError) => code === 'reveal_not_available');
    });

    test('but shows none to a nonce that no elements have made', async () => {
      const { issuer } = underTest();
      const card = issuedOf(await issuer.issue(anOrder()));
      const asked = issuer.ephemeralKey(card.issuer_reference, 'ephkn_forged');
      await assert.rejects(asked, ({ code, details }: ApiError) => {
        assert.deepEqual([code, details.reveal_with], ['reveal_not_available', wayOf[issuer.name]]);
        return true;
      });
    });
  });
};
