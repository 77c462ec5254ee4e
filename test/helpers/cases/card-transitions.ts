import { isNew } from '../../../functions/core/dynamodb/writes.ts';
import type { Card } from '../../../functions/issuing/cards/model.ts';
import { done } from '../call.ts';
import { publicKey } from '../examples/cards.ts';
import { aHeldCard, aStoredCard, type HeldCard, sendParcel } from '../fixtures/cards.ts';
import { aPinFor } from '../fixtures/pins.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aVerification } from '../fixtures/verifications.ts';
import { nobody, ofCard, ordered } from './cards.ts';
import { aCase, again, type Case } from './case.ts';
import { notLast4, orderedOtherwise } from './rejections.ts';

/** An action reads, besides the card, its customer and the customer's features. */
const present = ['BatchGetItem'];

/** An action: done, repeated, rejected, and on nobody. */
const acting = (
  action: string,
  wanted: HeldCard,
  body: object,
  besides: readonly string[] = [],
): Case[] => [
  aCase(
    'where it is allowed',
    200,
    ['BatchGetItem', ...besides, 'TransactWriteItems'],
    async (tenant) => ({
      ...(await ofCard(tenant, wanted)),
      body,
    }),
  ),
  aCase('again with the same key', 200, ['BatchGetItem'], async (tenant) => {
    const said = { ...(await ofCard(tenant, wanted)), body };
    return again(tenant, `/cards/${said.params.card_id}/${action}`, said);
  }),
  aCase(
    'where it is not allowed',
    409,
    ['BatchGetItem', ...besides, 'GetItem'],
    async (tenant) => ({
      ...(await ofCard(tenant, { state: 'closed' })),
      body,
    }),
  ),
  aCase('of nobody', 404, ['BatchGetItem', 'GetItem'], () => ({ params: nobody, body })),
];

const arrived = (tenant: Tenant, wanted: HeldCard = {}) =>
  aHeldCard(tenant, { type: 'physical', ...wanted });

const activating = ({ id, last4 }: { id: string; last4: string }) => ({
  params: { card_id: id },
  body: { last4 },
});

/** A card that replaces a damaged one, and has arrived. */
const aReplacement = async (tenant: Tenant) => {
  const { id } = await arrived(tenant, { state: 'active' });
  const replacement = await done(tenant, `/cards/${id}/replace`, { reason: 'damaged' });
  await sendParcel(tenant, replacement.id, 'delivered');
  return replacement;
};

/** Activating. */
const activations: Case[] = [
  aCase(
    'that has arrived',
    200,
    ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems'],
    async (tenant) => activating(await arrived(tenant)),
  ),
  aCase(
    'that replaces another',
    200,
    ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems'],
    async (tenant) => activating(await aReplacement(tenant)),
  ),
  aCase(
    'with the wrong digits',
    422,
    ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems', 'GetItem'],
    async (tenant) => {
      const card = await arrived(tenant);
      return activating({ ...card, last4: notLast4(card) });
    },
  ),
  aCase(
    'that is not on its way',
    409,
    ['BatchGetItem', 'BatchGetItem', 'GetItem'],
    async (tenant) => activating(await arrived(tenant, { parcel: 'pending' })),
  ),
];

const replacing = ['BatchGetItem', 'BatchGetItem'];

/** A card whose customer lacks what it needs, in the moment before it is blocked for that. */
const featureLost = async (tenant: Tenant) => ({
  params: {
    card_id: (await aStoredCard(tenant, { customer_id: (await aVerification(tenant)).customer_id }))
      .id,
  },
});

/** Replacing. */
const replacements: Case[] = [
  aCase('that is lost', 201, [...replacing, ...ordered], async (tenant) => ({
    ...(await ofCard(tenant)),
    body: { reason: 'lost' },
  })),
  aCase('that is physical and damaged', 201, [...replacing, ...ordered], async (tenant) => ({
    ...(await ofCard(tenant, { type: 'physical' })),
    body: { reason: 'damaged' },
  })),
  // Looked for besides: an order of it under the same key, which the rejection would cancel.
  aCase('that is replaced', 409, [...replacing, 'GetItem'], async (tenant) => {
    const said = { ...(await ofCard(tenant)), body: { reason: 'lost' } };
    await done(tenant, `/cards/${said.params.card_id}/replace`, said.body);
    return said;
  }),
  aCase(
    'in place of an order that nobody finished',
    201,
    [...replacing, 'TransactWriteItems', 'UpdateItem', 'TransactWriteItems', ...ordered],
    async (tenant) => {
      const { params } = await ofCard(tenant);
      const call = { params, body: { reason: 'lost' } };
      return orderedOtherwise(tenant, 'cards.replace', [params.card_id], call, 60_000);
    },
    { startsAgain: true },
  ),
  aCase(
    'of one who lacks the feature, and whose verification is open',
    422,
    [...replacing, 'GetItem + Query', 'GetItem'],
    async (tenant) => ({ ...(await featureLost(tenant)), body: { reason: 'lost' } }),
  ),
];

const withPin = async (tenant: Tenant, over: Partial<Card> = {}) => {
  const { id: card_id } = await aStoredCard(tenant, over);
  return { params: { card_id }, body: { encrypted_pin: await aPinFor(tenant, card_id) } };
};

const blockedPin = async (tenant: Tenant) => ({
  params: { card_id: (await aStoredCard(tenant, { pin_status: 'blocked' })).id },
});

const noJwe = { encrypted_pin: 'a.b.c.d.e' };

/** The PINs of cards. */
export const cardPinCases = {
  'card-pins.get-key': [
    aCase('of a card', 200, ['GetItem', 'GenerateMac'], ofCard),
    aCase('of nobody', 404, ['GetItem'], () => ({ params: nobody })),
  ],
  'card-pins.set': [
    aCase(
      'of a card',
      200,
      ['GetItem', 'GenerateMac', 'UpdateItem', 'TransactWriteItems'],
      (tenant) => withPin(tenant),
    ),
    aCase('of a card, encrypted otherwise', 400, ['GetItem', 'GenerateMac'], async (tenant) => ({
      ...(await ofCard(tenant)),
      body: noJwe,
    })),
    aCase('of a closed card', 409, ['GetItem'], (tenant) => withPin(tenant, { state: 'closed' })),
    aCase(
      'of a card that the issuer has closed',
      422,
      ['GetItem', 'GenerateMac', 'UpdateItem'],
      async (tenant) => {
        const said = await withPin(tenant);
        const item = { tenant_id: tenant.tenant_id, state: 'voided' };
        await tenant.put([
          { kind: 'put', key: { table: 'issuer', pk: said.params.card_id }, item, when: isNew },
        ]);
        return said;
      },
    ),
    aCase('of nobody', 404, ['GetItem'], () => ({ params: nobody, body: noJwe })),
  ],
  'card-pins.unblock': [
    aCase('of a card', 200, ['BatchGetItem', 'TransactWriteItems'], blockedPin),
    aCase('again with the same key', 200, ['BatchGetItem'], async (tenant) => {
      const said = { ...(await blockedPin(tenant)), body: {} };
      return again(tenant, `/cards/${said.params.card_id}/unblock-pin`, said);
    }),
    aCase('that is not blocked', 409, ['BatchGetItem', 'GetItem'], ofCard),
    aCase('of nobody', 404, ['BatchGetItem', 'GetItem'], () => ({ params: nobody })),
  ],
} satisfies Record<string, readonly Case[]>;

/** Transitions of cards, replacing them, and revealing their numbers. */
export const cardTransitionCases = {
  'cards.activate': activations,
  'cards.freeze': acting('freeze', {}, { reason: 'As the customer asked' }),
  'cards.unfreeze': acting('unfreeze', { state: 'frozen' }, {}, present),
  'cards.close': acting('close', {}, { reason: 'lost' }),
  'cards.replace': replacements,
  'cards.reveal': [
    aCase(
      'to a public key',
      200,
      ['GetItem', 'BatchGetItem', 'GetItem', 'GenerateMac', 'TransactWriteItems'],
      async (tenant) => ({ ...(await ofCard(tenant)), body: { public_key: publicKey } }),
    ),
    aCase('that is closed', 409, ['GetItem', 'BatchGetItem'], async (tenant) => ({
      ...(await ofCard(tenant, { state: 'closed' })),
      body: { public_key: publicKey },
    })),
  ],
} satisfies Record<string, readonly Case[]>;
