import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { cardToken, toCardTokenResource } from '../../issuing/card-tokens/changes.ts';
import { reportedCardToken } from '../../issuing/card-tokens/model.ts';
import { readCardToken } from '../../issuing/card-tokens/table.ts';
import { simulateCardToken } from './routes.ts';

export const handler = httpHandler(
  simulateCardToken,
  { idempotent },
  async ({ caller, params, body, now, db, respond, commit }) => {
    const current = await readCardToken(db, caller.tenant_id, params.card_token_id);
    const transition = reportedCardToken(
      current,
      { ...current, status: body.status, at: now.toISOString() },
      now,
    );
    return transition
      ? commit({ changes: [cardToken(transition)], conditions: [] })
      : respond(toCardTokenResource(current));
  },
);
