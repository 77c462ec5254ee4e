import type { CallInput } from '../../../client/src/routes-client.ts';
import type { routes } from '../../../functions/app/routes.ts';
import { idsAt } from '../../../functions/core/new-id.ts';
import type { CardTokenStatus } from '../../../functions/issuing/card-tokens/states.ts';
import { aStoredAuthorization, aStoredTransaction } from '../fixtures/authorizations.ts';
import { aStoredCardToken } from '../fixtures/card-tokens.ts';
import {
  aCardToSpend,
  aHeldCard,
  aStoredCard,
  aStoredParcel,
  cardBody,
  type HeldCard,
  theCardholder,
} from '../fixtures/cards.ts';
import { aPinFor } from '../fixtures/pins.ts';
import type { Tenant } from '../fixtures/tenants.ts';

/** So many days from now. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

type RevealKey = NonNullable<
  CallInput<Extract<(typeof routes)[number], { id: 'cards.reveal' }>>['body']
>['public_key'];

/** A public key as a business would send it: the example of RFC 7517, appendix A.1. */
export const publicKey: RevealKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
};

const ofCard = async (tenant: Tenant, wanted: HeldCard = {}) => ({
  params: { card_id: String((await aHeldCard(tenant, wanted)).id) },
});

/** Something to buy. */
export const purchase = { amount: 4_250, currency: 'USD', category: '5411', country: 'US' };

const authorizationNamed = async (tenant: Tenant) => ({
  params: { authorization_id: (await aStoredAuthorization(tenant)).id },
});

/** A card with an authorization that is captured in part. */
const authorizedCard = async (tenant: Tenant) => {
  const { id: authorization_id, card_id } = await aStoredAuthorization(tenant);
  return {
    params: { card_id },
    body: { authorization_id, amount: 90, close_authorization: false },
  };
};

/** A card with an authorization that is captured whole. */
const capturedCard = async (tenant: Tenant) => {
  const captured = { status: 'closed', captured_amount: 90 } as const;
  const { id: authorization_id, card_id } = await aStoredAuthorization(tenant, captured);
  return { params: { card_id }, body: { authorization_id, amount: 90 } };
};

const tokenNamed =
  (status: CardTokenStatus = 'active') =>
  async (tenant: Tenant) => ({
    params: {
      card_token_id: (await aStoredCardToken(tenant, { status, reported_status: status })).id,
    },
  });

/** Valid requests of the routes of cards, authorizations and transactions. */
export const cardExamples = {
  'cards.create': async (tenant: Tenant) => {
    const { id } = await theCardholder(tenant);
    return { body: cardBody(id), otherBody: cardBody(id, { currency: 'EUR' }) };
  },
  'cards.list': async (tenant: Tenant) => {
    const { customer_id } = await aHeldCard(tenant);
    const query = {
      customer_id: String(customer_id),
      status: 'active',
      type: 'virtual',
      limit: 10,
    } as const;
    return { query: { ...query, created_after: '2026-01-01T00:00:00Z' } };
  },
  'cards.get': (tenant: Tenant) => ofCard(tenant),
  'cards.list-limits': async (tenant: Tenant) => {
    const limits = [{ amount: 25_000, interval: 'per_authorization' }] as const;
    const velocity_limits = [{ count: 10, interval: 'daily' }] as const;
    return {
      ...(await ofCard(tenant, { spending_controls: { limits, velocity_limits } })),
      query: { limit: 10 },
    };
  },
  'cards.update': async (tenant: Tenant) => ({
    ...(await ofCard(tenant)),
    body: { nickname: 'Travel' },
  }),
  'cards.activate': async (tenant: Tenant) => {
    const { id, last4 } = await aHeldCard(tenant, { type: 'physical' });
    const [wrong] = ['0000', '0001'].filter((digits) => digits !== last4);
    return {
      params: { card_id: String(id) },
      body: { last4 },
      otherBody: { last4: wrong as string },
    };
  },
  'cards.freeze': async (tenant: Tenant) => ({
    ...(await ofCard(tenant)),
    body: { reason: 'As the customer asked' },
    otherBody: { reason: 'As the police asked' },
  }),
  'cards.unfreeze': async (tenant: Tenant) => ({
    ...(await ofCard(tenant, { state: 'frozen' })),
    body: {},
  }),
  'cards.close': async (tenant: Tenant) => ({
    ...(await ofCard(tenant)),
    body: { reason: 'lost' as const },
    otherBody: { reason: 'stolen' as const },
  }),
  'cards.replace': async (tenant: Tenant) => ({
    ...(await ofCard(tenant)),
    body: { reason: 'lost' as const },
    otherBody: { reason: 'stolen' as const },
  }),
  'cards.reveal': async (tenant: Tenant) => ({
    ...(await ofCard(tenant)),
    body: { public_key: publicKey },
    otherBody: { public_key: { ...publicKey, kid: 'another' } },
  }),
  'card-pins.get-key': (tenant: Tenant) => ofCard(tenant),
  'card-pins.set': async (tenant: Tenant) => {
    const { params } = await ofCard(tenant);
    return { params, body: { encrypted_pin: await aPinFor(tenant, params.card_id) } };
  },
  'card-pins.unblock': async (tenant: Tenant) => ({
    params: { card_id: (await aStoredCard(tenant, { pin_status: 'blocked' })).id },
  }),
  'simulations.shipping': async (tenant: Tenant) => ({
    params: { card_id: (await aStoredParcel(tenant, 'submitted')).id },
    body: { status: 'shipped' as const, tracking_number: 'RR123456785GB' },
    otherBody: { status: 'failed' as const },
  }),
  'simulations.authorization': async (tenant: Tenant) => ({
    params: { card_id: (await aCardToSpend(tenant)).id },
    body: purchase,
    otherBody: { ...purchase, amount: 1 },
  }),
  'authorizations.list': async (tenant: Tenant) => ({
    params: { card_id: (await aStoredAuthorization(tenant)).card_id },
    query: {
      limit: 10,
      status: 'pending' as const,
      approved: true,
      created_after: '2026-01-01T00:00:00Z',
    },
  }),
  'authorizations.list-all': async (tenant: Tenant) => {
    const declined = {
      approved: false,
      status: 'closed',
      decline_reason: 'daily_limit_exceeded',
    } as const;
    const customer_id = idsAt(new Date())('customer');
    await aStoredAuthorization(tenant, { ...declined, customer_id });
    return {
      query: { limit: 10, customer_id, ...declined, created_after: '2026-01-01T00:00:00Z' },
    };
  },
  'authorizations.get': authorizationNamed,
  'transactions.list': async (tenant: Tenant) => {
    const { card_id, customer_id, authorization_id } = await aStoredTransaction(tenant);
    const query = {
      card_id,
      customer_id,
      authorization_id: authorization_id ?? undefined,
      limit: 10,
    };
    return { query: { ...query, created_after: '2026-01-01T00:00:00Z' } };
  },
  'transactions.get': async (tenant: Tenant) => ({
    params: { transaction_id: (await aStoredTransaction(tenant)).id },
  }),
  'simulations.capture': async (tenant: Tenant) => ({
    ...(await authorizedCard(tenant)),
    otherBody: { amount: 1_200, merchant_amount: 1_000, merchant_currency: 'EUR' },
  }),
  'simulations.refund': async (tenant: Tenant) => ({
    ...(await capturedCard(tenant)),
    otherBody: { amount: 80, merchant_name: 'Corner Shop', category: '5411', country: 'US' },
  }),
  'card-tokens.list': async (tenant: Tenant) => ({
    params: { card_id: (await aStoredCardToken(tenant)).card_id },
    query: { limit: 10, status: 'active' as const, created_after: '2026-01-01T00:00:00Z' },
  }),
  'card-tokens.get': tokenNamed(),
  'card-tokens.suspend': tokenNamed(),
  'card-tokens.resume': tokenNamed('suspended'),
  'card-tokens.delete': tokenNamed(),
  'simulations.provision-token': async (tenant: Tenant) => ({
    params: { card_id: (await aStoredCard(tenant)).id },
    body: { wallet: 'apple_pay' as const, device_type: 'phone' as const },
    otherBody: { wallet: 'google_pay' as const },
  }),
  'simulations.card-token': async (tenant: Tenant) => ({
    ...(await tokenNamed()(tenant)),
    body: { status: 'suspended' as const },
    otherBody: { status: 'deleted' as const },
  }),
  'simulations.clock': async () => ({
    body: { advance_to: inDays(3) },
    otherBody: { advance_to: inDays(1) },
  }),
  'simulations.settlement': async (tenant: Tenant) => ({
    ...(await authorizationNamed(tenant)),
    body: { status: 'closed' as const, captured_amount: 90 },
    otherBody: { status: 'reversed' as const },
  }),
};
