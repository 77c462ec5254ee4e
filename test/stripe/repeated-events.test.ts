import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { partitions } from '../../functions/core/dynamodb/keys.ts';
import type { Card } from '../../functions/issuing/cards/model.ts';
import { aCard, aPhysicalCard } from '../helpers/fixtures/cards.ts';
import { pushedCard } from './objects.ts';
import {
  anIssuedCard,
  asks,
  authorizationOf,
  present,
  type StripeAuthorization,
  seconds,
  sends,
  spentWith,
  stores,
} from './receiver.ts';

/** A capture or a refund of an authorization, as Stripe shows it. */
const transactionOf = (authorization: StripeAuthorization, id: string, amount: number) => ({
  id,
  type: amount < 0 ? 'capture' : 'refund',
  amount,
  merchant_amount: amount,
  authorization,
  network_data: null,
  currency: 'usd',
  merchant_currency: 'usd',
  card: authorization.card,
  merchant_data: authorization.merchant_data,
  created: authorization.created,
});

/** All that events have left of a card, without ids and times. */
const leftOf = async (card: Card) => {
  const { tenant_id } = card;
  const listed = async (partition: string) =>
    (await stores.db.query({ table: 'resources', partition, limit: 100 })).items;
  const published = {
    table: 'outbox',
    index: 'by_tenant',
    partition: partitions.eventsOfTenant(tenant_id),
  } as const;
  const events = (await stores.db.query({ ...published, limit: 100 })).items
    .map(({ type }) => type)
    .toSorted();
  const { state, status_reason, version } = await present(card);
  const authorizations = (await listed(`${tenant_id}/authorization`)).map((one) => {
    const { status, amount, captured_amount, refunded_amount } = one;
    return { status, amount, captured_amount, refunded_amount };
  });
  const transactions = (await listed(`${tenant_id}/transaction`))
    .map(({ kind, amount }) => `${kind} ${amount}`)
    .toSorted();
  const tokens = (await listed(`${tenant_id}/card_token`)).map(({ status }) => status);
  return {
    state,
    status_reason,
    version,
    authorizations,
    transactions,
    tokens,
    events,
    spent: await spentWith(card),
  };
};

type Arriving = readonly [type: string, object: object, at: number];

const arrive = ([type, object, at]: Arriving) => sends(type, object, { at });

/** In one second: an approval, a reversal of a part, the capture that closes it, and a refund. */
const fourOf = (card: Card): Arriving[] => {
  const authorization = authorizationOf(card);
  const { created: at } = authorization;
  const closed = { ...authorization, amount: 250, status: 'closed' };
  const capture = transactionOf(authorization, 'ipi_capture', -250);
  return [
    ['issuing_authorization.created', authorization, at],
    ['issuing_authorization.updated', { ...authorization, amount: 250 }, at],
    ['issuing_authorization.updated', { ...closed, transactions: [capture] }, at],
    [
      'issuing_transaction.created',
      { ...transactionOf(authorization, 'ipi_refund', 100), authorization: closed },
      at,
    ],
  ];
};

const ordersOf = <T>(things: readonly T[]): T[][] =>
  things.length === 0
    ? [[]]
    : things.flatMap((thing, at) =>
        ordersOf(things.filter((_, other) => other !== at)).map((rest) => [thing, ...rest]),
      );

test('four events of Stripe leave the same in every order, with the request before or never, and each twice', async () => {
  const [one] = ordersOf(fourOf(await anIssuedCard()));
  assert.equal(one?.length, 4);
  const places = ordersOf([0, 1, 2, 3]);
  assert.equal(places.length, 24);
  for (const [nth, order] of places.entries()) {
    const card = await anIssuedCard();
    const four = fourOf(card);
    if (nth % 2 === 0) await asks(four[0]?.[1] as StripeAuthorization);
    for (const place of [...order, ...order.toReversed()])
      assert.equal((await arrive(four[place] ?? assert.fail())).statusCode, 200);
    const { authorizations, transactions, spent } = await leftOf(card);
    const left = { status: 'closed', amount: 250, captured_amount: 250, refunded_amount: 100 };
    assert.deepEqual(
      [authorizations, transactions, spent],
      [[left], ['capture 250', 'refund 100'], 150],
      `${order}`,
    );
  }
});

describe('an event of Stripe whose receiver is killed at any call and that comes again leaves what it would have left', () => {
  /** Runs with the call of this number killed, before or after it has its effect; answers how many there were. */
  const killedAt = async (
    nth: number,
    when: 'before' | 'after',
    run: () => Promise<unknown>,
  ): Promise<number> => {
    const { send } = DynamoDBDocumentClient.prototype;
    let calls = 0;
    const killing = mock.method(
      DynamoDBDocumentClient.prototype,
      'send',
      async function (this: object, ...sent: never[]) {
        calls += 1;
        const dies = calls === nth;
        if (dies && when === 'before') throw new Error('killed');
        const answer = await Reflect.apply(send, this, sent);
        if (dies) throw new Error('killed');
        return answer;
      },
    );
    await run().finally(() => killing.mock.restore());
    return calls;
  };

  const forced = (card: Card) => ({
    ...transactionOf(authorizationOf(card), 'ipi_forced', -70),
    authorization: null,
  });
  const warned = { latest_fraud_warning: { type: 'user_indicated_fraud', started_at: seconds() } };
  const token = {
    id: 'intok_1',
    created: seconds(),
    network: 'visa',
    last4: '7801',
    wallet_provider: 'apple_pay',
  };
  const cases: readonly (readonly [
    name: string,
    make: typeof aCard,
    eventOf: (card: Card) => Arriving,
  ])[] = [
    ['of a new authorization', aCard, (card) => fourOf(card)[0] ?? assert.fail()],
    ['of a capture', aCard, (card) => fourOf(card)[2] ?? assert.fail()],
    ['of a refund', aCard, (card) => fourOf(card)[3] ?? assert.fail()],
    [
      'of a forced capture',
      aCard,
      (card) => ['issuing_transaction.created', forced(card), seconds()],
    ],
    [
      'of a canceled card',
      aCard,
      (card) => ['issuing_card.updated', pushedCard(card, { status: 'canceled' }), seconds()],
    ],
    [
      'of a suspicion of fraud',
      aCard,
      (card) => ['issuing_card.updated', pushedCard(card, warned), seconds()],
    ],
    [
      'of a parcel that came back',
      (over) => aPhysicalCard({ state: 'active', ...over }),
      (card) => [
        'issuing_card.updated',
        pushedCard(card, { shipping: { status: 'returned', carrier: null } }),
        seconds(),
      ],
    ],
    [
      'of a token',
      aCard,
      (card) => [
        'issuing_token.updated',
        { ...token, card: pushedCard(card), status: 'active', network_data: null },
        seconds(),
      ],
    ],
  ];
  for (const [name, make, eventOf] of cases)
    test(name, async () => {
      const whole = await anIssuedCard({}, make);
      const calls = await killedAt(0, 'before', () => arrive(eventOf(whole)));
      const expected = await leftOf(whole);
      assert.ok(calls >= 2, `${calls}`);
      for (let nth = 1; nth <= calls; nth += 1)
        for (const when of ['before', 'after'] as const) {
          const card = await anIssuedCard({}, make);
          const event = eventOf(card);
          await killedAt(nth, when, async () =>
            assert.equal((await arrive(event)).statusCode, 503),
          );
          assert.equal((await arrive(event)).statusCode, 200);
          assert.deepEqual(await leftOf(card), expected, `${when} ${nth}`);
        }
    });
});
