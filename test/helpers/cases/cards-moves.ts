import { randomUUID } from 'node:crypto';
import { done } from '../call.ts';
import { notLast4, orderedOtherwise } from '../errors/cards.ts';
import { publicKey } from '../examples/cards.ts';
import { anOrderedCard, aStoredCard, type CardWanted, sendParcel } from '../fixtures/cards.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aVerification } from '../fixtures/verifications.ts';
import type { Case } from '../route-cases.ts';

const nobody = { card_id: 'card_01h455vb4pex5vsknk084sn02q' };

const ofCard = async (tenant: Tenant, wanted: CardWanted = {}) => ({
  params: { card_id: String((await anOrderedCard(tenant, wanted)).id) },
});

/** What an action rests on besides the card: its customer and the customer's features. */
const standing = ['BatchGetItem'];

/** An action: done, replayed, refused, and on nobody. */
const acting = (action: string, wanted: CardWanted, body: object, besides: readonly string[] = []): Case[] => [
  {
    name: 'where it is allowed',
    arrange: async (tenant) => ({ ...(await ofCard(tenant, wanted)), body }),
    status: 200,
    asks: ['BatchGetItem', ...besides, 'TransactWriteItems'],
  },
  {
    name: 'again with the same key',
    arrange: async (tenant) => {
      const said = { ...(await ofCard(tenant, wanted)), body, headers: { 'idempotency-key': randomUUID() } };
      await tenant.call({ method: 'POST', path: `/cards/${said.params.card_id}/${action}`, ...said });
      return said;
    },
    status: 200,
    asks: ['BatchGetItem'],
  },
  {
    name: 'where it is not allowed',
    arrange: async (tenant) => ({ ...(await ofCard(tenant, { state: 'closed' })), body }),
    status: 409,
    asks: ['BatchGetItem', ...besides, 'GetItem'],
  },
  { name: 'of nobody', arrange: () => ({ params: nobody, body }), status: 404, asks: ['BatchGetItem', 'GetItem'] },
];

const arrived = (tenant: Tenant, wanted: CardWanted = {}) => anOrderedCard(tenant, { type: 'physical', ...wanted });
const activating = ({ id, last4 }: { id: string; last4: string }) => ({ params: { card_id: id }, body: { last4 } });

/** A card that replaces a damaged one, and has arrived. */
const aReplacement = async (tenant: Tenant) => {
  const { id } = await arrived(tenant, { state: 'active' });
  const replacement = await done(tenant, `/cards/${id}/replace`, { reason: 'damaged' });
  await sendParcel(tenant, replacement.id, 'delivered');
  return replacement;
};

/** Activating. */
const activations: Case[] = [
  {
    name: 'that has arrived',
    arrange: async (tenant) => activating(await arrived(tenant)),
    status: 200,
    asks: ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems'],
  },
  {
    name: 'that replaces another',
    arrange: async (tenant) => activating(await aReplacement(tenant)),
    status: 200,
    asks: ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems'],
  },
  {
    name: 'with the wrong digits',
    arrange: async (tenant) => {
      const card = await arrived(tenant);
      return activating({ ...card, last4: notLast4(card) });
    },
    status: 422,
    asks: ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems', 'GetItem'],
  },
  {
    name: 'that is not on its way',
    arrange: async (tenant) => activating(await arrived(tenant, { parcel: 'pending' })),
    status: 409,
    asks: ['BatchGetItem', 'BatchGetItem', 'GetItem'],
  },
];

const replacing = ['BatchGetItem', 'BatchGetItem'];
const ordered = ['TransactWriteItems', 'GenerateMac', 'GenerateMac', 'PutItem', 'PutItem', 'TransactWriteItems'];

/** A card whose customer lacks what it needs, in the moment before it is blocked for that. */
const featureLost = async (tenant: Tenant) => ({
  params: { card_id: (await aStoredCard(tenant, { customer_id: (await aVerification(tenant)).customer_id })).id },
});

/** Replacing. */
const replacements: Case[] = [
  {
    name: 'that is lost',
    arrange: async (tenant) => ({ ...(await ofCard(tenant)), body: { reason: 'lost' } }),
    status: 201,
    asks: [...replacing, ...ordered],
  },
  {
    name: 'that is physical and damaged',
    arrange: async (tenant) => ({ ...(await ofCard(tenant, { type: 'physical' })), body: { reason: 'damaged' } }),
    status: 201,
    asks: [...replacing, ...ordered],
  },
  {
    name: 'that is replaced',
    arrange: async (tenant) => {
      const said = { ...(await ofCard(tenant)), body: { reason: 'lost' } };
      await done(tenant, `/cards/${said.params.card_id}/replace`, said.body);
      return said;
    },
    status: 409,
    // Looked for besides: an order of it under the same key, which the refusal would call off.
    asks: [...replacing, 'GetItem'],
  },
  {
    name: 'in place of an order that nobody finished',
    beginsAnew: true,
    arrange: async (tenant) => {
      const { params } = await ofCard(tenant);
      const call = { params, body: { reason: 'lost' } };
      return orderedOtherwise(tenant, 'cards.replace', [params.card_id], call, 60_000);
    },
    status: 201,
    asks: [...replacing, 'TransactWriteItems', 'UpdateItem', 'TransactWriteItems', ...ordered],
  },
  {
    name: 'of one who lacks the feature, and whose verification is open',
    arrange: async (tenant) => ({ ...(await featureLost(tenant)), body: { reason: 'lost' } }),
    status: 422,
    asks: [...replacing, 'GetItem + Query', 'GetItem'],
  },
];

/** Moving cards, replacing them, and showing their numbers. */
export const cardMoveCases = {
  'cards.activate': activations,
  'cards.freeze': acting('freeze', {}, { reason: 'As the customer asked' }),
  'cards.unfreeze': acting('unfreeze', { state: 'frozen' }, {}, standing),
  'cards.close': acting('close', {}, { reason: 'lost' }),
  'cards.replace': replacements,
  'cards.reveal': [
    {
      name: 'to a public key',
      arrange: async (tenant) => ({ ...(await ofCard(tenant)), body: { public_key: publicKey } }),
      status: 200,
      asks: ['GetItem', 'BatchGetItem', 'GetItem', 'GenerateMac', 'TransactWriteItems'],
    },
    {
      name: 'that is closed',
      arrange: async (tenant) => ({ ...(await ofCard(tenant, { state: 'closed' })), body: { public_key: publicKey } }),
      status: 409,
      asks: ['GetItem', 'BatchGetItem'],
    },
  ],
} satisfies Record<string, readonly Case[]>;
