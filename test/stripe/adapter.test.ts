import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { encryptedPin } from '../../cli/encrypted-pin.ts';
import { cardIssuer } from '../../functions/issuing/issuers/chosen.ts';
import { pinIssuer } from '../../functions/issuing/issuers/chosen-pins.ts';
import { cardholderKey } from '../../functions/issuing/issuers/stripe/client.ts';
import { cardIssuerContract, issuedOf } from '../helpers/card-issuer-contract.ts';
import { cardPinContract } from '../helpers/card-pin-contract.ts';
import { aDestination, anOrder } from '../helpers/fixtures/cards.ts';
import { codeOf, madeFor, recordsTable, sharedStripe } from './account.ts';
import { standInKey } from './stand-in.ts';

const stripe = await sharedStripe();
const issuer = cardIssuer();

const cardsOf = async (id: string) => {
  const { cards } = await stripe.known();
  return cards.filter(({ metadata }) => metadata.order_id === id);
};

cardIssuerContract('Stripe', () => ({
  issuer,
  cardsOf: async (id) => (await cardsOf(id)).filter(({ status }) => status !== 'canceled').length,
  stateOf: async (id) => {
    const [{ status, cancellation_reason, spending_controls } = assert.fail(`no card ${id}`)] =
      await cardsOf(id);
    const limits = (spending_controls.spending_limits ?? []).map(({ amount, interval }) => ({
      amount,
      interval,
    }));
    return { status, cancellation_reason, limits } as never;
  },
  tokenOf: async (card) =>
    (await stripe.provision(card)).tokens.at(-1)?.id ?? assert.fail('no token was made'),
  tokenStatus: async (reference) =>
    (await stripe.known()).tokens.find(({ id }) => id === reference)?.status ??
    assert.fail(`no token ${reference}`),
}));

const stripeKey = { alg: 'RSA-OAEP', enc: 'A128CBC-HS256' } as const;

cardPinContract(
  'Stripe',
  (pin) => pin,
  () => ({
    issuer,
    pins: pinIssuer(),
    encrypt: async (pin) =>
      encryptedPin(pin, { ...stripeKey, public_key: (await stripe.known()).pin_key }),
    pinOf: async (reference) => (await stripe.known()).pins[reference],
  }),
);

const rowsOf = async (place: string) => {
  const { Item } = await stripe.plane
    .client()
    .send(new GetCommand({ TableName: recordsTable, Key: { pk: place } }));
  return Item;
};

describe('Stripe gets', () => {
  test('of a customer once for all his cards, and again when he changes', async () => {
    const order = anOrder();
    const { customer_id, cardholder } = order;
    const moved = { ...cardholder, email: 'ada@example.org' };
    await issuer.issue(order);
    await Promise.all([
      issuer.issue(anOrder({ customer_id })),
      issuer.issue(anOrder({ customer_id })),
    ]);
    await issuer.issue(anOrder({ customer_id, cardholder: moved }));
    const { cardholders } = await stripe.known();
    const his = cardholders.filter(({ metadata }) => metadata.customer_id === customer_id);
    assert.deepEqual(
      his.map(({ email }) => email),
      ['ada@example.org'],
    );
  });

  test('the name on the first card of a customer whose own name cannot be printed', async () => {
    const { customer_id, cardholder } = anOrder();
    const greek = {
      ...cardholder,
      name: 'Ελένη Παπαδοπούλου',
      first_name: 'Ελένη',
      last_name: 'Παπαδοπούλου',
    };
    const ordered = {
      customer_id,
      cardholder: greek,
      type: 'physical',
      destination: aDestination(),
    } as const;
    const names = ['Eleni Papadopoulou', 'Eleni Papadopoulou', 'Helen Papas'];
    const orders = names.map((cardholder_name) => anOrder({ ...ordered, cardholder_name }));
    for (const order of orders) assert.equal((await issuer.issue(order)).outcome, 'issued');
    const { cards } = await stripe.known();
    assert.deepEqual(
      orders.map(({ id }) => {
        const { cardholder, second_line } =
          cards.find(({ metadata }) => metadata.order_id === id) ?? assert.fail();
        return [cardholder.name, cardholder.individual?.last_name, second_line];
      }),
      [null, null, 'Helen Papas'].map((second_line) => [
        'Eleni Papadopoulou',
        'Papadopoulou',
        second_line,
      ]),
    );
  });

  test('nothing of what it once declined: a better profile makes the cardholder', async () => {
    const homeless = anOrder({ cardholder: { ...anOrder().cardholder, billing_address: null } });
    assert.equal(await codeOf(issuer.issue(homeless)), 'not_accepted');
    const { customer_id } = homeless;
    const better = anOrder({ customer_id });
    assert.equal((await issuer.issue(better)).outcome, 'issued');
    assert.deepEqual(await madeFor(stripe, better), { cardholders: 1, cards: ['active'] });
  });

  test('and says whom it does not serve', async () => {
    const order = anOrder();
    const { customer_id } = order;
    const { issuer_reference: reference } = issuedOf(await issuer.issue(order));
    const { cardholders } = await stripe.known();
    const { id = '' } =
      cardholders.find(({ metadata }) => metadata.customer_id === customer_id) ?? {};
    const pushed = {
      reference,
      id: order.id,
      version: 2,
      cancellation_reason: null,
      limits: order.limits,
      currency: 'USD',
    } as const;
    await issuer.push({ ...pushed, status: 'inactive' });
    for (const [reason, reported] of [
      ['requirements.past_due', 'cardholder_incomplete'],
      ['under_review', 'cardholder_under_review'],
      ['rejected.listed', 'cardholder_rejected'],
    ] as const) {
      await stripe.disable(id, reason);
      assert.equal(await codeOf(issuer.issue(anOrder({ customer_id }))), reported);
      assert.equal(
        await codeOf(issuer.push({ ...pushed, status: 'active', version: 3 })),
        reported,
      );
    }
    await stripe.disable(id, null);
    assert.equal(await codeOf(issuer.push({ ...pushed, status: 'active', version: 3 })), 'done');
  });

  test('what is replaced: what was lost ends first, what is worn when its successor works', async () => {
    const order = anOrder();
    for (const [reason, ended] of [
      ['stolen', 'stolen'],
      ['damaged', null],
    ] as const) {
      const { customer_id } = order;
      const old = anOrder({ customer_id });
      const { issuer_reference: of } = issuedOf(await issuer.issue(old));
      const next = anOrder({ customer_id, replacement: { of, reason } });
      assert.equal((await issuer.issue(next)).outcome, 'issued');
      const { cards } = await stripe.known();
      const [before, after] = [old, next].map(({ id }) =>
        cards.find(({ metadata }) => metadata.order_id === id),
      );
      assert.deepEqual([before?.status, before?.cancellation_reason], ['canceled', ended]);
      assert.deepEqual([after?.replacement_for, after?.replacement_reason], [of, reason]);
    }
  });

  test('what a line holds no longer than until it is done', async () => {
    const order = anOrder();
    await issuer.issue(order);
    for (const place of [order.id, cardholderKey(order.customer_id)]) {
      const line = (await rowsOf(place)) ?? assert.fail(place);
      const kept = JSON.stringify(line);
      assert.ok(!('parameters' in line), place);
      for (const said of [order.cardholder.email, 'Ada', 'London', standInKey])
        assert.ok(!kept.includes(said ?? ''), kept);
    }
  });
});
