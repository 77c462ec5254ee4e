import { showCard } from '../../contract/cards/card.ts';
import { listCards } from '../../contract/cards/routes.ts';
import { listing } from '../../http/listing.ts';
import { pageOfCards } from '../../store/cards/cards.ts';

export const handler = listing(listCards, async ({ caller, query, db, range, answerPage }) =>
  answerPage(await pageOfCards(db, caller.tenant_id, query, range('card')), showCard),
);
