import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ApiError } from '../../functions/core/api-error.ts';
import { cardIssuer } from '../../functions/issuing/issuers/chosen.ts';
import { pinIssuer } from '../../functions/issuing/issuers/chosen-pins.ts';
import type { CardIssuer } from '../../functions/issuing/issuers/issuer.ts';
import { stripeLibrary } from '../../functions/issuing/issuers/stripe/client.ts';
import { issuedOf } from '../helpers/card-issuer-contract.ts';
import { aDestination, anOrder } from '../helpers/fixtures/cards.ts';
import { type StripeMachine, startStripe } from './account.ts';
import { startStripeMock } from './stripe-mock.ts';

// These run where stripe-mock is installed: requests.test.ts.

describe('Stripe’s specification accepts', () => {
  let mock: Awaited<ReturnType<typeof startStripeMock>>;
  let machine: StripeMachine;
  let issuer: CardIssuer;
  before(async () => {
    mock = await startStripeMock();
    machine = await startStripe(mock.address);
    issuer = cardIssuer();
  });
  after(async () => {
    mock.stop();
    await machine.stop();
  });

  /** The requests sent meanwhile, all of which must have been taken. */
  const judgedOf = async (asking: () => Promise<unknown>): Promise<string[]> => {
    mock.judged.length = 0;
    await asking();
    assert.ok(mock.judged.length > 0);
    for (const line of mock.judged) assert.match(line, / 200$/);
    return mock.judged.map((line) =>
      line
        .replace(/ 200$/, '')
        .replace(/ic_\w+/, '{card}')
        .replace(/ich_\w+/, '{cardholder}'),
    );
  };

  const [cardholders, cards] = ['POST /v1/issuing/cardholders', 'POST /v1/issuing/cards'];
  const physical = {
    type: 'physical',
    destination: aDestination(),
    cardholder_name: 'Somebody Else',
  } as const;

  test('how a cardholder is made, for a person and for a company, and changed', async () => {
    const order = anOrder();
    assert.deepEqual(await judgedOf(() => issuer.issue(order)), [cardholders, cards]);
    const { cardholder, customer_id } = order;
    const changed = anOrder({ customer_id, cardholder: { ...cardholder, phone: '+442079460000' } });
    assert.deepEqual(await judgedOf(() => issuer.issue(changed)), [
      `${cardholders}/{cardholder}`,
      cards,
    ]);
    const company = { ...cardholder, type: 'company', name: 'Analytical Engines Ltd' } as const;
    assert.deepEqual(await judgedOf(() => issuer.issue(anOrder({ cardholder: company }))), [
      cardholders,
      cards,
    ]);
  });

  test('how a physical card is made, and how a lost and a damaged one is replaced', async () => {
    const order = anOrder(physical);
    await judgedOf(() => issuer.issue(order));
    const { customer_id } = order;
    const replacing = (reason: 'lost' | 'damaged') =>
      anOrder({ ...physical, customer_id, replacement: { of: 'ic_1', reason } });
    assert.deepEqual(await judgedOf(() => issuer.issue(replacing('lost'))), [
      `${cards}/{card}`,
      cards,
    ]);
    assert.deepEqual(await judgedOf(() => issuer.issue(replacing('damaged'))), [cards]);
  });

  test('how a card is set inactive, active, with other limits, stolen and canceled', async () => {
    const { id, limits } = anOrder();
    const { issuer_reference: reference } = issuedOf(await issuer.issue(anOrder({ id })));
    const reported = {
      reference,
      id,
      cancellation_reason: null,
      limits: [...limits, { amount: 5, interval: 'per_authorization' }],
      currency: 'USD',
    } as const;
    const update = [`${cards}/{card}`];
    assert.deepEqual(
      await judgedOf(() => issuer.push({ ...reported, version: 2, status: 'inactive' })),
      update,
    );
    assert.deepEqual(
      await judgedOf(() => issuer.push({ ...reported, version: 3, status: 'active' })),
      update,
    );
    const stolen = {
      ...reported,
      version: 4,
      status: 'canceled',
      cancellation_reason: 'stolen',
    } as const;
    assert.deepEqual(await judgedOf(() => issuer.push(stolen)), update);
    assert.deepEqual(await judgedOf(() => issuer.void(id)), update);
  });

  test('how a PIN is set', async () => {
    const setting = () => pinIssuer().setPin('ic_1', 'eyJhbGciOiJSU0EtT0FFUCJ9.a.b.c.d');
    assert.deepEqual(await judgedOf(setting), [`${cards}/{card}`]);
  });

  test('how a token is suspended, resumed and deleted', async () => {
    for (const [version, status] of [
      [2, 'suspended'],
      [3, 'active'],
      [4, 'deleted'],
    ] as const) {
      const pushing = () =>
        issuer.pushToken({ reference: 'intok_1', id: 'ctok_1', version, status });
      assert.deepEqual(await judgedOf(pushing), ['POST /v1/issuing/tokens/intok_1']);
    }
  });

  test('how a number is asked for, and how what was made is looked for', async () => {
    const asking = () =>
      issuer
        .secrets('ic_1')
        .catch(({ code }: ApiError) => assert.equal(code, 'reveal_not_available'));
    assert.deepEqual(await judgedOf(asking), ['GET /v1/issuing/cards/{card}']);
    // It answers with an example, whose secret is left out.
    const without = ({ message }: Error) => assert.match(message, /without a secret/);
    const byNonce = () => issuer.ephemeralKey('ic_1', 'ephkn_1').catch(without);
    assert.deepEqual(await judgedOf(byNonce), ['POST /v1/ephemeral_keys']);
    const ordered_at = new Date(Date.now() - 25 * 3_600_000).toISOString();
    const looked = await judgedOf(() => issuer.issue(anOrder({ ordered_at })));
    assert.deepEqual(looked, [
      'GET /v1/issuing/cardholders',
      cardholders,
      'GET /v1/issuing/cards',
      cards,
    ]);
  });

  test('how the authorization of a transaction is looked up, and how the tests of an account make purchases', async () => {
    const { issuing, testHelpers } = await stripeLibrary();
    const { authorizations, transactions } = testHelpers.issuing;
    const looked = await judgedOf(() => issuing.authorizations.retrieve('iauth_1'));
    assert.deepEqual(looked, ['GET /v1/issuing/authorizations/iauth_1']);
    await judgedOf(() => authorizations.create({ card: 'ic_1', amount: 600 }));
    await judgedOf(() =>
      authorizations.capture('iauth_1', { capture_amount: 500, close_authorization: false }),
    );
    await judgedOf(() => transactions.refund('ipi_1', { refund_amount: 200 }));
    await judgedOf(() => transactions.createForceCapture({ card: 'ic_1', amount: 70 }));
    await judgedOf(() => transactions.createUnlinkedRefund({ card: 'ic_1', amount: 20 }));
  });

  test('how the tests of an account move a parcel', async () => {
    const { testHelpers } = await stripeLibrary();
    const { cards: parcels } = testHelpers.issuing;
    for (const move of ['submitCard', 'shipCard', 'deliverCard', 'returnCard', 'failCard'] as const)
      await judgedOf(() => parcels[move]('ic_1'));
  });
});
