import { randomUUID } from 'node:crypto';
import { done } from '../call.ts';
import { notLast4, orderedOtherwise } from '../errors/cards.ts';
import { publicKey } from '../examples/cards.ts';
import { anOrderedCard, aStoredCard, type CardWanted, sendParcel } from '../fixtures/cards.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aVerification } from '../fixtures/verifications.ts';
import { aCase, type Case } from './case.ts';

const nobody = { card_id: 'card_01h455vb4pex5vsknk084sn02q' };

const ofCard = async (tenant: Tenant, wanted: CardWanted = {}) => ({
  params: { card_id: String((await anOrderedCard(tenant, wanted)).id) },
});

/** What an action rests on besides the card: its customer and the customer's features. */
const standing = ['BatchGetItem'];

/** An action: done, replayed, refused, and on nobody. */
const acting = (action: string, wanted: CardWanted, body: object, besides: readonly string[] = []): Case[] => [
  aCase('where it is allowed', 200, ['BatchGetItem', ...besides, 'TransactWriteItems'], async (tenant) => ({
    ...(await ofCard(tenant, wanted)),
    body,
  })),
  aCase('again with the same key', 200, ['BatchGetItem'], async (tenant) => {
    const said = { ...(await ofCard(tenant, wanted)), body, headers: { 'idempotency-key': randomUUID() } };
    await tenant.call({ method: 'POST', path: `/cards/${said.params.card_id}/${action}`, ...said });
    return said;
  }),
  aCase('where it is not allowed', 409, ['BatchGetItem', ...besides, 'GetItem'], async (tenant) => ({
    ...(await ofCard(tenant, { state: 'closed' })),
    body,
  })),
  aCase('of nobody', 404, ['BatchGetItem', 'GetItem'], () => ({ params: nobody, body })),
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
  aCase('that has arrived', 200, ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems'], async (tenant) =>
    activating(await arrived(tenant)),
  ),
  aCase('that replaces another', 200, ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems'], async (tenant) =>
    activating(await aReplacement(tenant)),
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
  aCase('that is not on its way', 409, ['BatchGetItem', 'BatchGetItem', 'GetItem'], async (tenant) =>
    activating(await arrived(tenant, { parcel: 'pending' })),
  ),
];

const replacing = ['BatchGetItem', 'BatchGetItem'];
const ordered = ['TransactWriteItems', 'GenerateMac', 'GenerateMac', 'PutItem', 'PutItem', 'TransactWriteItems'];

/** A card whose customer lacks what it needs, in the moment before it is blocked for that. */
const featureLost = async (tenant: Tenant) => ({
  params: { card_id: (await aStoredCard(tenant, { customer_id: (await aVerification(tenant)).customer_id })).id },
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
  // Looked for besides: an order of it under the same key, which the refusal would call off.
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
    { beginsAnew: true },
  ),
  aCase(
    'of one who lacks the feature, and whose verification is open',
    422,
    [...replacing, 'GetItem + Query', 'GetItem'],
    async (tenant) => ({ ...(await featureLost(tenant)), body: { reason: 'lost' } }),
  ),
];

/** Moving cards, replacing them, and showing their numbers. */
export const cardMoveCases = {
  'cards.activate': activations,
  'cards.freeze': acting('freeze', {}, { reason: 'As the customer asked' }),
  'cards.unfreeze': acting('unfreeze', { state: 'frozen' }, {}, standing),
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
