import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { card } from '../../issuing/cards/changes.ts';
import { afterShipping } from '../../issuing/cards/issuer-changes.ts';
import { readCard } from '../../issuing/cards/table.ts';
import { transitionCardShipping } from '../../issuing/cards/transitions.ts';
import { simulatedStatus, simulatedTracking } from '../../issuing/issuers/scenarios.ts';
import { simulateShipping } from './routes.ts';

export const handler = httpHandler(
  simulateShipping,
  { idempotent },
  async ({ caller, params, body, now, db, commit }) => {
    const current = await readCard(db, caller.tenant_id, params.card_id);
    const status = simulatedStatus(current.shipping?.address?.line1 ?? null, body.status);
    const tracking = simulatedTracking(current.id, body.tracking_number);
    const shipped = transitionCardShipping(current, status, now, tracking);
    return commit({
      changes: [card(shipped, ...afterShipping(shipped.after, now))],
      conditions: [],
    });
  },
);
