import { tellCard } from '../../contract/cards/events.ts';
import { closeCard } from '../../contract/cards/routes.ts';
import { moveCard } from '../../domain/cards/moves.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readCard, saveCard } from '../../store/cards/cards.ts';

export const handler = endpoint(closeCard, async ({ caller, params, body, now, db, commit }) => {
  const current = await readCard(db, caller.tenant_id, params.card_id);
  const moved = moveCard(current, 'close', body.reason, now);
  const told = tellCard(moved, current);
  return commit(told.shown, { writes: [saveCard(moved.card, current)], facts: [], events: [told] });
});
