import { showCard } from '../../contract/cards/card.ts';
import { simulateShipping } from '../../contract/simulations/cards.ts';
import { moveCardShipping } from '../../domain/cards/moves.ts';
import { simulatedCarrier, simulatedStatus } from '../../domain/scenarios/shipping.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readCard, saveCard } from '../../store/cards/cards.ts';

export const handler = endpoint(simulateShipping, async ({ caller, params, body, now, db, commit }) => {
  const read = await readCard(db, caller.tenant_id, params.card_id);
  const status = simulatedStatus(read.shipping?.address.line1 ?? null, body.status);
  const tracking = { carrier: simulatedCarrier, number: body.tracking_number ?? null };
  const { card, event } = moveCardShipping(read, status, now, tracking);
  const shown = showCard(card);
  return commit(shown, {
    writes: [saveCard(card, read)],
    facts: [],
    events: [{ type: event, shown, customer_id: card.customer_id }],
  });
});
