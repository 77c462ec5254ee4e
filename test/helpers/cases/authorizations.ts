import type { Authorization } from '../../../functions/issuing/authorizations/model.ts';
import type { Card } from '../../../functions/issuing/cards/model.ts';
import { done } from '../call.ts';
import { purchase } from '../examples/cards.ts';
import { aStoredAuthorization, aStoredTransaction } from '../fixtures/authorizations.ts';
import { aCard, aCardholder, aCardToSpend, aStoredCard, aStoredParcel } from '../fixtures/cards.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { askedAboutCases } from './authorization-endpoints.ts';
import { aCase, again, type Case, type Said } from './case.ts';

const nothing = { authorization_id: 'auth_01h455vb4pex5vsknk084sn02q' };
/** The authorization, its card, and what was spent where another amount counts. */
const settled = ['BatchGetItem', 'GetItem', 'TransactWriteItems'];
const recounted = ['BatchGetItem', 'GetItem', 'GetItem', 'TransactWriteItems'];
const refused = ['BatchGetItem', 'GetItem'];
const captured = { status: 'closed' };
const reversed = { status: 'reversed' };

/** One that was asked for, and so is counted. */
const asked = async (tenant: Tenant) => {
  const { id } = await aCardToSpend(tenant);
  return {
    params: {
      authorization_id: String(
        (await done(tenant, `/simulations/cards/${id}/authorize`, purchase)).id,
      ),
    },
  };
};

const stored = async (tenant: Tenant, over: Partial<Authorization> = {}) => ({
  params: { authorization_id: (await aStoredAuthorization(tenant, over)).id },
});

const listed = async (tenant: Tenant) => ({
  params: { card_id: (await aStoredAuthorization(tenant)).card_id },
});

/** Reading authorizations and changing what came of them. */
export const authorizationCases = {
  'authorizations.get': [
    aCase('that is there', 200, ['GetItem'], stored),
    aCase('that is not there', 404, ['GetItem'], () => ({ params: nothing })),
  ],
  'authorizations.list': [
    aCase('of a card', 200, ['GetItem + Query', 'BatchGetItem'], listed),
    aCase('by status and approval', 200, ['GetItem + Query', 'BatchGetItem'], async (tenant) => ({
      ...(await listed(tenant)),
      query: [
        ['status', 'pending'],
        ['approved', 'true'],
      ],
    })),
    aCase('of no card', 404, ['GetItem + Query'], () => ({ params: noCard })),
  ],
  'authorizations.list-all': [
    aCase('of every card', 200, ['Query'], async (tenant) => {
      await stored(tenant);
      return {};
    }),
    aCase('that were declined, of one customer', 200, ['Query'], async (tenant) => {
      const { customer_id } = await aStoredAuthorization(tenant, {
        approved: false,
        status: 'closed',
      });
      return {
        query: [
          ['customer_id', customer_id],
          ['approved', 'false'],
        ],
      };
    }),
  ],
  'simulations.settlement': [
    aCase('of what is captured', 200, settled, async (tenant) => ({
      ...(await asked(tenant)),
      body: captured,
    })),
    aCase('of what is reversed', 200, recounted, async (tenant) => ({
      ...(await asked(tenant)),
      body: reversed,
    })),
    aCase('again with the same key', 200, ['BatchGetItem'], async (tenant) => {
      const said = { ...(await asked(tenant)), body: captured };
      return again(tenant, `/simulations/authorizations/${said.params.authorization_id}`, said);
    }),
    aCase('of what is closed', 409, refused, async (tenant) => ({
      ...(await stored(tenant, { status: 'closed' })),
      body: reversed,
    })),
    aCase('of nothing', 404, refused, () => ({ params: nothing, body: captured })),
  ],
} satisfies Record<string, readonly Case[]>;

const taken = { amount: 4_250 };

/** An authorization that was asked for, as a capture or refund of its card names it. */
const ofAuthorized = async (
  tenant: Tenant,
  over: Partial<Authorization> = {},
  body: object = {},
) => {
  const { id: authorization_id, card_id } = await aStoredAuthorization(tenant, over);
  return { params: { card_id }, body: { authorization_id, ...body } };
};

const transactionNamed = async (
  tenant: Tenant,
  name: 'card_id' | 'customer_id' | 'authorization_id',
) => ({
  query: [[name, String((await aStoredTransaction(tenant))[name])]] as const,
});

/** Reading transactions, and what merchants take and return. */
export const transactionCases = {
  'transactions.get': [
    aCase('that is there', 200, ['GetItem'], async (tenant) => ({
      params: { transaction_id: (await aStoredTransaction(tenant)).id },
    })),
    aCase('that is not there', 404, ['GetItem'], () => ({ params: noTransaction })),
  ],
  'transactions.list': [
    aCase('of all cards', 200, ['Query'], async (tenant) => {
      await aStoredTransaction(tenant);
      return {};
    }),
    ...(['card_id', 'customer_id', 'authorization_id'] as const).map((name) =>
      aCase(`by ${name}`, 200, ['Query', 'BatchGetItem'], (tenant) =>
        transactionNamed(tenant, name),
      ),
    ),
  ],
  'simulations.capture': [
    aCase('of what is authorized', 200, ['BatchGetItem', 'TransactWriteItems'], (tenant) =>
      ofAuthorized(tenant),
    ),
    aCase('of less', 200, settled, (tenant) => ofAuthorized(tenant, {}, { amount: 1 })),
    aCase('without an authorization', 200, settled, async (tenant) => ({
      ...(await spending(tenant)),
      body: taken,
    })),
    aCase('again with the same key', 200, ['BatchGetItem'], async (tenant) =>
      simulatedAgain(tenant, { ...(await spending(tenant)), body: taken }, 'capture'),
    ),
    aCase('of what is declined', 409, refused, (tenant) =>
      ofAuthorized(tenant, { approved: false, status: 'closed' }),
    ),
    aCase('of another card', 404, refused, async (tenant) => ({
      ...(await ofAuthorized(tenant)),
      params: { card_id: (await aCardToSpend(tenant)).id },
    })),
    aCase('of no amount', 400, [], async (tenant) => ({ ...(await spending(tenant)), body: {} })),
    aCase('of no card', 404, refused, () => ({ params: noCard, body: taken })),
  ],
  'simulations.refund': [
    aCase('of what is captured', 200, settled, (tenant) =>
      ofAuthorized(tenant, { status: 'closed', captured_amount: 50 }),
    ),
    aCase('without an authorization', 200, settled, async (tenant) => ({
      ...(await spending(tenant)),
      body: taken,
    })),
    aCase('again with the same key', 200, ['BatchGetItem'], async (tenant) =>
      simulatedAgain(tenant, { ...(await spending(tenant)), body: taken }, 'refund'),
    ),
    aCase('of another card', 404, refused, async (tenant) => ({
      ...(await ofAuthorized(tenant)),
      params: { card_id: (await aCardToSpend(tenant)).id },
    })),
    aCase('of nothing that is captured', 409, refused, (tenant) => ofAuthorized(tenant)),
    aCase('of no card', 404, refused, () => ({ params: noCard, body: taken })),
  ],
} satisfies Record<string, readonly Case[]>;

const noTransaction = { transaction_id: 'txn_01h455vb4pex5vsknk084sn02q' };
const noCard = { card_id: 'card_01h455vb4pex5vsknk084sn02q' };
const committed = ['BatchGetItem', 'TransactWriteItems'];
const spent = ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems'];
const step = { status: 'submitted' };

/** Limits that only another feature allows. */
const more: Pick<Card, 'spending_controls'> = {
  spending_controls: {
    ...aCard().spending_controls,
    limits: [{ amount: 5_000_000, interval: 'daily' }],
  },
};

const ordered = async (tenant: Tenant) => ({
  params: { card_id: (await aStoredParcel(tenant)).id },
  body: step,
});
const spending = async (tenant: Tenant) => ({
  params: { card_id: (await aCardToSpend(tenant)).id },
  body: purchase,
});

const simulatedAgain = (tenant: Tenant, said: Said, end: string): Promise<Said> =>
  again(tenant, `/simulations/cards/${said.params?.card_id}/${end}`, said);

/** Parcels and spending. */
export const cardSimulationCases = {
  'simulations.shipping': [
    aCase('of a new order', 200, committed, ordered),
    aCase('again with the same key', 200, ['BatchGetItem'], async (tenant) =>
      simulatedAgain(tenant, await ordered(tenant), 'shipping'),
    ),
    aCase('of a virtual card', 409, refused, async (tenant) => ({
      ...(await spending(tenant)),
      body: step,
    })),
    aCase('of no card', 404, refused, () => ({ params: noCard, body: step })),
  ],
  'simulations.authorization': [
    aCase('for the first time', 200, spent, spending),
    aCase('once more', 200, spent, async (tenant) => {
      const said = await spending(tenant);
      await simulatedAgain(tenant, said, 'authorize');
      return said;
    }),
    aCase('of a replacement', 200, spent, async (tenant) => {
      const { params, body } = await spending(tenant);
      return {
        params: { card_id: (await aCardToSpend(tenant, { counted_with: params.card_id })).id },
        body,
      };
    }),
    aCase('of a card that another feature allows more', 200, spent, async (tenant) => {
      const { id: customer_id } = await aCardholder(tenant, ['virtual_cards', 'higher_limits']);
      return {
        params: { card_id: (await aStoredCard(tenant, { customer_id, ...more })).id },
        body: purchase,
      };
    }),
    aCase('that is the last of its card', 200, spent, async (tenant) => ({
      params: {
        card_id: (await aCardToSpend(tenant, { cancel_after: { authorizations: 1, date: null } }))
          .id,
      },
      body: purchase,
    })),
    aCase('that is declined', 200, spent, async (tenant) => ({
      params: { card_id: (await aCardToSpend(tenant, { state: 'frozen' })).id },
      body: purchase,
    })),
    aCase('again with the same key', 200, ['BatchGetItem'], async (tenant) =>
      simulatedAgain(tenant, await spending(tenant), 'authorize'),
    ),
    ...askedAboutCases,
    aCase('of no card', 404, refused, () => ({ params: noCard, body: purchase })),
  ],
} satisfies Record<string, readonly Case[]>;
