import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { card } from './changes.ts';
import { freezeCard } from './routes.ts';
import { readCard } from './table.ts';
import { transitionCard } from './transitions.ts';

export const handler = httpHandler(
  freezeCard,
  { idempotent },
  async ({ caller, params, body, now, db, ifMatch, commit }) => {
    const current = await readCard(db, caller.tenant_id, params.card_id);
    ifMatch(current);
    return commit({
      changes: [card(transitionCard(current, 'freeze', body.reason ?? null, now))],
      conditions: [],
    });
  },
);
