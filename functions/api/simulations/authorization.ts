import { showAuthorization, simulateAuthorization } from '../../contract/card-simulations.ts';
import { authorize } from '../../domain/authorization.ts';
import { endpoint } from '../../http/endpoint.ts';
import { cardFact } from '../../store/card-store.ts';
import { readCardToSpend, saveSpending } from '../../store/spending-store.ts';

export const handler = endpoint(simulateAuthorization, async ({ caller, params, body, now, db, commit }) => {
  const { card, spending } = await readCardToSpend(db, caller.tenant_id, params.card_id);
  const outcome = authorize(card, spending.counters, body, now);
  return commit(showAuthorization(outcome), {
    writes: outcome.approved ? [saveSpending(card, outcome.counters, spending)] : [],
    facts: [cardFact(card)],
    events: [],
  });
});
