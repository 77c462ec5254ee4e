import { closeCustomer } from '../../contract/customers/routes.ts';
import { moveCustomer } from '../../domain/customers/customer.ts';
import { outcomeOfClosing } from '../../domain/verifications/outcome.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { readHolder } from '../../store/features/holders.ts';
import { findOpen, noneOpen } from '../../store/verifications/verifications.ts';
import { consequences } from '../../unit-of-work/customer-standing.ts';
import { customer } from '../../unit-of-work/customers.ts';
import { verification } from '../../unit-of-work/verifications.ts';

export const handler = httpHandler(closeCustomer, { idempotent }, async ({ caller, params, body, now, db, commit }) => {
  const holder = await readHolder(db, caller.tenant_id, params.customer_id);
  const open = await findOpen(db, holder);
  const ended = open && outcomeOfClosing(open, holder.customer, now);
  const closing = moveCustomer(ended?.customer ?? holder.customer, 'close', body.reason ?? null, now);
  const { changes, facts } = await consequences(db, holder, closing.after, now);
  const closed = ended?.summary ? customer(ended.summary, closing) : customer(closing);
  const canceled = ended ? [verification(ended.verification, () => ended.requirements)] : [];
  const none = ended ? [] : [noneOpen(holder.customer)];
  return commit({ changes: [...canceled, closed, ...changes], facts: [...none, ...facts] }, closed.shown);
});
