import { randomUUID } from 'node:crypto';
import { retryOnConflict } from '../../core/dynamodb/commit.ts';
import { deepEqual } from '../../core/json.ts';
import { logEvent } from '../../core/logging.ts';
import { commitWork, type Work } from '../../core/outbox/unit-of-work.ts';
import { decisionChanges } from '../customer-cascade.ts';
import { objectKeyOf } from '../documents/object-key.ts';
import type { LookResult, Subject } from '../verifiers/verifier.ts';
import {
  begin,
  type Decider,
  type ListSearch,
  type Looked,
  look,
  type Run,
  save,
  withChecks,
} from './checking.ts';
import { type Check, type Evidence, nextLookAt, type StatedExpiry } from './checks.ts';
import { applyDecision, type Decision } from './decision.ts';
import { expiriesRead } from './expiry.ts';
import type { Verification } from './model.ts';
import { type SubmittedCase, subjectsOf } from './subjects.ts';
import { findVerification, readContext } from './table.ts';

type VerificationKey = Pick<Verification, 'tenant_id' | 'id'>;

/**
 * Decides a submitted verification as far as the verifier can now. Every step is stored before the next: that a check is being
 * started, its reference, then what became of it. So a crash between any two finds the one check again; until something is stored
 * the verification is still scheduled.
 */
export const decideSubmission = (
  of: VerificationKey,
  work: Work,
  decider: Decider,
): Promise<void> => {
  const run = { ...decider, work, holder: randomUUID() };
  return retryOnConflict(async () => {
    const read = await held(of, run);
    if (!read) return;
    const subjects = subjectsIn(read, run);
    const started = await begin(read, subjects, run);
    if (started)
      await conclude({ ...read, verification: started }, await look(started, subjects, run), run);
  });
};

/** The case, which this worker has to itself where the verifier asks for that; undefined where there is nothing to do. */
const held = async (
  { tenant_id, id }: VerificationKey,
  run: Run,
): Promise<SubmittedCase | undefined> => {
  const { work, verifier, holder } = run;
  const { now } = work.deadline;
  const verification = await findVerification(work.db, tenant_id, id);
  // One that waits for people is not scheduled.
  if (verification?.status !== 'processing' || verification.scheduled_at === null) return undefined;
  const isOthers = verification.held !== null && verification.held.by !== holder;
  if (isOthers && verification.held.until > now.toISOString()) return undefined;
  const read = { verification, ...(await readContext(work.db, verification)) };
  if (!verifier.exclusive || verification.held?.by === holder) return read;
  const until = new Date(work.deadline.deadline + grace_ms).toISOString();
  // The verification is due again at the end of this worker's time, even if the worker fails.
  const claimed = {
    ...withChecks(verification, subjectsIn(read, run), run),
    held: { by: holder, until },
  };
  return {
    ...read,
    verification: await save({ ...claimed, scheduled_at: until }, verification, work),
  };
};

/** Between the last moment of a worker and the first of the next: clocks differ. */
const grace_ms = 5_000;

const subjectsIn = (read: SubmittedCase, { verifier, read: bytes }: Run): readonly Subject[] =>
  subjectsOf(
    read,
    verifier.decides,
    async (document) =>
      document.inspected &&
      bytes(objectKeyOf({ ...document, document_id: document.id }), document.inspected.version_id),
  );

/** The first of these counts where there are several subjects. */
const worstFirst = [
  'rejected',
  'requires_input',
  'undecided',
  'review',
  'waiting',
  'verified',
] as const;

const conclude = async (
  read: SubmittedCase,
  looked: readonly Looked[],
  run: Run,
): Promise<void> => {
  const { verification } = read;
  const [worst] = worstFirst.flatMap((outcome) =>
    looked.filter(({ finding }) => finding.outcome === outcome),
  );
  const { finding } = worst ?? { finding: { outcome: 'review', evidence: null } as const };
  const isUnchecked = run.verifier.decides === 'persons' && read.customer.type === 'business';
  const screened = await screen(read, finding, run);
  if (finding.outcome === 'undecided') return leave(verification, { scheduled_at: null }, run);
  if (finding.outcome === 'waiting') return wait(verification, looked, run);
  if (finding.outcome === 'review') return leave(verification, inReview(verification, looked), run);
  if (finding.outcome === 'verified' && isUnchecked)
    return leave(verification, inReview(verification, looked, 'business_unchecked'), run);
  if (finding.outcome === 'verified' && !screened.isClear)
    return leave(verification, inReview(verification, looked, 'listed'), run);
  const decided =
    finding.outcome === 'verified'
      ? { ...finding, expiries: expiriesOf(looked, run.work.deadline.now) }
      : finding;
  await decide(
    { ...read, verification: withLatinNames(verification, looked) },
    decided,
    screened,
    run,
  );
};

/** The dates of documents that the looks at all subjects found. */
const expiriesOf = (looked: readonly Looked[], now: Date) =>
  expiriesRead(
    looked.map(({ finding }) => ({ expiries: expiriesIn(finding) })),
    now,
  );

const expiriesIn = (finding: LookResult | undefined): readonly StatedExpiry[] =>
  (finding && 'expiries' in finding && finding.expiries) || [];

/** The verification with the names that documents were read with: of better input they are asked for too. */
const withLatinNames = (verification: Verification, looked: readonly Looked[]): Verification => ({
  ...verification,
  checks: verification.checks.map((check) => ({
    ...check,
    latin_name: latinNameIn(findingFor(check, looked)),
  })),
});

const latinNameIn = (finding: LookResult | undefined) =>
  (finding && 'latin_name' in finding && finding.latin_name) || null;

const findingFor = (check: Check, looked: readonly Looked[]): LookResult | undefined =>
  looked.find((one) => one.check === check)?.finding;

const unscreened: ListSearch = { isClear: true, conditions: [] };

/** Before anybody verifies, an operator too, the lists are searched. */
const screen = async (
  { customer }: SubmittedCase,
  { outcome }: LookResult,
  run: Run,
): Promise<ListSearch> =>
  run.screen && ['verified', 'review', 'waiting'].includes(outcome)
    ? run.screen(customer, run.work)
    : unscreened;

/** An operator decides, with what was found of each subject; those of whom nothing was found have the reason. */
const inReview = (
  { checks }: Verification,
  looked: readonly Looked[],
  reason?: Evidence['reasons'][number],
): Partial<Verification> => {
  const evidenceOf = (check: Check): Evidence | null => {
    const finding = findingFor(check, looked);
    if (finding?.outcome === 'review' && finding.evidence) return finding.evidence;
    return finding && reason ? { fields: [], similarity: null, reasons: [reason] } : check.evidence;
  };
  const withEvidence = checks.map((check) => ({
    ...check,
    evidence: evidenceOf(check),
    expiries: expiriesIn(findingFor(check, looked)),
    latin_name: latinNameIn(findingFor(check, looked)),
  }));
  return { checks: withEvidence, reviewing: true, scheduled_at: null };
};

const wait = (verification: Verification, looked: readonly Looked[], run: Run): Promise<void> => {
  const [first] = looked.map(({ check }) => check.started_at).toSorted();
  const scheduled_at =
    first && nextLookAt(first, run.work.deadline.now, run.durations.look_steps_ms);
  const review = () => inReview(verification, looked, 'no_decision_in_time');
  return leave(verification, scheduled_at ? { scheduled_at } : review(), run);
};

/** It goes on later, or others decide: there is no event, so the version stays. */
const leave = async (
  verification: Verification,
  changes: Partial<Verification>,
  { work }: Run,
): Promise<void> => {
  const left = { ...verification, ...changes, held: null };
  if (!deepEqual(left, verification)) await save(left, verification, work);
};

const decide = async (
  read: SubmittedCase,
  decided: Decision,
  screened: ListSearch,
  { work }: Run,
): Promise<void> => {
  const { now } = work.deadline;
  const outcome = applyDecision(read, decided, now);
  if (!outcome) return;
  const { changes, conditions } = await decisionChanges(work.db, outcome, now);
  await commitWork(work, { changes, conditions: [...conditions, ...screened.conditions] });
  logEvent('info', 'verification_decided', {
    verification_id: read.verification.id,
    event_type: outcome.verification.event,
  });
};
