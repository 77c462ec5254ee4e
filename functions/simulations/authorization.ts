import { ApiError } from '../api-error.ts';
import { decidedAuthorization } from '../authorizations/authorize.ts';
import { httpHandler } from '../http/handler.ts';
import { idempotent } from '../http/idempotency.ts';
import { simulateAuthorization } from './routes.ts';

export const handler = httpHandler(
  simulateAuthorization,
  { idempotent },
  async ({ caller, params, body, now, db, newId, commit }) => {
    const { amount, currency, category, country, merchant_name, merchant_id, card_presence } = body;
    const decided = await decidedAuthorization(
      db,
      {
        subject: {
          tenant_id: caller.tenant_id,
          card_id: params.card_id,
          issuer: 'simulator',
          issuer_reference: newId('authorization'),
          created_at: now.toISOString(),
          amount,
          currency,
          merchant: { name: merchant_name ?? null, category, country, network_id: merchant_id ?? null },
          merchant_currency: body.merchant_currency ?? currency,
          card_presence: card_presence ?? null,
        },
      },
      now,
    );
    // A reference made a moment ago is not recorded yet.
    if (!decided.unit) throw new ApiError('card_not_found');
    return commit(decided.unit);
  },
);
