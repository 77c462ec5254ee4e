import { createHash } from 'node:crypto';
import { ApiError } from '../../core/api-error.ts';
import { retryOnConflict } from '../../core/dynamodb/commit.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { systemClock } from '../../core/time.ts';
import {
  decidedAuthorization,
  decision_attempts_max,
} from '../../issuing/authorizations/decide.ts';
import { simulateAuthorization } from './authorization-routes.ts';

const clock = systemClock();

/** Time for a question to the business, as an issuer gives it, in milliseconds. */
const answer_within_ms = 1_500;

export const handler = httpHandler(
  simulateAuthorization,
  { idempotent },
  async ({ caller, params, body, now, db, idempotencyScope, checkpoint, commit }) => {
    const { tenant_id } = caller;
    const { amount, currency, category, country, merchant_name, merchant_id } = body;
    const { path_ids, idempotency_key } = idempotencyScope;
    const subject = {
      tenant_id,
      card_id: params.card_id,
      issuer: 'simulator',
      created_at: now.toISOString(),
      // A retry is about the same authorization: the business is asked the same question.
      issuer_reference: createHash('sha256')
        .update(JSON.stringify([path_ids, idempotency_key]))
        .digest('hex'),
      amount,
      currency,
      is_amount_controllable: body.is_amount_controllable ?? false,
      merchant: { name: merchant_name ?? null, category, country, network_id: merchant_id ?? null },
      merchant_currency: body.merchant_currency ?? currency,
      card_presence: body.card_presence ?? null,
      pin: body.pin ?? null,
    };
    const began_ms = now.getTime();
    const consulting = {
      began_ms,
      answer_by_ms: clock.now().getTime() + answer_within_ms,
      write: (write: Parameters<typeof checkpoint>[0]['writes'][number]) =>
        checkpoint({ writes: [write], conditions: [] }),
    };
    const decided = async () => {
      const { unit, saving } = await decidedAuthorization(db, { subject }, consulting, now);
      // Nothing is recorded yet of this reference and this moment.
      if (!unit) throw new ApiError('card_not_found');
      const [response] = await Promise.all([commit(unit), saving]);
      return response;
    };
    return retryOnConflict(decided, { times: decision_attempts_max });
  },
);
