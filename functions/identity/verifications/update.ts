import { transactional } from '../../core/http/commit.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { verification } from './changes.ts';
import { openRequirements, toVerificationResource } from './decision.ts';
import { changeDocuments } from './model.ts';
import { documentReferencesNaming } from './requirements.ts';
import { updateVerification } from './routes.ts';
import { readContext, readVerification } from './table.ts';

export const handler = httpHandler(
  updateVerification,
  { transactional },
  async ({ caller, params, body, now, db, ifMatch, respond, commit }) => {
    const current = await readVerification(db, caller.tenant_id, params.verification_id);
    const requested =
      body.document_ids === undefined ? current.document_ids : (body.document_ids ?? []);
    const document_ids = [...new Set([...current.document_ids, ...requested])];
    const { customer, documentReferences } = await readContext(db, { ...current, document_ids });
    ifMatch(current);
    const changed = changeDocuments(current, requested, now);
    const requirementsOf = (one: typeof current) =>
      openRequirements(
        one,
        customer,
        documentReferencesNaming(one.document_ids, documentReferences),
      );
    if (!changed) return respond(toVerificationResource(current, requirementsOf(current)));
    return commit({ changes: [verification(changed, requirementsOf)], conditions: [] });
  },
);
