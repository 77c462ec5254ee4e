import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Stripe } from 'stripe';
import { pageOfCardTokens } from '../../functions/issuing/card-tokens/table.ts';
import { aPhysicalCard, aShipping } from '../helpers/fixtures/cards.ts';
import { pushedCard } from './objects.ts';
import {
  anIssuedCard,
  asks,
  authorizationOf,
  notify,
  present,
  recordedOf,
  type Said,
  seconds,
  secrets,
  sends,
  spentWith,
  standIn,
  stores,
  withoutTables,
} from './receiver.ts';
import { standInKey } from './stand-in.ts';

/** How Stripe's library finds a stand-in. */
const stripeAt = (address: string) => {
  const { hostname: host, port } = new URL(address);
  return { host, port, protocol: 'http', telemetry: false } as const;
};

describe('who is not Stripe', () => {
  test('is turned away and changes nothing', async () => {
    const card = await anIssuedCard();
    const said: Said[] = [
      { secret: 'whsec_forged' },
      { tampered: true },
      { signed_at: seconds() - 360 },
      { signed_at: seconds() + 360 },
    ];
    for (const one of said)
      for (const type of ['issuing_authorization.request', 'issuing_card.updated']) {
        const object =
          type === 'issuing_card.updated'
            ? pushedCard(card, { status: 'canceled' })
            : authorizationOf(card);
        const { statusCode, body } = await sends(type, object, one);
        assert.equal(statusCode, 401);
        assert.match(body, /^Stripe-Signature must be /);
      }
    assert.deepEqual([await recordedOf(card), await present(card)], [0, card]);
  });

  test('is not who signs with the secret before, which is valid for a day', async () => {
    assert.equal(
      await asks(authorizationOf(await anIssuedCard()), { secret: secrets.previous }),
      true,
    );
  });

  test('cannot have anything large read, and Stripe sends nothing so large', async () => {
    const card = await anIssuedCard();
    const large = { ...pushedCard(card, { status: 'canceled' }), padding: 'x'.repeat(262_144) };
    assert.equal((await sends('issuing_card.updated', large)).statusCode, 413);
    assert.deepEqual(await present(card), card);
  });
});

describe('an event of Stripe', () => {
  test('gives back what was reversed, and counts what was taken without having been asked for', async () => {
    const card = await anIssuedCard();
    const authorization = authorizationOf(card);
    await asks(authorization);
    await notify(authorization, { status: 'reversed', amount: 0 });
    assert.equal(await spentWith(card), 0);
    const { merchant_data, created } = authorization;
    const forced = {
      id: 'ipi_1',
      type: 'capture',
      authorization: null,
      amount: -250,
      currency: 'usd',
      merchant_data,
    };
    const whole = {
      ...forced,
      merchant_amount: -230,
      merchant_currency: 'eur',
      network_data: null,
      created,
    };
    for (let times = 0; times < 2; times++)
      assert.equal(
        (await sends('issuing_transaction.created', { ...whole, card: pushedCard(card) }))
          .statusCode,
        200,
      );
    assert.deepEqual([await spentWith(card), await recordedOf(card)], [250, 1]);
  });

  test('about a transaction counts it once, by what Stripe has of its authorization now', async () => {
    const card = await anIssuedCard();
    const { testHelpers, issuing } = new Stripe(standInKey, stripeAt(standIn.address));
    const address = {
      line1: '12 St James’s Square',
      city: 'London',
      postal_code: 'SW1Y 4LB',
      country: 'GB',
    };
    const { id: cardholder } = await issuing.cardholders.create({
      type: 'company',
      name: 'Ada',
      billing: { address },
    });
    const { metadata } = pushedCard(card);
    const made = await issuing.cards.create({
      cardholder,
      metadata,
      type: 'virtual',
      currency: 'usd',
    });
    const { id } = await testHelpers.issuing.authorizations.create({ card: made.id, amount: 600 });
    const { transactions } = await testHelpers.issuing.authorizations.capture(id, {
      capture_amount: 500,
    });
    const [capture] = transactions;
    assert.ok(capture);
    const refund = await testHelpers.issuing.transactions.refund(capture.id, {
      refund_amount: 200,
    });
    const forced = await testHelpers.issuing.transactions.createForceCapture({
      card: made.id,
      amount: 70,
    });
    const returned = await testHelpers.issuing.transactions.createUnlinkedRefund({
      card: made.id,
      amount: 20,
    });
    const received = [
      returned,
      refund,
      forced,
      capture,
      await issuing.transactions.retrieve(capture.id),
    ];
    // All of them come before the authorization itself.
    for (const one of [...received, ...received])
      assert.equal((await sends('issuing_transaction.created', one)).statusCode, 200);
    await sends('issuing_authorization.updated', await issuing.authorizations.retrieve(id));
    const of = {
      table: 'resources',
      partition: `${card.tenant_id}/transaction`,
      limit: 100,
    } as const;
    assert.deepEqual([(await stores.db.query(of)).items.length, await recordedOf(card)], [4, 1]);
    assert.equal(await spentWith(card), 350);
  });

  test('moves parcels forward only, and closes cards that it has ended', async () => {
    const card = await anIssuedCard({ shipping: aShipping() }, aPhysicalCard);
    const shipping = (status: string) => ({
      status: 'inactive',
      shipping: {
        status,
        carrier: 'dhl',
        tracking_number: '7',
        tracking_url: 'https://dhl.example/7',
      },
    });
    for (const status of ['shipped', 'submitted', 'delivered', 'shipped'])
      assert.equal(
        (await sends('issuing_card.updated', pushedCard(card, shipping(status)))).statusCode,
        200,
      );
    const delivered = await present(card);
    const { status, tracking_number, tracking_url } = delivered.shipping ?? {};
    assert.deepEqual(
      [status, tracking_number, tracking_url],
      ['delivered', '7', 'https://dhl.example/7'],
    );
    await sends('issuing_card.updated', pushedCard(card, { status: 'canceled' }));
    const closed = await present(card);
    assert.deepEqual([closed.state, closed.status_reason], ['closed', 'closed_by_issuer']);
  });

  test('records a token, follows its wallet, and deletes what is made of a closed card', async () => {
    const card = await anIssuedCard();
    const made = {
      id: 'intok_1',
      object: 'issuing.token',
      card: pushedCard(card),
      created: seconds(),
      network: 'visa',
    };
    const token = {
      ...made,
      last4: '7801',
      wallet_provider: 'apple_pay',
      network_data: { device: { type: 'watch' } },
    };
    const reported = async (status: string, at: number, over: object = {}) => {
      const { statusCode, body } = await sends(
        'issuing_token.updated',
        { ...token, ...over, status },
        { at },
      );
      assert.equal(statusCode, 200, body);
      const { items } = await pageOfCardTokens(
        stores.db,
        { tenant: card.tenant_id, cardId: card.id },
        {},
        { limit: 9 },
      );
      return items;
    };
    await reported('suspended', seconds() + 2);
    const [recorded, ...more] = await reported('active', seconds() + 1);
    assert.deepEqual(more, []);
    const { status, status_reason, wallet, device_type, last4 } = recorded ?? assert.fail();
    assert.deepEqual(
      [status, status_reason, wallet, device_type, last4],
      ['suspended', 'by_issuer', 'apple_pay', 'watch', '7801'],
    );
    await sends('issuing_card.updated', pushedCard(card, { status: 'canceled' }));
    const [late] = await reported('active', seconds(), { id: 'intok_2', created: seconds() + 1 });
    assert.deepEqual(
      [late?.status, late?.status_reason, late?.issuer_sync.status],
      ['deleted', 'card_closed', 'pending'],
    );
  });

  test('freezes a card of which Stripe suspects fraud, once for each warning, and one that comes back', async () => {
    const card = await anIssuedCard();
    const warned = {
      latest_fraud_warning: { type: 'user_indicated_fraud', started_at: seconds() },
    };
    for (let times = 0; times < 2; times++)
      await sends('issuing_card.updated', pushedCard(card, warned));
    const frozen = await present(card);
    assert.deepEqual(
      [frozen.state, frozen.status_reason, frozen.version],
      ['frozen', 'fraud_suspected', 2],
    );
    assert.equal(await asks(authorizationOf(card)), false);
    const sent = await anIssuedCard(
      { state: 'active', shipping: aShipping({ status: 'shipped' }) },
      aPhysicalCard,
    );
    await sends(
      'issuing_card.updated',
      pushedCard(sent, { shipping: { status: 'returned', carrier: null } }),
    );
    const returned = await present(sent);
    assert.deepEqual([returned.state, returned.status_reason], ['frozen', 'mail_returned']);
  });

  test('is recorded without a tracking number that is none, or that no carrier has', async () => {
    for (const tracking_number of ['', ' ', 'x'.repeat(101), '\u200b', '\u3164']) {
      const card = await anIssuedCard(
        { shipping: aShipping({ status: 'submitted' }) },
        aPhysicalCard,
      );
      const shipping = { status: 'shipped', carrier: '', tracking_number, tracking_url: '' };
      const sent = await sends(
        'issuing_card.updated',
        pushedCard(card, { status: 'inactive', shipping }),
      );
      const { status, ...tracked } = (await present(card)).shipping ?? assert.fail();
      assert.deepEqual(
        [sent.statusCode, status, tracked.tracking_number],
        [200, 'shipped', null],
        tracking_number,
      );
      assert.deepEqual([tracked.carrier, tracked.tracking_url], [null, null]);
    }
  });

  test('is asked for again where it could not be taken in', async () => {
    const card = await anIssuedCard();
    const canceled = () => sends('issuing_card.updated', pushedCard(card, { status: 'canceled' }));
    assert.equal((await withoutTables(canceled)).statusCode, 503);
    assert.equal((await canceled()).statusCode, 200);
    assert.equal((await present(card)).state, 'closed');
  });

  test('is nothing to us where it is not about our cards', async () => {
    assert.deepEqual((await sends('charge.succeeded', {})).statusCode, 200);
  });
});
