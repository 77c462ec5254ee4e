import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { card } from '../cards/changes.ts';
import { pinUnblocked } from '../cards/pin.ts';
import { readCard } from '../cards/table.ts';
import { unblockCardPin } from './routes.ts';

export const handler = httpHandler(
  unblockCardPin,
  { idempotent },
  async ({ caller, params, now, db, ifMatch, commit }) => {
    const current = await readCard(db, caller.tenant_id, params.card_id);
    ifMatch(current);
    return commit({ changes: [card(pinUnblocked(current, now))], conditions: [] });
  },
);
