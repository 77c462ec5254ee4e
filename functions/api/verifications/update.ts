import { updateVerification } from '../../contract/verifications/routes.ts';
import { showVerification } from '../../contract/verifications/verification.ts';
import { changedFrom } from '../../domain/same.ts';
import { openRequirements } from '../../domain/verifications/outcome.ts';
import { papersNaming } from '../../domain/verifications/requirements.ts';
import { changeDocuments } from '../../domain/verifications/verification.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readCircumstances, readVerification, saveVerification } from '../../store/verifications/verifications.ts';

export const handler = endpoint(
  updateVerification,
  async ({ caller, params, body, now, db, ifMatch, answer, commit }) => {
    const read = await readVerification(db, caller.tenant_id, params.verification_id);
    const wanted = body.document_ids === undefined ? read.document_ids : (body.document_ids ?? []);
    const document_ids = [...new Set([...read.document_ids, ...wanted])];
    const { customer, papers } = await readCircumstances(db, { ...read, document_ids });
    ifMatch(read);
    const changed = changeDocuments(read, wanted, now);
    const showing = (one: typeof read) =>
      showVerification(one, openRequirements(one, customer, papersNaming(one.document_ids, papers)));
    const shown = showing(changed);
    if (changed === read) return answer(shown);
    const previous = changedFrom(showing(read), shown);
    return commit(shown, {
      writes: saveVerification(changed, read),
      facts: [],
      events: [{ type: 'verification.updated', shown, customer_id: customer.id, previous }],
    });
  },
);
