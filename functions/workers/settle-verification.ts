import type { Decision } from '../domain/verifications/decision.ts';
import { decidedOutcome } from '../domain/verifications/outcome.ts';
import type { Verification } from '../domain/verifications/verification.ts';
import { chosenVerifier } from '../ports/identity-verifier/chosen-verifier.ts';
import { logger } from '../runtime/logger.ts';
import { findVerification, readCircumstances, saveVerification } from '../store/verifications/verifications.ts';
import { decision } from '../unit-of-work/customer-standing.ts';
import { commitWork, type Work } from '../unit-of-work/unit-of-work.ts';

const verify = chosenVerifier();

/** Brings a submitted verification as far as it can come now; one commit, and dying before it leaves it due. */
export const settleVerification = async (
  { tenant_id, id }: Pick<Verification, 'tenant_id' | 'id'>,
  work: Work,
): Promise<void> => {
  const verification = await findVerification(work.db, tenant_id, id);
  // What waits for nobody but people is not due.
  if (verification?.status !== 'processing' || verification.due_at === null) return;
  const opinion = await verify({ verification });
  if (opinion.outcome === 'review' || opinion.outcome === 'undecided')
    return leave(verification, opinion.outcome === 'review', work);
  await conclude(verification, opinion, work);
};

/** Somebody else will decide: nothing to tell the world, so the version stays. */
const leave = (verification: Verification, reviewing: boolean, work: Work): Promise<void> => {
  const left = { ...verification, reviewing, due_at: null };
  return commitWork(work, { changes: saveVerification(left, verification), facts: [] });
};

const conclude = async (verification: Verification, opinion: Decision, work: Work): Promise<void> => {
  const { now } = work.deadline;
  const read = { verification, ...(await readCircumstances(work.db, verification)) };
  const outcome = decidedOutcome(read, opinion, now);
  if (!outcome) return;
  await commitWork(work, await decision(work.db, outcome, now));
  logger.info('verification decided', { verification_id: verification.id, event: outcome.verification.event });
};
