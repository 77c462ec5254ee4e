import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, mock, type TestContext, test } from 'node:test';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { Stripe } from 'stripe';
import { kmsCipher } from '../../functions/core/aws/kms.ts';
import { partitions } from '../../functions/core/dynamodb/keys.ts';
import { webhookSecretCipher } from '../../functions/delivery/webhooks/encryption.ts';
import { saveCustomer } from '../../functions/identity/customers/table.ts';
import { saveActivation } from '../../functions/identity/features/table.ts';
import { newEndpoint } from '../../functions/issuing/authorization-endpoints/model.ts';
import { saveEndpoint } from '../../functions/issuing/authorization-endpoints/table.ts';
import { authorizationsOf } from '../../functions/issuing/authorizations/table.ts';
import { pageOfCardTokens } from '../../functions/issuing/card-tokens/table.ts';
import { readSpending } from '../../functions/issuing/cards/context.ts';
import type { Card } from '../../functions/issuing/cards/model.ts';
import { cardKeys, cardOf, saveCard } from '../../functions/issuing/cards/table.ts';
import { secretsManagerService } from '../../local/secrets-manager.ts';
import { sdkVariables } from '../../local/test/helpers/data-plane.ts';
import { anEndpoint, verifies } from '../helpers/an-endpoint.ts';
import { startCardStores } from '../helpers/card-stores.ts';
import { anAccount } from '../helpers/fixtures/accounts.ts';
import { aCard, aPhysicalCard, aShipping, now } from '../helpers/fixtures/cards.ts';
import { anIndividual } from '../helpers/fixtures/customers.ts';
import { someActivations } from '../helpers/fixtures/features.ts';
import { webhookKeyAlias } from '../helpers/store-machine.ts';
import { apiKeySecret, startStandIn } from './account.ts';
import { pushedCard } from './objects.ts';
import { standInKey } from './stand-in.ts';

const signingSecret = 'test/stripe/signing';
const secrets = {
  current: `whsec_${'0123456789abcdef'.repeat(2)}`,
  previous: `whsec_${'fedcba9876543210'.repeat(2)}`,
  changed_at: new Date(),
};

const stores = await startCardStores();
after(() => stores.stop());
stores.plane.serve(
  secretsManagerService(
    (name) => ({ [signingSecret]: secrets, [apiKeySecret]: { current: standInKey } })[name],
  ),
);
Object.assign(process.env, {
  ...sdkVariables(stores.plane.endpoint),
  ENVIRONMENT: 'sandbox',
  STRIPE_SIGNING_SECRET: signingSecret,
  STRIPE_API_KEY_SECRET: apiKeySecret,
  WEBHOOK_KEY_ID: webhookKeyAlias,
  WEBHOOK_TARGETS: 'loopback_too',
});
const standIn = await startStandIn();
after(() => standIn.stop());
process.env.STRIPE_API_BASE = standIn.address;
const { handler } = await import('../../functions/app/jobs/receive-stripe.ts');

/** A card of a business of its own that Stripe has issued, which may spend a thousand a day. */
const anIssuedCard = async (over: Partial<Card> = {}, make = aCard): Promise<Card> => {
  const tenant_id = `biz_${randomUUID()}`;
  const customer = anIndividual({ tenant_id });
  const account_id = 'acct_1';
  const limits = [{ interval: 'daily', amount: 1_000 }] as const;
  const spending_controls = { ...aCard().spending_controls, limits };
  const id = stores.newId('card');
  const own = {
    id,
    tenant_id,
    customer_id: customer.id,
    counted_with: id,
    issuer: 'stripe',
    spending_controls,
  };
  const card = make({ ...own, ...over });
  await stores.put([
    ...anAccount(tenant_id, account_id),
    ...saveCustomer(customer),
    ...someActivations(customer, ['virtual_cards'], now).map((one) => saveActivation(one)),
    saveCard(card),
  ]);
  return card;
};

/** How Stripe's library finds a stand-in. */
const stripeAt = (address: string) => {
  const { hostname: host, port } = new URL(address);
  return { host, port, protocol: 'http', telemetry: false } as const;
};

const seconds = () => Math.floor(Date.now() / 1000);
const authorizationOf = (card: Card, over: object = {}) => ({
  id: `iauth_${randomUUID()}`,
  card: pushedCard(card),
  created: seconds(),
  currency: 'usd',
  transactions: [],
  amount: 400,
  approved: true,
  status: 'pending',
  pending_request: null,
  request_history: [{ approved: true }],
  merchant_data: { name: 'Books', category_code: '5942', country: 'GB', network_id: '4242' },
  merchant_currency: 'usd',
  card_presence: 'present',
  ...over,
});
type StripeAuthorization = ReturnType<typeof authorizationOf>;

type Said = {
  readonly secret?: string;
  readonly signed_at?: number;
  readonly tampered?: boolean;
  readonly at?: number;
};

/** Has Stripe send an event, as it says; the answer. */
const sends = async (
  type: string,
  object: object,
  said: Said = {},
): Promise<APIGatewayProxyResult> => {
  const {
    secret = secrets.current,
    signed_at = seconds(),
    tampered = false,
    at = seconds(),
  } = said;
  const payload = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    created: at,
    type,
    data: { object },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: signed_at,
  });
  const body = Buffer.from(tampered ? `${payload} ` : payload).toString('base64');
  const requestContext = { requestId: randomUUID(), requestTimeEpoch: Date.now() };
  const event = {
    headers: { 'Stripe-Signature': signature },
    body,
    isBase64Encoded: true,
    requestContext,
  };
  const context = { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => 10_000 };
  return handler(event as unknown as APIGatewayProxyEvent, context as Context);
};

const asks = async (authorization: StripeAuthorization, said?: Said): Promise<boolean> =>
  (await answerTo(authorization, {}, said)).approved;
const answerTo = async (authorization: StripeAuthorization, pending: object, said?: Said) => {
  const pending_request = { amount: authorization.amount, ...pending };
  const asking = {
    ...authorization,
    amount: 0,
    approved: false,
    pending_request,
    request_history: [],
  };
  const { statusCode, headers, body } = await sends('issuing_authorization.request', asking, said);
  assert.deepEqual([statusCode, headers?.['content-type']], [200, 'application/json'], body);
  assert.match(String(headers?.['stripe-version']), /^\d{4}-\d\d-\d\d\./);
  return JSON.parse(body);
};
const notify = async (authorization: StripeAuthorization, over: object, at = seconds()) => {
  const { statusCode, body } = await sends(
    'issuing_authorization.updated',
    { ...authorization, ...over },
    { at },
  );
  assert.deepEqual([statusCode, body], [200, '{"received":true}']);
};

/** Events that arrive while DynamoDB does not answer. */
const withoutTables = async <T>(run: () => Promise<T>): Promise<T> => {
  const { RESOURCES_TABLE = '' } = process.env;
  process.env.RESOURCES_TABLE = 'there-is-none';
  try {
    return await run();
  } finally {
    process.env.RESOURCES_TABLE = RESOURCES_TABLE;
  }
};

const spentWith = async (card: Card) => (await readSpending(stores.db, card)).counters.daily.spent;
const recordedOf = async ({ tenant_id, id }: Card) => {
  const partition = authorizationsOf(tenant_id, id);
  return (await stores.db.query({ table: 'resources', index: 'by_parent', partition, limit: 100 }))
    .items.length;
};
const present = async ({ tenant_id, id }: Card) =>
  cardOf((await stores.db.get(cardKeys.card(tenant_id, id))) ?? {});

describe('what Stripe asks', () => {
  test('is approved within the limits of the card, recorded, and answered alike when it is asked again', async () => {
    const card = await anIssuedCard();
    const [one, other] = [
      authorizationOf(card, { amount: 600 }),
      authorizationOf(card, { amount: 401 }),
    ];
    assert.deepEqual([await asks(one), await asks(one), await asks(other)], [true, true, false]);
    assert.deepEqual([await spentWith(card), await recordedOf(card)], [600, 2]);
  });

  test('is declined if the card is unknown, or in doubt', async () => {
    const card = await anIssuedCard();
    assert.equal(await asks(authorizationOf({ ...card, id: 'card_unknown' })), false);
    assert.equal(
      await asks(authorizationOf(card, { card: pushedCard(card, { metadata: {} }) })),
      false,
    );
    assert.equal(await withoutTables(() => asks(authorizationOf(card))), false);
    assert.equal(await spentWith(card), 0);
  });

  test('is declined and recorded in an unknown currency', async () => {
    const card = await anIssuedCard();
    assert.equal(await asks(authorizationOf(card, { currency: 'zzz' })), false);
    assert.equal(await recordedOf(card), 1);
  });

  test('is declined for a frozen card immediately, whatever Stripe has of it', async () => {
    assert.equal(await asks(authorizationOf(await anIssuedCard({ state: 'frozen' }))), false);
  });
});

describe('what Stripe asks is decided with the business', () => {
  /** A card of a business whose endpoint answers so. */
  const aCardDecidedBy = async (t: TestContext, answer: object | undefined, timeout_ms = 1_000) => {
    const card = await anIssuedCard();
    const endpoint = await anEndpoint(
      t,
      (response) => void (answer && response.end(JSON.stringify(answer))),
    );
    const { tenant_id } = card;
    const id = stores.newId('authorization_endpoint');
    const { secret = '', ...key } = await webhookSecretCipher(kmsCipher(webhookKeyAlias))(
      tenant_id,
      id,
      'hmac',
    );
    const making = { id, tenant_id, key, now: new Date() };
    await stores.put([saveEndpoint(newEndpoint({ url: endpoint.url, timeout_ms }, making).after)]);
    return { card, endpoint, secret };
  };

  test('which declines for lack of funds, once for each request of Stripe', async (t) => {
    const answer = { decision: 'decline', reason: 'insufficient_funds' };
    const { card, endpoint, secret } = await aCardDecidedBy(t, answer);
    const authorization = authorizationOf(card);
    assert.deepEqual([await asks(authorization), await asks(authorization)], [false, false]);
    assert.deepEqual(
      [endpoint.arrivals.length, await spentWith(card), await recordedOf(card)],
      [1, 0, 1],
    );
    assert.ok(verifies(secret, await endpoint.arrived(1)));
  });

  test('which approves a part, by Stripe’s parameter, also when Stripe asks again', async (t) => {
    const { card, endpoint } = await aCardDecidedBy(t, { decision: 'approve', amount: 150 });
    const pump = authorizationOf(card, { amount: 900 });
    const controllable = { is_amount_controllable: true };
    const part = { approved: true, amount: 150 };
    assert.deepEqual(
      [await answerTo(pump, controllable), await answerTo(pump, controllable)],
      [part, part],
    );
    assert.deepEqual([endpoint.arrivals.length, await spentWith(card)], [1, 150]);
    assert.equal(await asks(authorizationOf(card, { amount: 900 })), false, 'nowhere else');
  });

  test('whose endpoint hangs: the fallback declines while Stripe still waits', async (t) => {
    const { card } = await aCardDecidedBy(t, undefined, 1_200);
    assert.equal(await asks(authorizationOf(card)), false);
    assert.deepEqual([await spentWith(card), await recordedOf(card)], [0, 1]);
  });

  test('and is recorded as decided by the issuer where Stripe has decided alone', async (t) => {
    const { card, endpoint } = await aCardDecidedBy(t, { decision: 'approve' });
    await notify(authorizationOf(card), {});
    assert.deepEqual([endpoint.arrivals.length, await spentWith(card)], [0, 400]);
  });
});

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
