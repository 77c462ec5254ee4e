import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after } from 'node:test';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { Stripe } from 'stripe';
import { saveCustomer } from '../../functions/identity/customers/table.ts';
import { saveActivation } from '../../functions/identity/features/table.ts';
import { authorizationsOf } from '../../functions/issuing/authorizations/table.ts';
import { readSpending } from '../../functions/issuing/cards/context.ts';
import type { Card } from '../../functions/issuing/cards/model.ts';
import { cardKeys, cardOf, saveCard } from '../../functions/issuing/cards/table.ts';
import { secretsManagerService } from '../../local/secrets-manager.ts';
import { sdkVariables } from '../../local/test/helpers/data-plane.ts';
import { startCardStores } from '../helpers/card-stores.ts';
import { anAccount } from '../helpers/fixtures/accounts.ts';
import { aCard, now } from '../helpers/fixtures/cards.ts';
import { anIndividual } from '../helpers/fixtures/customers.ts';
import { someActivations } from '../helpers/fixtures/features.ts';
import { webhookKeyAlias } from '../helpers/store-machine.ts';
import { apiKeySecret, startStandIn } from './account.ts';
import { pushedCard } from './objects.ts';
import { standInKey } from './stand-in.ts';

// The function that receives the events of Stripe, in this process, with stores and a stand-in of Stripe beside it.

const signingSecret = 'test/stripe/signing';
/** The secrets that Stripe signs with: the current one, and the one before it. */
export const secrets = {
  current: `whsec_${'0123456789abcdef'.repeat(2)}`,
  previous: `whsec_${'fedcba9876543210'.repeat(2)}`,
  changed_at: new Date(),
};

/** The stores of the function. */
export const stores = await startCardStores();
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
/** The stand-in of Stripe that the function asks. */
export const standIn = await startStandIn();
process.env.STRIPE_API_BASE = standIn.address;
const { handler } = await import('../../functions/app/jobs/receive-stripe.ts');

/** A card of a business of its own that Stripe has issued, which may spend a thousand a day. */
export const anIssuedCard = async (over: Partial<Card> = {}, make = aCard): Promise<Card> => {
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

/** The time now, in seconds as Stripe counts. */
export const seconds = () => Math.floor(Date.now() / 1000);

/** An authorization of a card, as Stripe shows it. */
export const authorizationOf = (card: Card, over: object = {}) => ({
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

export type StripeAuthorization = ReturnType<typeof authorizationOf>;

/** How Stripe sends an event. */
export type Said = {
  readonly secret?: string;
  readonly signed_at?: number;
  readonly tampered?: boolean;
  readonly at?: number;
};

/** Has Stripe send an event, as it says; the answer. */
export const sends = async (
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

/** Asks for an authorization; whether it is approved. */
export const asks = async (authorization: StripeAuthorization, said?: Said): Promise<boolean> =>
  (await answerTo(authorization, {}, said)).approved;

/** The whole answer to a request for an authorization. */
export const answerTo = async (
  authorization: StripeAuthorization,
  pending: object,
  said?: Said,
) => {
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

/** Has Stripe report an authorization that has changed. */
export const notify = async (authorization: StripeAuthorization, over: object, at = seconds()) => {
  const { statusCode, body } = await sends(
    'issuing_authorization.updated',
    { ...authorization, ...over },
    { at },
  );
  assert.deepEqual([statusCode, body], [200, '{"received":true}']);
};

/** Events that arrive while DynamoDB does not answer. */
export const withoutTables = async <T>(run: () => Promise<T>): Promise<T> => {
  const { RESOURCES_TABLE = '' } = process.env;
  process.env.RESOURCES_TABLE = 'there-is-none';
  try {
    return await run();
  } finally {
    process.env.RESOURCES_TABLE = RESOURCES_TABLE;
  }
};

/** The amount that a card has spent today. */
export const spentWith = async (card: Card) =>
  (await readSpending(stores.db, card)).counters.daily.spent;

/** The number of authorizations that are recorded of a card. */
export const recordedOf = async ({ tenant_id, id }: Card) => {
  const partition = authorizationsOf(tenant_id, id);
  return (await stores.db.query({ table: 'resources', index: 'by_parent', partition, limit: 100 }))
    .items.length;
};

/** A card as it is stored now. */
export const present = async ({ tenant_id, id }: Card) =>
  cardOf((await stores.db.get(cardKeys.card(tenant_id, id))) ?? {});

after(async () => {
  await standIn.stop();
  await stores.stop();
});
