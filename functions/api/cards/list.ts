import { showCard } from '../../contract/card.ts';
import { listCards } from '../../contract/cards.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOfCards } from '../../store/card-store.ts';

export const handler = endpoint(listCards, async ({ caller, query, db, wanted, answerPage }) =>
  answerPage(await pageOfCards(db, caller.tenant_id, query, wanted('card')), showCard),
);
