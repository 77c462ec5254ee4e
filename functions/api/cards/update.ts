import { showCard } from '../../contract/cards/card.ts';
import { tellCard } from '../../contract/cards/events.ts';
import { checkMergedCard } from '../../contract/cards/input.ts';
import { updateCard } from '../../contract/cards/routes.ts';
import { requireNotClosed } from '../../domain/cards/moves.ts';
import { changeSettings, patchedSettings } from '../../domain/cards/settings.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readCard, saveCard } from '../../store/cards/cards.ts';
import { checkRaisedLimits } from '../../store/cards/gate.ts';

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
