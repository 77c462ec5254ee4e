import { tellCard } from '../../contract/cards/events.ts';
import { unfreezeCard } from '../../contract/cards/routes.ts';
import { moveCard } from '../../domain/cards/moves.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readCard, saveCard } from '../../store/cards/cards.ts';

export const handler = endpoint(unfreezeCard, async ({ caller, params, now, db, commit }) => {
  const current = await readCard(db, caller.tenant_id, params.card_id);
  const moved = moveCard(current, 'unfreeze', null, now);
  const told = tellCard(moved, current);
  return commit(told.shown, { writes: [saveCard(moved.card, current)], facts: [], events: [told] });
});
