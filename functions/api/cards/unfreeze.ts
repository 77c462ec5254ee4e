import { unfreezeCard } from '../../contract/cards/routes.ts';
import { effectiveCard } from '../../domain/cards/alignment.ts';
import { moveCard, requireAction } from '../../domain/cards/moves.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { readCard } from '../../store/cards/cards.ts';
import { readCardCircumstances } from '../../store/cards/circumstances.ts';
import { card } from '../../unit-of-work/cards.ts';

export const handler = httpHandler(unfreezeCard, { idempotent }, async ({ caller, params, now, db, commit }) => {
  const current = await readCard(db, caller.tenant_id, params.card_id);
  const { circumstances, facts } = await readCardCircumstances(db, caller, current);
  requireAction(effectiveCard(current, circumstances, now), 'unfreeze');
  return commit({ changes: [card(moveCard(current, 'unfreeze', null, now))], facts });
});
