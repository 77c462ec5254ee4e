import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { customerNotAllowed } from '../customers/model.ts';
import { stillInStatus } from '../customers/table.ts';
import { verification } from './changes.ts';
import { openRequirements } from './decision.ts';
import { newVerification } from './model.ts';
import { createVerification } from './routes.ts';
import { readContext } from './table.ts';

export const handler = httpHandler(
  createVerification,
  { idempotent },
  async ({ caller, params, body, now, newId, db, commit }) => {
    const ids = {
      id: newId('verification'),
      tenant_id: caller.tenant_id,
      customer_id: params.customer_id,
    };
    const created = newVerification(ids, body, now);
    const { customer, documentReferences } = await readContext(db, created.after);
    if (customer.status === 'closed') throw customerNotAllowed(customer);
    const requirementsOf = (one: typeof created.after) =>
      openRequirements(one, customer, documentReferences);
    return commit({
      changes: [verification(created, requirementsOf)],
      conditions: [stillInStatus(customer)],
    });
  },
);
