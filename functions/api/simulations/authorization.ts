import { showAuthorization, simulateAuthorization } from '../../contract/simulations/cards.ts';
import { effectiveCard } from '../../domain/cards/alignment.ts';
import { authorize } from '../../domain/cards/authorization.ts';
import { posting } from '../../http/posting.ts';
import { readSpender, saveSpending } from '../../store/cards/spending.ts';

export const handler = posting(simulateAuthorization, async ({ caller, params, body, now, db, commit }) => {
  const { card, circumstances, granted, spending, facts } = await readSpender(db, caller, params.card_id);
  const { counters } = spending;
  const outcome = authorize(effectiveCard(card, circumstances, now), { counters, granted }, body, now);
  const changes = outcome.approved ? [saveSpending(card, outcome.counters, spending)] : [];
  return commit({ changes, facts }, showAuthorization(outcome));
});
