import { updateVerification } from '../../contract/verifications/routes.ts';
import { showVerification } from '../../contract/verifications/verification.ts';
import { openRequirements } from '../../domain/verifications/outcome.ts';
import { papersNaming } from '../../domain/verifications/requirements.ts';
import { changeDocuments } from '../../domain/verifications/verification.ts';
import { transactional } from '../../http/commit.ts';
import { httpHandler } from '../../http/handler.ts';
import { readCircumstances, readVerification } from '../../store/verifications/verifications.ts';
import { verification } from '../../unit-of-work/verifications.ts';

export const handler = httpHandler(
  updateVerification,
  { transactional },
  async ({ caller, params, body, now, db, ifMatch, respond, commit }) => {
    const current = await readVerification(db, caller.tenant_id, params.verification_id);
    const wanted = body.document_ids === undefined ? current.document_ids : (body.document_ids ?? []);
    const document_ids = [...new Set([...current.document_ids, ...wanted])];
    const { customer, papers } = await readCircumstances(db, { ...current, document_ids });
    ifMatch(current);
    const changed = changeDocuments(current, wanted, now);
    const requirementsOf = (one: typeof current) =>
      openRequirements(one, customer, papersNaming(one.document_ids, papers));
    if (!changed) return respond(showVerification(current, requirementsOf(current)));
    return commit({ changes: [verification(changed, requirementsOf)], facts: [] });
  },
);
