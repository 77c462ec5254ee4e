import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { cardToken } from './changes.ts';
import { transitionCardToken } from './model.ts';
import { suspendCardToken } from './routes.ts';
import { readCardToken } from './table.ts';

export const handler = httpHandler(
  suspendCardToken,
  { idempotent },
  async ({ caller, params, now, db, ifMatch, commit }) => {
    const current = await readCardToken(db, caller.tenant_id, params.card_token_id);
    ifMatch(current);
    return commit({
      changes: [cardToken(transitionCardToken(current, 'suspend', now))],
      conditions: [],
    });
  },
);
