import { showCard } from '../../contract/cards/card.ts';
import { listCards } from '../../contract/cards/routes.ts';
import { paged } from '../../http/cursor.ts';
import { httpHandler } from '../../http/handler.ts';
import { pageOfCards } from '../../store/cards/cards.ts';

export const handler = httpHandler(listCards, { paged }, async ({ caller, query, db, range, respondPage }) =>
  respondPage(await pageOfCards(db, caller.tenant_id, query, range('card')), showCard),
);
