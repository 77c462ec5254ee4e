import {
  aCardholder,
  aHeldCard,
  cardBody,
  type HeldCard,
  theCardholder,
} from '../fixtures/cards.ts';
import { aStoredCustomer, aVerifiedCustomer, individual } from '../fixtures/customers.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aVerification } from '../fixtures/verifications.ts';
import { aCase, again, type Case } from './case.ts';
import { orderedOtherwise } from './rejections.ts';

export const nobody = { card_id: 'card_01h455vb4pex5vsknk084sn02q' };

const ordering = async (tenant: Tenant, fields: object = {}) => ({
  body: cardBody((await theCardholder(tenant)).id, fields),
});

export const ofCard = async (tenant: Tenant, wanted: HeldCard = {}) => ({
  params: { card_id: String((await aHeldCard(tenant, wanted)).id) },
});

/** The customer and open orders; then the order, the issuer and the card. */
const looked = 'BatchGetItem';

export const ordered = [
  'TransactWriteItems',
  'GenerateMac',
  'GenerateMac',
  'PutItem',
  'PutItem',
  'TransactWriteItems',
];

/** Another order is canceled: no card can come of it, the issuer gets that, the order is deleted. */
const canceled = ['TransactWriteItems', 'UpdateItem', 'TransactWriteItems'];

const higher = { spending_controls: { limits: [{ amount: 5_000_000, interval: 'daily' }] } };

const holderOfMore = (tenant: Tenant) => aCardholder(tenant, ['virtual_cards', 'higher_limits']);

/** Issuing, reading and changing cards. */
export const cardCases = {
  'cards.create': [
    aCase('that is virtual', 201, [looked, ...ordered], ordering),
    aCase('that is physical, in another currency', 201, [looked, ...ordered], (tenant) =>
      ordering(tenant, { type: 'physical', currency: 'EUR' }),
    ),
    aCase('that may spend more', 201, [looked, ...ordered], async (tenant) => ({
      body: cardBody((await holderOfMore(tenant)).id, higher),
    })),
    aCase(
      'in place of an order that nobody finished',
      201,
      [looked, ...canceled, ...ordered],
      async (tenant) => {
        const { body } = await ordering(tenant);
        return orderedOtherwise(tenant, 'cards.create', [], { body }, 60_000);
      },
      { startsAgain: true },
    ),
    aCase('again with the same key', 201, [looked], async (tenant) =>
      again(tenant, '/cards', await ordering(tenant)),
    ),
    aCase('with a limit above its cap', 400, [looked, 'GetItem'], (tenant) =>
      ordering(tenant, higher),
    ),
    aCase('of a customer who lacks the feature', 422, [looked, 'GetItem'], async (tenant) => ({
      body: cardBody((await aVerifiedCustomer(tenant)).id),
    })),
    aCase('of a fresh customer', 422, [looked, 'Query', 'GetItem'], async (tenant) => ({
      body: cardBody((await aStoredCustomer(tenant, individual({}))).id),
    })),
    aCase(
      'of one whose verification is open',
      422,
      [looked, 'GetItem + Query', 'GetItem'],
      async (tenant) => ({
        body: cardBody((await aVerification(tenant)).customer_id),
      }),
    ),
    aCase('of nobody', 404, [looked, 'GetItem'], () => ({
      body: cardBody('cus_01h455vb4pex5vsknk084sn02q'),
    })),
  ],
  'cards.list': [
    aCase('one page', 200, ['Query'], async (tenant) => {
      await aHeldCard(tenant);
      return {};
    }),
    aCase('of a customer', 200, ['Query', 'BatchGetItem'], async (tenant) => ({
      query: [['customer_id', (await aHeldCard(tenant)).customer_id]],
    })),
    aCase('by ids', 200, ['BatchGetItem'], async (tenant) => ({
      query: [['ids', `${(await aHeldCard(tenant)).id},card_00000000000000000000000000`]],
    })),
    aCase('by ids of which one is none', 400, [], () => ({
      query: [['ids', 'card_00000000000000000000000000,nobody']],
    })),
    aCase('by its last digits', 200, ['Query', 'BatchGetItem'], async (tenant) => {
      const { last4, customer_id } = await aHeldCard(tenant);
      return {
        query: [
          ['last4', last4],
          ['customer_id', customer_id],
        ],
      };
    }),
    aCase('of a status and a type', 200, ['Query', 'BatchGetItem'], async (tenant) => {
      await aHeldCard(tenant, { state: 'frozen' });
      return {
        query: [
          ['status', 'frozen'],
          ['type', 'virtual'],
        ],
      };
    }),
  ],
  'cards.get': [
    aCase('that exists', 200, ['GetItem'], ofCard),
    aCase('of nobody', 404, ['GetItem'], () => ({ params: nobody })),
  ],
  'cards.list-limits': [
    aCase('of one that exists', 200, ['GetItem', 'BatchGetItem'], ofCard),
    aCase('of nobody', 404, ['GetItem'], () => ({ params: nobody })),
  ],
  'cards.update': [
    aCase('of its nickname', 200, ['GetItem', 'TransactWriteItems'], async (tenant) => ({
      ...(await ofCard(tenant)),
      body: { nickname: 'Travel' },
    })),
    aCase('of nothing', 200, ['GetItem'], async (tenant) => ({
      ...(await ofCard(tenant)),
      body: { nickname: null },
    })),
    aCase(
      'to a limit that only another feature allows',
      200,
      ['GetItem', 'BatchGetItem', 'TransactWriteItems'],
      async (tenant) => {
        const { id: customer_id } = await holderOfMore(tenant);
        return { ...(await ofCard(tenant, { customer_id })), body: higher };
      },
    ),
    aCase('to a limit above its cap', 400, ['GetItem', 'BatchGetItem'], async (tenant) => ({
      ...(await ofCard(tenant)),
      body: higher,
    })),
    aCase('that is closed', 409, ['GetItem'], async (tenant) => ({
      ...(await ofCard(tenant, { state: 'closed' })),
      body: { nickname: 'Travel' },
    })),
  ],
} satisfies Record<string, readonly Case[]>;
