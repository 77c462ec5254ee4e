import { showCard } from '../../contract/card.ts';
import { getCard } from '../../contract/cards.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readCard } from '../../store/card-store.ts';

export const handler = endpoint(getCard, async ({ caller, params, db, answer }) =>
  answer(showCard(await readCard(db, caller.tenant_id, params.card_id))),
);
