import { simulateShipping } from '../../contract/simulations/cards.ts';
import { moveCardShipping } from '../../domain/cards/moves.ts';
import { simulatedStatus, simulatedTracking } from '../../domain/scenarios/shipping.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { readCard } from '../../store/cards/cards.ts';
import { card } from '../../unit-of-work/cards.ts';

export const handler = httpHandler(
  simulateShipping,
  { idempotent },
  async ({ caller, params, body, now, db, commit }) => {
    const current = await readCard(db, caller.tenant_id, params.card_id);
    const status = simulatedStatus(current.shipping?.address?.line1 ?? null, body.status);
    const tracking = simulatedTracking(current.id, body.tracking_number);
    return commit({ changes: [card(moveCardShipping(current, status, now, tracking))], facts: [] });
  },
);
