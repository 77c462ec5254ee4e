import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Stripe } from 'stripe';
import { noticesOf } from '../../functions/ports/card-issuer/stripe/notices.ts';
import { signedEvent } from '../../functions/ports/card-issuer/stripe/signed-event.ts';
import { now } from '../helpers/some-cards.ts';
import { cardholderOf, cardOf, type Form } from '../stripe/objects.ts';

const address: Form = { line1: '12 St James’s Square', city: 'London', postal_code: 'SW1Y 4LB', country: 'GB' };
const ada = { type: 'individual', name: 'Ada King', billing: { address }, metadata: { customer_id: 'cus_1' } };
const cardholder = cardholderOf(ada, 'ich_1');
const ordered = { type: 'physical', currency: 'usd', status: 'inactive', shipping: { address, name: 'Ada King' } };
const card = cardOf({ ...ordered, metadata: { order_id: 'card_1' } }, 'ic_1', cardholder, '4242');
const shipped = {
  ...card,
  shipping: card.shipping && { ...card.shipping, status: 'shipped', carrier: 'usps', tracking_number: '1Z' },
};

/** An event of Stripe, of which only what is said matters here. */
const anEvent = (type: string, object: object): Stripe.Event =>
  ({ id: 'evt_1', object: 'event', created: 1_795_187_045, type, data: { object } }) as Stripe.Event;

const of = { id: 'evt_1', at: '2026-11-20T15:04:05.000Z' };
const newsOf = (type: string, object: object) => noticesOf(anEvent(type, object));

const authorization = {
  id: 'iauth_1',
  card,
  ...{ amount: 700, currency: 'usd', approved: true, status: 'pending', pending_request: null },
  merchant_data: { name: 'Books', category: 'book_stores', category_code: '5942', country: 'GB' },
};
const known = { authorization: 'iauth_1', reference: 'ic_1', card_id: 'card_1', currency: 'USD' };
const merchant = { name: 'Books', category: '5942', country: 'GB' };

describe('an event of Stripe tells', () => {
  test('how a card stands and at which version, and where its parcel is', () => {
    const told = { kind: 'card', reference: 'ic_1', card_id: 'card_1' };
    const parcel = { kind: 'shipping', reference: 'ic_1', card_id: 'card_1' };
    assert.deepEqual(
      newsOf('issuing_card.updated', {
        ...shipped,
        status: 'canceled',
        metadata: { order_id: 'card_1', version: '7' },
      }),
      [
        { ...told, status: 'canceled', version: 7, ...of },
        { ...parcel, status: 'shipped', tracking: { carrier: 'usps', number: '1Z' }, ...of },
      ],
    );
    assert.deepEqual(newsOf('issuing_card.created', { ...card, shipping: null, metadata: {} }), [
      { ...told, card_id: null, status: 'inactive', version: null, ...of },
    ]);
  });

  test('of every step of a parcel by our names', () => {
    const steps = ['pending', 'submitted', 'shipped', 'delivered', 'returned', 'failure', 'canceled', 'of tomorrow'];
    const moved = steps.map(
      (status) => newsOf('issuing_card.updated', { ...card, shipping: { ...card.shipping, status } })[1],
    );
    assert.deepEqual(
      moved.map((one) => (one?.kind === 'shipping' ? one.status : undefined)),
      ['pending', 'submitted', 'shipped', 'delivered', 'returned', 'failed', 'canceled', undefined],
    );
  });

  test('why nobody can pay with the cards of a customer, and that somebody can', () => {
    for (const [disabled_reason, refusal] of [
      ['requirements.past_due', 'cardholder_incomplete'],
      ['listed', 'cardholder_rejected'],
      [null, null],
    ] as const) {
      const requirements = { disabled_reason, past_due: [] };
      const told = newsOf('issuing_cardholder.updated', { ...cardholder, requirements });
      assert.deepEqual(told, [{ kind: 'cardholder', customer_id: 'cus_1', refusal, ...of }]);
    }
  });

  test('what is asked, by the amount that is not held yet', () => {
    const asking = { ...authorization, amount: 0, pending_request: { amount: 700, currency: 'usd' } };
    const asked = { ...known, merchant, amount: 700 };
    assert.deepEqual(newsOf('issuing_authorization.request', asking), [{ kind: 'authorization_asked', asked, ...of }]);
  });

  test('what came of it, and what is not known of its merchant', () => {
    for (const type of ['issuing_authorization.created', 'issuing_authorization.updated'])
      for (const status of ['pending', 'closed', 'reversed', 'expired'] as const) {
        const told = { ...known, merchant, amount: 700, approved: true, status };
        const notice = { kind: 'authorization_told', told, ...of };
        assert.deepEqual(newsOf(type, { ...authorization, status }), [notice]);
      }
    const unknown = { ...authorization.merchant_data, name: null, country: null };
    const [notice] = newsOf('issuing_authorization.created', { ...authorization, merchant_data: unknown });
    assert.ok(notice?.kind === 'authorization_told');
    assert.deepEqual(notice.told.merchant, { name: '', category: '5942', country: '' });
  });

  test('what was taken and what was given back', () => {
    const taken = { id: 'ipi_1', authorization: 'iauth_1', card: 'ic_1', amount: -650, currency: 'usd' };
    const captured = { kind: 'captured', reference: 'ic_1', currency: 'USD', ...of };
    assert.deepEqual(newsOf('issuing_transaction.created', taken), [
      { ...captured, authorization: 'iauth_1', amount: 650 },
    ]);
    const refund = { ...taken, authorization: null, card, amount: 650 };
    assert.deepEqual(newsOf('issuing_transaction.created', refund), [
      { ...captured, authorization: null, amount: -650 },
    ]);
  });

  test('nothing of what is not about cards', () => {
    assert.deepEqual(newsOf('charge.succeeded', {}), []);
  });
});

describe('who says an event is believed', () => {
  const payload = JSON.stringify(anEvent('issuing_card.updated', card));
  const secrets = { current: 'whsec_new', previous: 'whsec_old' };
  const seconds = Math.floor(now.getTime() / 1000);
  const signatureOf = (secret: string, timestamp = seconds) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const heard = async (signature: string, body = payload, known: Partial<typeof secrets> = secrets) => {
    const reader = {
      read: async (_: string, stage: 'current' | 'previous' = 'current') => known[stage],
      forget: () => {},
    };
    const signing = { secrets: reader, name: 'stripe/signing', stripe: Stripe };
    return (await signedEvent({ body: Buffer.from(body), signature }, signing, { now: () => now }))?.id;
  };

  test('by the secret of now, and by the one before it for as long as there is one', async () => {
    assert.equal(await heard(signatureOf(secrets.current)), 'evt_1');
    assert.equal(await heard(signatureOf(secrets.previous)), 'evt_1');
    assert.equal(await heard(signatureOf(secrets.previous), payload, { current: secrets.current }), undefined);
  });

  test('not by another secret, of other bytes, without a signature, or without a secret to compare with', async () => {
    assert.equal(await heard(signatureOf('whsec_forged')), undefined);
    assert.equal(await heard(signatureOf(secrets.current), `${payload} `), undefined);
    for (const signature of ['', 't=1', 'v1=00', 'nonsense']) assert.equal(await heard(signature), undefined);
    assert.equal(await heard(signatureOf(secrets.current), payload, {}), undefined);
  });

  test('for five minutes, before and after', async () => {
    for (const [seconds_off, id] of [
      [-300, 'evt_1'],
      [-301, undefined],
      [300, 'evt_1'],
      [302, undefined],
    ] as const)
      assert.equal(await heard(signatureOf(secrets.current, seconds + seconds_off)), id, `${seconds_off}`);
  });
});
