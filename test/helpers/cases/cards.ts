import { randomUUID } from 'node:crypto';
import { orderedOtherwise } from '../errors/cards.ts';
import { aCardholder, anOrderedCard, type CardWanted, cardBody, theCardholder } from '../fixtures/cards.ts';
import { aStoredCustomer, aVerifiedCustomer, individual } from '../fixtures/customers.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aVerification } from '../fixtures/verifications.ts';
import type { Case } from '../route-cases.ts';

const nobody = { card_id: 'card_01h455vb4pex5vsknk084sn02q' };

const ordering = async (tenant: Tenant, fields: object = {}) => ({
  body: cardBody((await theCardholder(tenant)).id, fields),
});
const ofCard = async (tenant: Tenant, wanted: CardWanted = {}) => ({
  params: { card_id: String((await anOrderedCard(tenant, wanted)).id) },
});

/** Who may have it and whether it is under way; the order, the issuer, the card. */
const looked = 'BatchGetItem';
const ordered = ['TransactWriteItems', 'GenerateMac', 'GenerateMac', 'PutItem', 'PutItem', 'TransactWriteItems'];

/** Another order: it cannot become a card any more, the issuer hears of it, it goes. */
const calledOff = ['TransactWriteItems', 'UpdateItem', 'TransactWriteItems'];

const higher = { spending_controls: { limits: [{ amount: 5_000_000, interval: 'daily' }] } };
const holderOfMore = (tenant: Tenant) => aCardholder(tenant, ['virtual_cards', 'higher_limits']);

/** Issuing, reading and changing cards. */
export const cardCases = {
  'cards.create': [
    { name: 'that is virtual', arrange: (tenant) => ordering(tenant), status: 201, asks: [looked, ...ordered] },
    {
      name: 'that is physical, in another currency',
      arrange: (tenant) => ordering(tenant, { type: 'physical', currency: 'EUR' }),
      status: 201,
      asks: [looked, ...ordered],
    },
    {
      name: 'that may spend more',
      arrange: async (tenant) => ({ body: cardBody((await holderOfMore(tenant)).id, higher) }),
      status: 201,
      asks: [looked, ...ordered],
    },
    {
      name: 'in place of an order that nobody finished',
      beginsAnew: true,
      arrange: async (tenant) => {
        const { body } = await ordering(tenant);
        return orderedOtherwise(tenant, 'cards.create', [], { body }, 60_000);
      },
      status: 201,
      asks: [looked, ...calledOff, ...ordered],
    },
    {
      name: 'again with the same key',
      arrange: async (tenant) => {
        const said = { ...(await ordering(tenant)), headers: { 'idempotency-key': randomUUID() } };
        await tenant.call({ method: 'POST', path: '/cards', ...said });
        return said;
      },
      status: 201,
      asks: [looked],
    },
    {
      name: 'with a limit above its cap',
      arrange: (tenant) => ordering(tenant, higher),
      status: 400,
      asks: [looked, 'GetItem'],
    },
    {
      name: 'of a customer who lacks the feature',
      arrange: async (tenant) => ({ body: cardBody((await aVerifiedCustomer(tenant)).id) }),
      status: 422,
      asks: [looked, 'GetItem'],
    },
    {
      name: 'of a fresh customer',
      arrange: async (tenant) => ({ body: cardBody((await aStoredCustomer(tenant, individual({}))).id) }),
      status: 422,
      asks: [looked, 'Query', 'GetItem'],
    },
    {
      name: 'of one whose verification is open',
      arrange: async (tenant) => ({ body: cardBody((await aVerification(tenant)).customer_id) }),
      status: 422,
      asks: [looked, 'GetItem + Query', 'GetItem'],
    },
    {
      name: 'of nobody',
      arrange: () => ({ body: cardBody('cus_01h455vb4pex5vsknk084sn02q') }),
      status: 404,
      asks: [looked, 'GetItem'],
    },
  ],
  'cards.list': [
    {
      name: 'one page',
      arrange: async (tenant) => {
        await anOrderedCard(tenant);
        return {};
      },
      status: 200,
      asks: ['Query'],
    },
    {
      name: 'of a customer',
      arrange: async (tenant) => ({ query: [['customer_id', (await anOrderedCard(tenant)).customer_id]] }),
      status: 200,
      asks: ['Query', 'BatchGetItem'],
    },
    {
      name: 'of a status and a type',
      arrange: async (tenant) => {
        await anOrderedCard(tenant, { state: 'frozen' });
        return {
          query: [
            ['status', 'frozen'],
            ['type', 'virtual'],
          ],
        };
      },
      status: 200,
      asks: ['Query', 'BatchGetItem'],
    },
  ],
  'cards.get': [
    { name: 'that exists', arrange: (tenant) => ofCard(tenant), status: 200, asks: ['GetItem'] },
    { name: 'of nobody', arrange: () => ({ params: nobody }), status: 404, asks: ['GetItem'] },
  ],
  'cards.list-limits': [
    { name: 'of one that exists', arrange: (tenant) => ofCard(tenant), status: 200, asks: ['GetItem', 'BatchGetItem'] },
    { name: 'of nobody', arrange: () => ({ params: nobody }), status: 404, asks: ['GetItem'] },
  ],
  'cards.update': [
    {
      name: 'of its nickname',
      arrange: async (tenant) => ({ ...(await ofCard(tenant)), body: { nickname: 'Travel' } }),
      status: 200,
      asks: ['GetItem', 'TransactWriteItems'],
    },
    {
      name: 'of nothing',
      arrange: async (tenant) => ({ ...(await ofCard(tenant)), body: { nickname: null } }),
      status: 200,
      asks: ['GetItem'],
    },
    {
      name: 'to a limit that only another feature allows',
      arrange: async (tenant) => {
        const { id: customer_id } = await holderOfMore(tenant);
        return { ...(await ofCard(tenant, { customer_id })), body: higher };
      },
      status: 200,
      asks: ['GetItem', 'BatchGetItem', 'TransactWriteItems'],
    },
    {
      name: 'to a limit above its cap',
      arrange: async (tenant) => ({ ...(await ofCard(tenant)), body: higher }),
      status: 400,
      asks: ['GetItem', 'BatchGetItem'],
    },
    {
      name: 'of an older version',
      arrange: async (tenant) => ({
        ...(await ofCard(tenant, { state: 'frozen' })),
        body: { nickname: 'Travel' },
        headers: { 'if-match': '"1"' },
      }),
      status: 412,
      asks: ['GetItem'],
    },
    {
      name: 'that is closed',
      arrange: async (tenant) => ({ ...(await ofCard(tenant, { state: 'closed' })), body: { nickname: 'Travel' } }),
      status: 409,
      asks: ['GetItem'],
    },
  ],
} satisfies Record<string, readonly Case[]>;
