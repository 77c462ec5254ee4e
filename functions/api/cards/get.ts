import { showCard } from '../../contract/cards/card.ts';
import { getCard } from '../../contract/cards/routes.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readCard } from '../../store/cards/cards.ts';

export const handler = endpoint(getCard, async ({ caller, params, db, answer }) =>
  answer(showCard(await readCard(db, caller.tenant_id, params.card_id))),
);
