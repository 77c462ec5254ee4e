import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { toAuthorizationResource } from '../../issuing/authorizations/model.ts';
import { simulatedNotice } from '../../issuing/authorizations/simulated-notice.ts';
import { readAuthorization } from '../../issuing/authorizations/table.ts';
import { readCard } from '../../issuing/cards/table.ts';
import { transaction } from '../../issuing/transactions/changes.ts';
import { linkedTransaction, settlement } from '../../issuing/transactions/record.ts';
import { simulateSettlement } from './authorization-routes.ts';

export const handler = httpHandler(
  simulateSettlement,
  { idempotent },
  async ({ caller, params, body, now, db, newId, commit }) => {
    const recorded = await readAuthorization(db, caller.tenant_id, params.authorization_id);
    const notice = simulatedNotice(recorded, body, { reference: newId('transaction'), now });
    const card = await readCard(db, caller.tenant_id, recorded.card_id);
    const noticed = { id: recorded.id, subject: recorded, recorded, card };
    const transactions = notice.transactions.map((one) => linkedTransaction(noticed, one, now));
    const { changes, after = recorded } = await settlement(
      db,
      noticed,
      { ...notice, transactions },
      now,
    );
    const all = [...transactions.map(transaction), ...changes];
    return commit({ changes: all, conditions: [] }, toAuthorizationResource(after));
  },
);
