import { showCard } from '../../contract/cards/card.ts';
import { getCard } from '../../contract/cards/routes.ts';
import { httpHandler } from '../../http/handler.ts';
import { readCard } from '../../store/cards/cards.ts';

export const handler = httpHandler(getCard, {}, async ({ caller, params, db, respond }) =>
  respond(showCard(await readCard(db, caller.tenant_id, params.card_id))),
);
