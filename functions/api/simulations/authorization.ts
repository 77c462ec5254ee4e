import { showAuthorization, simulateAuthorization } from '../../contract/card-simulations.ts';
import { authorize } from '../../domain/authorization.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readCaps } from '../../store/card-gate-store.ts';
import { cardFact } from '../../store/card-store.ts';
import { readCardToSpend, saveSpending } from '../../store/spending-store.ts';

export const handler = endpoint(simulateAuthorization, async ({ caller, params, body, now, db, commit }) => {
  const { card, spending } = await readCardToSpend(db, caller.tenant_id, params.card_id);
  const { granted, facts } = await readCaps(db, card);
  const outcome = authorize(card, { counters: spending.counters, granted }, body, now);
  return commit(showAuthorization(outcome), {
    writes: outcome.approved ? [saveSpending(card, outcome.counters, spending)] : [],
    facts: [cardFact(card), ...facts],
    events: [],
  });
});
