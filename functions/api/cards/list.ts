import { showCard } from '../../contract/cards/card.ts';
import { listCards } from '../../contract/cards/routes.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOfCards } from '../../store/cards/cards.ts';

export const handler = endpoint(listCards, async ({ caller, query, db, range, answerPage }) =>
  answerPage(await pageOfCards(db, caller.tenant_id, query, range('card')), showCard),
);
