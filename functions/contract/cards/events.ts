import type { Card, CardStep } from '../../domain/cards/card.ts';
import { changedFrom } from '../../domain/same.ts';
import { showCard } from './card.ts';

/** What the world is told of a card that was changed; of an update also what was before. */
export const tellCard = ({ card, event }: CardStep, read: Card) => {
  const shown = showCard(card);
  const told = { type: event, shown, customer_id: card.customer_id };
  return event === 'card.updated' ? { ...told, previous: changedFrom(showCard(read), shown) } : told;
};
