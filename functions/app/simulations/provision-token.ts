import { ApiError } from '../../core/api-error.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { reportedUnit } from '../../issuing/card-tokens/changes.ts';
import { readCard } from '../../issuing/cards/table.ts';
import { requirePaying } from '../../issuing/cards/transitions.ts';
import { simulatedTokenDigits } from '../../issuing/issuers/scenarios.ts';
import { simulateProvisioning } from './routes.ts';

export const handler = httpHandler(
  simulateProvisioning,
  { idempotent },
  async ({ caller, params, body, now, db, newId, commit }) => {
    const { tenant_id } = caller;
    const card = await readCard(db, tenant_id, params.card_id);
    requirePaying(card);
    const reference = newId('card_token');
    const at = now.toISOString();
    const { unit } = await reportedUnit(
      db,
      {
        tenant_id,
        card_id: card.id,
        issuer: card.issuer,
        issuer_reference: reference,
        created_at: at,
        at,
        wallet: body.wallet,
        device_type: body.device_type ?? null,
        status: body.status ?? 'active',
        network: card.brand,
        last4: simulatedTokenDigits(reference),
      },
      now,
    );
    // A reference made a moment ago is not recorded yet.
    if (!unit) throw new ApiError('card_not_found');
    return commit(unit);
  },
);
