import { tellDecision } from '../contract/verifications/events.ts';
import type { NewId } from '../domain/id.ts';
import type { Decision } from '../domain/verifications/decision.ts';
import { decidedOutcome } from '../domain/verifications/outcome.ts';
import type { Verification } from '../domain/verifications/verification.ts';
import { chosenVerifier } from '../ports/identity-verifier/chosen-verifier.ts';
import { commit } from '../store/commit.ts';
import { appendEvent } from '../store/events/events.ts';
import { saveDecision } from '../store/features/entitlements.ts';
import { findVerification, readCircumstances, saveVerification } from '../store/verifications/verifications.ts';
import { logger } from './log.ts';
import type { Work } from './work.ts';

const verify = chosenVerifier();

/** Brings a submitted verification as far as it can come now; one commit, and dying before it leaves it due. */
export const settleVerification = async (
  { tenant_id, id }: Pick<Verification, 'tenant_id' | 'id'>,
  work: Work,
  newId: NewId,
): Promise<void> => {
  const verification = await findVerification(work.db, tenant_id, id);
  // What waits for nobody but people is not due.
  if (verification?.status !== 'processing' || verification.due_at === null) return;
  const opinion = await verify({ verification });
  if (opinion.outcome === 'review' || opinion.outcome === 'undecided')
    return leave(verification, opinion.outcome === 'review', work);
  await conclude(verification, opinion, work, newId);
};

/** Somebody else will decide: nothing to tell the world, so the version stays. */
const leave = (verification: Verification, reviewing: boolean, { connection, patience }: Work): Promise<void> => {
  const left = { ...verification, reviewing, due_at: null };
  return commit(connection, { writes: saveVerification(left, verification), facts: [] }, patience);
};

const conclude = async (verification: Verification, decision: Decision, work: Work, newId: NewId): Promise<void> => {
  const { now } = work.patience;
  const read = { verification, ...(await readCircumstances(work.db, verification)) };
  const outcome = decidedOutcome(read, decision, now);
  if (!outcome) return;
  const { settled, writes, facts } = await saveDecision(work.db, outcome, read, now);
  const told = tellDecision(outcome, read, settled).map(({ type, shown, customer_id, ...more }) =>
    appendEvent({
      id: newId('event'),
      type,
      created_at: now.toISOString(),
      environment: process.env.ENVIRONMENT ?? '',
      tenant_id: verification.tenant_id,
      customer_id,
      resource: { id: shown.id, object: shown.object },
      sequence: shown.version,
      data: 'data' in more ? more.data : shown,
      previous: 'previous' in more ? more.previous : null,
      causation: {
        request_id: work.requestId,
        idempotency_key: null,
        actor: { type: 'system', id: 'decide-verification' },
      },
    }),
  );
  await commit(work.connection, { writes: [...writes, ...told], facts }, work.patience);
  logger.info('verification decided', { verification_id: verification.id, event: outcome.event });
};
