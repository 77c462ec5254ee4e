import type { Card } from '../../api/objects.ts';
import { type Follow, useRead } from '../../api/use-read.ts';

/** A card, followed as the page says. */
export const useCard = (card_id: string, follow?: Follow<Card>) =>
  useRead<Card>({
    key: ['card', card_id],
    read: (api, signal) => api.cards.get({ params: { card_id }, signal }),
    follow,
  });
