import { freezeCard } from '../../contract/cards/routes.ts';
import { moveCard } from '../../domain/cards/moves.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { readCard } from '../../store/cards/cards.ts';
import { card } from '../../unit-of-work/cards.ts';

export const handler = httpHandler(freezeCard, { idempotent }, async ({ caller, params, body, now, db, commit }) => {
  const current = await readCard(db, caller.tenant_id, params.card_id);
  return commit({ changes: [card(moveCard(current, 'freeze', body.reason ?? null, now))], facts: [] });
});
