import { randomUUID } from 'node:crypto';
import { ApiError } from '../api-error.ts';
import { decision } from '../customer-effects.ts';
import type { Customer } from '../customers/model.ts';
import { objectKeyOf } from '../documents/object-key.ts';
import type { Durations } from '../durations.ts';
import { StaleDecision } from '../dynamodb/commit.ts';
import { retryOnConflict } from '../dynamodb/retry-on-conflict.ts';
import { writeOne } from '../dynamodb/write-one.ts';
import type { ConditionCheck, SingleWrite } from '../dynamodb/writes.ts';
import { deepEqual } from '../json.ts';
import { logEvent, serializeError } from '../logging.ts';
import { commitWork, type Work } from '../unit-of-work.ts';
import type { IdentityVerifier, LookResult, Subject } from '../verifiers/verifier.ts';
import { atProvider, type Check, type Evidence, nextLookAt, type StatedExpiry, surplusChecks } from './checks.ts';
import { type Decision, decidedOutcome } from './decision.ts';
import { expiriesRead } from './expiry.ts';
import type { Verification } from './model.ts';
import { type SubmittedCase, subjectsOf } from './subjects.ts';
import { findVerification, readContext, saveVerification } from './table.ts';

/** What decides: a verifier, the bytes of documents, and how long to wait for an answer. */
export type Decider = {
  readonly verifier: IdentityVerifier;
  /** The bytes of a version of an object. */
  readonly read: (key: string, versionId: string) => Promise<Buffer>;
  readonly durations: Pick<Durations, 'look_steps_ms'>;
  /** Has whichever provider began a check forget the person; again without harm. */
  readonly forget: (verificationId: string, check: Check) => Promise<void>;
  /** Searches for a customer on lists, and says whether nothing stands against a verification; undefined: nobody searches. */
  readonly screen?: ((customer: Customer, work: Work) => Promise<Screened>) | undefined;
};

type Screened = { readonly isClear: boolean; readonly conditions: readonly ConditionCheck[] };

/** One run: the worker, its work and what it decides with. */
type Run = Decider & { readonly work: Work; readonly holder: string };

type VerificationKey = Pick<Verification, 'tenant_id' | 'id'>;

/**
 * Decides a submitted verification as far as the verifier can now. Every step is stored before the next: that a check is being
 * started, its reference, then what became of it. So a crash between any two finds the one check again; until something is stored
 * the verification is still scheduled.
 */
export const decideSubmission = (of: VerificationKey, work: Work, decider: Decider): Promise<void> => {
  const run = { ...decider, work, holder: randomUUID() };
  return retryOnConflict(async () => {
    const read = await held(of, run);
    if (!read) return;
    const subjects = subjectsIn(read, run);
    const started = await begin(read, subjects, run);
    if (started) await conclude({ ...read, verification: started }, await look(started, subjects, run), run);
  });
};

/** The case, which this worker has to itself where the verifier asks for that; undefined where there is nothing to do. */
const held = async ({ tenant_id, id }: VerificationKey, run: Run): Promise<SubmittedCase | undefined> => {
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
  // Whatever becomes of this worker, it is scheduled for the end of its time.
  const claimed = { ...withChecks(verification, subjectsIn(read, run), run), held: { by: holder, until } };
  return { ...read, verification: await save({ ...claimed, scheduled_at: until }, verification, work) };
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

const isOf =
  (subject: Subject, { verifier }: Run) =>
  (check: Check) =>
    check.subject_id === subject.id && check.submission === subject.submitted_at && check.provider === verifier.name;

/** The verification with a check for each subject. */
const withChecks = (verification: Verification, subjects: readonly Subject[], run: Run): Verification => {
  const missing = subjects.filter((subject) => !verification.checks.some(isOf(subject, run)));
  const added = missing.map(({ id: subject_id, submitted_at: submission }) => ({
    ...{ subject_id, submission, provider: run.verifier.name, reference: null },
    ...{ begun_at: run.work.deadline.now.toISOString(), evidence: null, expiries: [] },
  }));
  // What was found after an earlier submission is of no use any more.
  const earlier = verification.checks.map((check) =>
    check.submission === verification.submitted_at ? check : { ...check, evidence: null, expiries: [] },
  );
  return { ...verification, checks: [...earlier, ...added] };
};

/** Begins the checks that have no reference, and stores those; undefined where the verification has ended meanwhile. */
const begin = async (
  { verification }: SubmittedCase,
  subjects: readonly Subject[],
  run: Run,
): Promise<Verification | undefined> => {
  const before = withChecks(await withoutSurplus(verification, run), subjects, run);
  const found = new Map<Check, string>();
  for (const subject of subjects) {
    const check = before.checks.find(isOf(subject, run));
    if (check?.reference !== null) continue;
    const reference = await unlessUnavailable(() => run.verifier.begin(atProvider(verification.id, check), subject));
    if (reference !== undefined) found.set(check, reference);
  }
  if (found.size === 0) return before;
  const referred = (check: Check): Check => ({ ...check, reference: found.get(check) ?? check.reference });
  const started = { ...before, checks: before.checks.map(referred) };
  try {
    return await save(started, verification, run.work);
  } catch (error) {
    if (error instanceof StaleDecision && run.verifier.exclusive) return remember(started, run);
    throw error;
  }
};

/** The verification without the oldest checks of earlier submissions, once their providers have forgotten them. */
const withoutSurplus = async (verification: Verification, { forget }: Run): Promise<Verification> => {
  const forgotten = new Set<Check>();
  for (const check of surplusChecks(verification.checks, verification.submitted_at))
    try {
      await forget(verification.id, check);
      forgotten.add(check);
    } catch (error) {
      // They stay until another submission; nobody waits for that.
      logEvent('warn', 'check_not_forgotten', { verification_id: verification.id, error: serializeError(error) });
      break;
    }
  return { ...verification, checks: verification.checks.filter((check) => !forgotten.has(check)) };
};

/**
 * Stores references in a verification that has changed meanwhile, as by its customer's closing: a redaction finds them there.
 * One that was redacted already has them forgotten.
 */
const remember = (started: Verification, run: Run): Promise<undefined> =>
  retryOnConflict(async () => {
    const current = await findVerification(run.work.db, started.tenant_id, started.id);
    const inChecks = (checks: readonly Check[] = [], check: Check) => checks.find((one) => isSame(one, check));
    for (const check of started.checks.filter(({ provider }) => provider === run.verifier.name)) {
      const known = inChecks(current?.checks, check);
      if (!known || (known.reference !== null && known.reference !== check.reference))
        await run.verifier.forget(atProvider(started.id, check));
    }
    const referred = (check: Check): Check => ({
      ...check,
      reference: check.reference ?? inChecks(started.checks, check)?.reference ?? null,
    });
    const checks = current?.checks.map(referred);
    if (current && checks && !deepEqual(checks, current.checks)) await save({ ...current, checks }, current, run.work);
    return undefined;
  });

const isSame = (one: Check, other: Check): boolean =>
  one.subject_id === other.subject_id && one.submission === other.submission && one.provider === other.provider;

/** A subject's check, and what came of the look at it. */
type Looked = { readonly check: Check; readonly finding: LookResult };

const look = async ({ checks }: Verification, subjects: readonly Subject[], run: Run): Promise<readonly Looked[]> => {
  const all: Looked[] = [];
  for (const subject of subjects) {
    const check = checks.find(isOf(subject, run));
    if (!check) throw new Error('a subject without a check');
    const { reference } = check;
    const finding =
      reference === null ? undefined : await unlessUnavailable(() => run.verifier.look(reference, subject));
    all.push({ check, finding: finding ?? { outcome: 'waiting' } });
  }
  return all;
};

/** What the provider answers; undefined where it does not answer now. */
const unlessUnavailable = async <T>(asking: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await asking();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'unavailable') throw error;
    logEvent('warn', 'verifier_unavailable');
    return undefined;
  }
};

/** Of several subjects the first of these counts. */
const worstFirst = ['rejected', 'requires_input', 'undecided', 'review', 'waiting', 'verified'] as const;

const conclude = async (read: SubmittedCase, looked: readonly Looked[], run: Run): Promise<void> => {
  const { verification } = read;
  const [worst] = worstFirst.flatMap((outcome) => looked.filter(({ finding }) => finding.outcome === outcome));
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
    finding.outcome === 'verified' ? { ...finding, expiries: expiriesOf(looked, run.work.deadline.now) } : finding;
  await decide(read, decided, screened, run);
};

/** The dates of documents that the looks at all subjects found. */
const expiriesOf = (looked: readonly Looked[], now: Date) =>
  expiriesRead(
    looked.map(({ finding }) => ({ expiries: expiriesIn(finding) })),
    now,
  );

const expiriesIn = (finding: LookResult | undefined): readonly StatedExpiry[] =>
  (finding && 'expiries' in finding && finding.expiries) || [];

const unscreened: Screened = { isClear: true, conditions: [] };

/** Before anybody verifies, an operator too, the lists are searched. */
const screen = async ({ customer }: SubmittedCase, { outcome }: LookResult, run: Run): Promise<Screened> =>
  run.screen && ['verified', 'review', 'waiting'].includes(outcome) ? run.screen(customer, run.work) : unscreened;

/** An operator decides, with what was found of each subject; those of whom nothing was found have the reason. */
const inReview = (
  { checks }: Verification,
  looked: readonly Looked[],
  reason?: Evidence['reasons'][number],
): Partial<Verification> => {
  const findingOf = (check: Check) => looked.find((one) => one.check === check)?.finding;
  const evidenceOf = (check: Check): Evidence | null => {
    const finding = findingOf(check);
    if (finding?.outcome === 'review' && finding.evidence) return finding.evidence;
    return finding && reason ? { fields: [], similarity: null, reasons: [reason] } : check.evidence;
  };
  const withEvidence = checks.map((check) => ({
    ...{ ...check, evidence: evidenceOf(check), expiries: expiriesIn(findingOf(check)) },
  }));
  return { checks: withEvidence, reviewing: true, scheduled_at: null };
};

const wait = (verification: Verification, looked: readonly Looked[], run: Run): Promise<void> => {
  const [first] = looked.map(({ check }) => check.begun_at).toSorted();
  const scheduled_at = first && nextLookAt(first, run.work.deadline.now, run.durations.look_steps_ms);
  const review = () => inReview(verification, looked, 'no_decision_in_time');
  return leave(verification, scheduled_at ? { scheduled_at } : review(), run);
};

/** It goes on later, or others decide: there is no event, so the version stays. */
const leave = async (verification: Verification, changes: Partial<Verification>, { work }: Run): Promise<void> => {
  const left = { ...verification, ...changes, held: null };
  if (!deepEqual(left, verification)) await save(left, verification, work);
};

const decide = async (read: SubmittedCase, decided: Decision, screened: Screened, { work }: Run): Promise<void> => {
  const { now } = work.deadline;
  const outcome = decidedOutcome(read, decided, now);
  if (!outcome) return;
  const { changes, conditions } = await decision(work.db, outcome, now);
  await commitWork(work, { changes, conditions: [...conditions, ...screened.conditions] });
  logEvent('info', 'verification_decided', {
    verification_id: read.verification.id,
    event_type: outcome.verification.event,
  });
};

/** Writes a change of what nobody outside sees, and answers the verification as it is stored. */
const save = async (
  after: Verification,
  before: Verification,
  { connection, deadline }: Work,
): Promise<Verification> => {
  for (const write of saveVerification(after, before)) await writeOne(connection, write as SingleWrite, deadline);
  return { ...after, revision: before.revision + 1 };
};
