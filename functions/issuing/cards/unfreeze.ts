import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { card } from './changes.ts';
import { readCardContext } from './context.ts';
import { effectiveCard } from './eligibility.ts';
import { unfreezeCard } from './routes.ts';
import { readCard } from './table.ts';
import { requireAction, transitionCard } from './transitions.ts';

export const handler = httpHandler(
  unfreezeCard,
  { idempotent },
  async ({ caller, params, now, db, ifMatch, commit }) => {
    const current = await readCard(db, caller.tenant_id, params.card_id);
    ifMatch(current);
    const { context, conditions } = await readCardContext(db, { ...caller, now }, current);
    requireAction(effectiveCard(current, context, now), 'unfreeze');
    return commit({ changes: [card(transitionCard(current, 'unfreeze', null, now))], conditions });
  },
);
