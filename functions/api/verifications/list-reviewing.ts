import { showVerification } from '../../contract/verification.ts';
import { listReviewing } from '../../contract/verification-decisions.ts';
import { nothingRequired } from '../../domain/requirement.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOfReviewing } from '../../store/verification-list.ts';

export const handler = endpoint(listReviewing, async ({ caller, db, wanted, answerPage }) =>
  answerPage(await pageOfReviewing(db, caller.tenant_id, wanted()), (verification) =>
    showVerification(verification, nothingRequired),
  ),
);
