import { same } from '../same.ts';
import type { Created } from '../transition.ts';
import type { Card, CardInput, CardType, Making } from './card.ts';
import { changedSince, synced } from './issuer-sync.ts';
import { type CardEventType, unblocked } from './life.ts';
import { pushedCard } from './pushed-card.ts';
import { newShipping } from './shipping.ts';

/** A virtual card is active at once, a physical one when its holder has it and says so. */
export const firstState = (type: CardType): 'active' | 'inactive' => (type === 'virtual' ? 'active' : 'inactive');

/** A new card. */
export const newCard = (input: CardInput, { issued, now, ...making }: Making): Created<Card, CardEventType> => {
  const { destination, ...said } = input;
  const at = now.toISOString();
  const after: Card = {
    ...said,
    ...issued,
    ...making,
    state: firstState(input.type),
    blocks: unblocked,
    status_reason: null,
    shipping: destination && newShipping(destination, now),
    replacement_for: null,
    replaced_by: null,
    replacement_reason: null,
    supersedes: [],
    counted_with: making.id,
    // As it was ordered: what is to be pushed comes after.
    issuer_sync: synced(1, now),
    created_at: at,
    updated_at: at,
    version: 1,
  };
  return { after, event: 'card.created' };
};

/** The card with other fields: one version on, of which its issuer is to hear where it concerns the issuer. */
export const changeCard = (card: Card, changes: Partial<Card>, now: Date): Card => {
  const after = { ...card, ...changes, updated_at: now.toISOString(), version: card.version + 1 };
  const concerns = !same(pushedCard(card), { ...pushedCard(after), version: card.version });
  return concerns ? { ...after, issuer_sync: changedSince(card.issuer_sync, now) } : after;
};
