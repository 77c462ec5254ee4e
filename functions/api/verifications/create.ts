import { createVerification } from '../../contract/verifications/routes.ts';
import { showVerification } from '../../contract/verifications/verification.ts';
import { customerNotAllowed } from '../../domain/customers/customer.ts';
import { openRequirements } from '../../domain/verifications/outcome.ts';
import { beginVerification } from '../../domain/verifications/verification.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readCircumstances, saveVerification, stillInStatus } from '../../store/verifications/verifications.ts';

export const handler = endpoint(createVerification, async ({ caller, params, body, now, newId, db, commit }) => {
  const { tenant_id } = caller;
  const making = { id: newId('verification'), tenant_id, customer_id: params.customer_id, now };
  const { level, document_ids } = body;
  const verification = beginVerification({ level, document_ids: document_ids ?? [] }, making);
  const { customer, papers } = await readCircumstances(db, verification);
  if (customer.status === 'closed') throw customerNotAllowed(customer);
  const shown = showVerification(verification, openRequirements(verification, customer, papers));
  return commit(shown, {
    writes: saveVerification(verification),
    facts: [stillInStatus(customer)],
    events: [{ type: 'verification.created', shown, customer_id: customer.id }],
  });
});
