import assert from 'node:assert/strict';
import { noticesOf } from '../../../../functions/issuing/issuers/stripe/events.ts';
import {
  anEvent,
  card,
  created_at,
  currency,
  ids,
  merchant,
  subject,
} from '../../../helpers/stripe-notices.ts';
import { describe, test } from '../../../helpers/tests.ts';

const shipped = {
  ...card,
  shipping: card.shipping && {
    ...card.shipping,
    status: 'shipped',
    carrier: 'usps',
    tracking_number: '1Z',
    tracking_url: 'https://usps.example/1Z',
  },
};

const lookup = {
  card: async () => card as never,
  authorization: async () => authorization as never,
};
const newsOf = (type: string, object: object) => noticesOf(anEvent(type, object), lookup);

const authorization = {
  id: 'iauth_1',
  card,
  created: 1_795_187_000,
  amount: 700,
  currency: 'usd',
  approved: true,
  status: 'pending',
  pending_request: null,
  transactions: [],
  request_history: [{ approved: true }, { approved: false }],
  merchant_data: {
    name: 'Books',
    category: 'book_stores',
    category_code: '5942',
    country: 'GB',
    network_id: '4242',
  },
  merchant_currency: 'eur',
  card_presence: 'not_present',
};
/** A capture in another currency, a day before the network processed it. */
const aTransaction = (over: object = {}) => ({
  id: 'ipi_1',
  type: 'capture',
  authorization: null,
  card: 'ic_1',
  amount: -650,
  currency: 'usd',
  merchant_amount: -600,
  merchant_currency: 'eur',
  merchant_data: authorization.merchant_data,
  created: authorization.created,
  network_data: { processing_date: '2026-11-21' },
  ...over,
});

const at = '2026-11-20T15:04:05.000Z';

const transaction = {
  issuer_reference: 'ipi_1',
  created_at,
  currency,
  merchant,
  kind: 'capture',
  amount: 650,
  merchant_amount: 600,
  merchant_currency: 'EUR',
  network_date: '2026-11-21',
};

describe('an event of Stripe says', () => {
  test('how a card stands, and where its parcel is', async () => {
    assert.deepEqual(await newsOf('issuing_card.updated', { ...shipped, status: 'canceled' }), [
      { kind: 'card', ...ids, status: 'canceled' },
      {
        kind: 'parcel',
        ...ids,
        status: 'shipped',
        tracking: { carrier: 'usps', number: '1Z', url: 'https://usps.example/1Z' },
      },
    ]);
    assert.deepEqual(await newsOf('issuing_card.created', { ...card, shipping: null }), [
      { kind: 'card', ...ids, status: 'inactive' },
    ]);
  });

  test('that fraud is suspected, of whatever type and with or without a time', async () => {
    const warnings = [
      { type: 'third_party_reported', started_at: 1_795_187_000 },
      { type: 'of tomorrow', started_at: null },
    ];
    const known = await Promise.all(
      warnings.map((latest_fraud_warning) =>
        newsOf('issuing_card.updated', { ...card, shipping: null, latest_fraud_warning }),
      ),
    );
    assert.deepEqual(
      known.map(([, warning]) => warning),
      [subject.created_at, '1970-01-01T00:00:00.000Z'].map((warned_at) => ({
        kind: 'fraud_warning',
        ...ids,
        warned_at,
      })),
    );
  });

  test('that a PIN is blocked, where it sets a card inactive by itself or declines what is asked for that', async () => {
    const blocked = { kind: 'pin_blocked', ...ids, blocked_at: at };
    const cardEvent = (request: object | null, status: string, previous_attributes?: object) =>
      noticesOf(
        {
          ...anEvent('issuing_card.updated', {}),
          request,
          data: { object: { ...card, status }, previous_attributes },
        } as never,
        lookup,
      );
    const wasActive = { status: 'active' };
    for (const request of [null, { id: null }])
      assert.deepEqual((await cardEvent(request, 'inactive', wasActive))[0], blocked);
    for (const others of [
      cardEvent({ id: 'req_1' }, 'inactive', wasActive),
      cardEvent(null, 'inactive', { metadata: {} }),
      cardEvent(null, 'canceled', wasActive),
    ])
      assert.ok((await others).every(({ kind }) => kind !== 'pin_blocked'));
    const history = (reason: string) => [{ reason, created: 1_795_187_045 }];
    const declined = (reason: string) =>
      newsOf('issuing_authorization.created', {
        ...authorization,
        approved: false,
        request_history: history(reason),
      });
    assert.deepEqual((await declined('pin_blocked')).slice(1), [blocked]);
    assert.equal((await declined('card_inactive')).length, 1);
  });

  test('of every step of a parcel by our names', async () => {
    const steps = [
      'pending',
      'submitted',
      'shipped',
      'delivered',
      'returned',
      'failure',
      'canceled',
      'of tomorrow',
    ];
    const moved = await Promise.all(
      steps.map((status) =>
        newsOf('issuing_card.updated', { ...card, shipping: { ...card.shipping, status } }),
      ),
    );
    assert.deepEqual(
      moved.map(([, one]) => (one?.kind === 'parcel' ? one.status : undefined)),
      ['pending', 'submitted', 'shipped', 'delivered', 'returned', 'failed', 'canceled', undefined],
    );
  });

  test('what is asked, by the amount that is not held yet', async () => {
    const pending_request = { amount: 700, currency: 'usd' };
    const asking = { ...authorization, amount: 0, pending_request, request_history: [] };
    assert.deepEqual(await newsOf('issuing_authorization.request', asking), [
      { kind: 'authorization_requested', subject },
    ]);
    // More for what is held already: what would be held in all.
    assert.deepEqual(await newsOf('issuing_authorization.request', { ...asking, amount: 100 }), [
      {
        kind: 'authorization_requested',
        subject: { ...subject, amount: 800 },
        increment: { asked_at: at },
      },
    ]);
    // A check of the card, an amount of 0, was approved before.
    assert.deepEqual(
      await newsOf('issuing_authorization.request', {
        ...asking,
        request_history: authorization.request_history,
      }),
      [{ kind: 'authorization_requested', subject, increment: { asked_at: at } }],
    );
    const declined = [{ ...authorization.request_history[0], approved: false }];
    assert.deepEqual(
      await newsOf('issuing_authorization.request', { ...asking, request_history: declined }),
      [{ kind: 'authorization_requested', subject }],
    );
  });

  test('what came of it and what was taken in all, and what is not known of its merchant', async () => {
    const transactions = [
      aTransaction(),
      aTransaction({ id: 'ipi_2', type: 'refund', amount: 40 }),
    ];
    const taken = [
      transaction,
      { ...transaction, issuer_reference: 'ipi_2', kind: 'refund', amount: 40 },
    ];
    for (const type of ['issuing_authorization.created', 'issuing_authorization.updated'])
      for (const status of ['pending', 'closed', 'reversed', 'expired'] as const) {
        const notice = {
          approved: true,
          amount: 700,
          approvals: 1,
          status,
          transactions: taken,
          at,
        };
        const reported = await newsOf(type, { ...authorization, status, transactions });
        assert.deepEqual(reported, [{ kind: 'authorization_updated', subject, notice }]);
      }
    const unknown = { ...authorization.merchant_data, name: null, country: null, network_id: '' };
    const [reported] = await newsOf('issuing_authorization.created', {
      ...authorization,
      merchant_data: unknown,
    });
    assert.ok(reported?.kind === 'authorization_updated');
    assert.deepEqual(reported.subject.merchant, {
      name: null,
      category: '5942',
      country: null,
      network_id: null,
    });
  });

  test('amounts in Stripe’s units, where they are others than ours', async () => {
    const taken = aTransaction({
      merchant_currency: 'isk',
      merchant_amount: -200_000,
      currency: 'ugx',
      amount: -500,
    });
    const pending_request = { amount: 300, currency: 'ugx' };
    const [of] = await newsOf('issuing_authorization.updated', {
      ...authorization,
      currency: 'ugx',
      amount: 900,
      transactions: [taken],
      pending_request,
    });
    assert.ok(of?.kind === 'authorization_updated');
    const [shown] = of.notice.transactions;
    assert.deepEqual([of.subject.amount, of.subject.currency, of.notice.amount], [12, 'UGX', 9]);
    assert.deepEqual([shown?.amount, shown?.currency], [5, 'UGX']);
    assert.deepEqual([shown?.merchant_amount, shown?.merchant_currency], [2_000, 'ISK']);
    const refund = aTransaction({
      type: 'refund',
      amount: 5,
      currency: 'mga',
      merchant_amount: 5,
      merchant_currency: 'mga',
    });
    const [unlinked] = await newsOf('issuing_transaction.created', { ...refund, card });
    assert.ok(unlinked?.kind === 'transaction_unlinked');
    assert.deepEqual(
      [unlinked.transaction.amount, unlinked.transaction.merchant_amount],
      [500, 500],
    );
  });

  for (const type of ['issuing_transaction.created', 'issuing_transaction.updated']) {
    test(`what was taken or returned without an authorization, by ${type}`, async () => {
      const refund = aTransaction({ type: 'refund', amount: 650 });
      const unlinked = { kind: 'transaction_unlinked', ...ids, issuer: 'stripe' };
      assert.deepEqual(await newsOf(type, aTransaction()), [{ ...unlinked, transaction }]);
      assert.deepEqual(await newsOf(type, refund), [
        { ...unlinked, transaction: { ...transaction, kind: 'refund' } },
      ]);
      assert.deepEqual(await newsOf(type, aTransaction({ type: 'of tomorrow' })), []);
    });

    test(`a transaction of an authorization, with what Stripe has of that now, by ${type}`, async () => {
      const linked = aTransaction({ authorization: 'iauth_1' });
      const notice = {
        approved: true,
        amount: 700,
        approvals: 1,
        status: 'pending',
        transactions: [transaction],
        at,
      };
      assert.deepEqual(await newsOf(type, linked), [
        { kind: 'authorization_updated', subject, notice },
      ]);
      // Stripe may name it there already, by an earlier state.
      const also = { ...authorization, transactions: [aTransaction({ network_data: null })] };
      const [reported] = await newsOf(type, { ...linked, authorization: also });
      assert.deepEqual(reported, { kind: 'authorization_updated', subject, notice });
    });
  }

  test('nothing of cards that were not made for us, and of what is not about cards', async () => {
    const stranger = { ...card, metadata: {} };
    assert.deepEqual(await newsOf('issuing_card.updated', stranger), []);
    assert.deepEqual(
      await newsOf('issuing_authorization.request', { ...authorization, card: stranger }),
      [],
    );
    assert.deepEqual(await newsOf('charge.succeeded', {}), []);
  });
});
