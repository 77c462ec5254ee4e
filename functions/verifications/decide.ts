import { decision } from '../customer-effects.ts';
import { logEvent } from '../logging.ts';
import { commitWork, type Work } from '../unit-of-work.ts';
import { chosenVerifier } from '../verifiers/verifier.ts';
import type { Decision } from './decision.ts';
import { decidedOutcome } from './decision.ts';
import type { Verification } from './model.ts';
import { findVerification, readContext, saveVerification } from './table.ts';

const verify = chosenVerifier();

/** Decides a submitted verification as far as the verifier can now: one commit. After a crash before it, it is still scheduled. */
export const decideSubmission = async (
  { tenant_id, id }: Pick<Verification, 'tenant_id' | 'id'>,
  work: Work,
): Promise<void> => {
  const verification = await findVerification(work.db, tenant_id, id);
  // One that waits for people is not scheduled.
  if (verification?.status !== 'processing' || verification.scheduled_at === null) return;
  const opinion = await verify({ verification });
  if (opinion.outcome === 'review' || opinion.outcome === 'undecided')
    return leave(verification, opinion.outcome === 'review', work);
  await conclude(verification, opinion, work);
};

/** A reviewer or a simulation will decide: there is no event, so the version stays. */
const leave = (verification: Verification, reviewing: boolean, work: Work): Promise<void> => {
  const left = { ...verification, reviewing, scheduled_at: null };
  return commitWork(work, { changes: saveVerification(left, verification), conditions: [] });
};

const conclude = async (verification: Verification, opinion: Decision, work: Work): Promise<void> => {
  const { now } = work.deadline;
  const read = { verification, ...(await readContext(work.db, verification)) };
  const outcome = decidedOutcome(read, opinion, now);
  if (!outcome) return;
  await commitWork(work, await decision(work.db, outcome, now));
  logEvent('info', 'verification_decided', {
    verification_id: verification.id,
    event_type: outcome.verification.event,
  });
};
