import type { CardTokenStatus } from '../../../functions/issuing/card-tokens/states.ts';
import { aStoredCardToken } from '../fixtures/card-tokens.ts';
import { aStoredCard } from '../fixtures/cards.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aCase, again, type Case } from './case.ts';

const nothing = { card_token_id: 'ctok_01h455vb4pex5vsknk084sn02q' };
const noCard = { card_id: 'card_01h455vb4pex5vsknk084sn02q' };
const committed = ['BatchGetItem', 'TransactWriteItems'];
const refused = ['BatchGetItem', 'GetItem'];

const stored = async (tenant: Tenant, status: CardTokenStatus = 'active') => ({
  params: {
    card_token_id: (await aStoredCardToken(tenant, { status, reported_status: status })).id,
  },
});
const listed = async (tenant: Tenant) => ({
  params: { card_id: (await aStoredCardToken(tenant)).card_id },
});

const acting = (action: 'suspend' | 'resume' | 'delete', from: CardTokenStatus): Case[] => [
  aCase(`that is ${from}`, 200, committed, (tenant) => stored(tenant, from)),
  aCase('again with the same key', 200, ['BatchGetItem'], async (tenant) => {
    const said = await stored(tenant, from);
    return again(tenant, `/card-tokens/${said.params.card_token_id}/${action}`, said);
  }),
  aCase('that is deleted', 409, refused, (tenant) => stored(tenant, 'deleted')),
  aCase('that is not there', 404, refused, () => ({ params: nothing })),
];

const wallet = { wallet: 'apple_pay' };
const provisioning = async (tenant: Tenant) => ({
  params: { card_id: (await aStoredCard(tenant)).id },
  body: wallet,
});
const suspended = { status: 'suspended' };

/** Reading tokens, changing them, and simulating them. */
export const cardTokenCases = {
  'card-tokens.get': [
    aCase('that is there', 200, ['GetItem'], (tenant) => stored(tenant)),
    aCase('that is not there', 404, ['GetItem'], () => ({ params: nothing })),
  ],
  'card-tokens.list': [
    aCase('of a card', 200, ['GetItem + Query', 'BatchGetItem'], listed),
    aCase('by status', 200, ['GetItem + Query', 'BatchGetItem'], async (tenant) => ({
      ...(await listed(tenant)),
      query: [['status', 'active']],
    })),
    aCase('of no card', 404, ['GetItem + Query'], () => ({ params: noCard })),
  ],
  'card-tokens.suspend': acting('suspend', 'active'),
  'card-tokens.resume': acting('resume', 'suspended'),
  'card-tokens.delete': acting('delete', 'active'),
  'simulations.provision-token': [
    aCase(
      'of an active card',
      200,
      ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems'],
      provisioning,
    ),
    aCase('again with the same key', 200, ['BatchGetItem'], async (tenant) => {
      const said = await provisioning(tenant);
      return again(tenant, `/simulations/cards/${said.params.card_id}/provision-token`, said);
    }),
    aCase('of a frozen card', 409, refused, async (tenant) => ({
      params: { card_id: (await aStoredCard(tenant, { state: 'frozen' })).id },
      body: wallet,
    })),
    aCase('of no card', 404, refused, () => ({ params: noCard, body: wallet })),
  ],
  'simulations.card-token': [
    aCase('that the wallet suspends', 200, committed, async (tenant) => ({
      ...(await stored(tenant)),
      body: suspended,
    })),
    aCase('again with the same key', 200, ['BatchGetItem'], async (tenant) => {
      const said = { ...(await stored(tenant)), body: suspended };
      return again(tenant, `/simulations/card-tokens/${said.params.card_token_id}`, said);
    }),
    aCase('that is deleted', 200, committed, async (tenant) => ({
      ...(await stored(tenant, 'deleted')),
      body: suspended,
    })),
    aCase('of nothing', 404, refused, () => ({ params: nothing, body: suspended })),
  ],
} satisfies Record<string, readonly Case[]>;
