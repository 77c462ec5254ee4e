import { listReviewing } from '../../contract/verifications/decisions.ts';
import { showVerification } from '../../contract/verifications/verification.ts';
import { nothingRequired } from '../../domain/requirement.ts';
import { listing } from '../../http/listing.ts';
import { pageOfReviewing } from '../../store/verifications/list.ts';

export const handler = listing(listReviewing, async ({ caller, db, range, answerPage }) =>
  answerPage(await pageOfReviewing(db, caller.tenant_id, range()), (verification) =>
    showVerification(verification, nothingRequired),
  ),
);
