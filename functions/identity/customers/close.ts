import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { featureChanges } from '../customer-cascade.ts';
import { readCustomerSnapshot } from '../features/table.ts';
import { verification } from '../verifications/changes.ts';
import { outcomeOfClosing } from '../verifications/decision.ts';
import { findOpen, noneOpen } from '../verifications/table.ts';
import { customer } from './changes.ts';
import { transitionCustomer } from './model.ts';
import { closeCustomer } from './routes.ts';

export const handler = httpHandler(
  closeCustomer,
  { idempotent },
  async ({ caller, params, body, now, db, ifMatch, commit }) => {
    const snapshot = await readCustomerSnapshot(db, caller.tenant_id, params.customer_id, now);
    ifMatch(snapshot.customer);
    const open = await findOpen(db, snapshot);
    const ended = open && outcomeOfClosing(open, snapshot.customer, now);
    const closing = transitionCustomer(
      ended?.customer ?? snapshot.customer,
      'close',
      body.reason ?? null,
      now,
    );
    const { changes, conditions } = await featureChanges(db, snapshot, closing.after, now);
    const closed = ended?.summary ? customer(ended.summary, closing) : customer(closing);
    const canceled = ended ? [verification(ended.verification, () => ended.requirements)] : [];
    const none = ended ? [] : [noneOpen(snapshot.customer)];
    return commit(
      { changes: [...canceled, closed, ...changes], conditions: [...none, ...conditions] },
      closed.resource,
    );
  },
);
