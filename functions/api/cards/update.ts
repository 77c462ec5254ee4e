import { showCard } from '../../contract/card.ts';
import { checkMergedCard } from '../../contract/card-input.ts';
import { tellCard } from '../../contract/card-told.ts';
import { updateCard } from '../../contract/cards.ts';
import { requireNotClosed } from '../../domain/card-moves.ts';
import { changeSettings, patchedSettings } from '../../domain/card-settings.ts';
import { endpoint } from '../../http/endpoint.ts';
import { checkRaisedLimits } from '../../store/card-gate-store.ts';
import { readCard, saveCard } from '../../store/card-store.ts';

export const handler = endpoint(updateCard, async ({ caller, params, body, now, db, ifMatch, answer, commit }) => {
  const current = await readCard(db, caller.tenant_id, params.card_id);
  ifMatch(current);
  requireNotClosed(current);
  const card = changeSettings(current, checkMergedCard(patchedSettings(current, body)), now);
  if (card === current) return answer(showCard(current));
  const facts = await checkRaisedLimits(db, card, current);
  return commit(showCard(card), {
    writes: [saveCard(card, current)],
    facts,
    events: [tellCard({ card, event: 'card.updated' }, current)],
  });
});
