import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { changedCustomer } from '../customer-cascade.ts';
import { transitionCustomer } from '../customers/model.ts';
import { customerActions } from '../customers/states.ts';
import { customerUnchanged } from '../customers/table.ts';
import { readCustomerSnapshot } from '../features/table.ts';
import { screening } from './changes.ts';
import { decidedFinding } from './model.ts';
import { confirmMatch } from './routes.ts';
import { readScreening } from './table.ts';

export const handler = httpHandler(
  confirmMatch,
  { idempotent },
  async ({ caller, params, body, now, db, ifMatch, commit }) => {
    const read = await readScreening(db, caller.tenant_id, params.screening_id);
    ifMatch(read);
    const confirmed = screening(
      decidedFinding(read, 'confirm', { ...body, operator_id: caller.actor.id }, now),
    );
    const snapshot = await readCustomerSnapshot(db, caller.tenant_id, read.customer_id, now);
    const { customer } = snapshot;
    // One that is suspended or closed stays so.
    if (!customerActions(customer.status).includes('suspend'))
      return commit({ changes: [confirmed], conditions: [customerUnchanged(customer)] });
    const suspended = transitionCustomer(customer, 'suspend', suspension_reason, now);
    const { changes, conditions } = await changedCustomer(db, snapshot, suspended, now);
    return commit({ changes: [confirmed, ...changes], conditions });
  },
);

/** The customer's `status_reason`. */
const suspension_reason = 'screening_confirmed';
