import { createVerification } from '../../contract/verifications/routes.ts';
import { customerNotAllowed } from '../../domain/customers/customer.ts';
import { openRequirements } from '../../domain/verifications/outcome.ts';
import { beginVerification } from '../../domain/verifications/verification.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { stillInStatus } from '../../store/customers/customers.ts';
import { readCircumstances } from '../../store/verifications/verifications.ts';
import { verification } from '../../unit-of-work/verifications.ts';

export const handler = httpHandler(
  createVerification,
  { idempotent },
  async ({ caller, params, body, now, newId, db, commit }) => {
    const { tenant_id } = caller;
    const making = { id: newId('verification'), tenant_id, customer_id: params.customer_id, now };
    const { level, document_ids } = body;
    const begun = beginVerification({ level, document_ids: document_ids ?? [] }, making);
    const { customer, papers } = await readCircumstances(db, begun.after);
    if (customer.status === 'closed') throw customerNotAllowed(customer);
    const shown = verification(begun, (one) => openRequirements(one, customer, papers));
    return commit({ changes: [shown], facts: [stillInStatus(customer)] });
  },
);
