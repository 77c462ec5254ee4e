import { ApiError } from '../../core/api-error.ts';
import type { Durations } from '../../core/durations.ts';
import { retryOnConflict, StaleDecision } from '../../core/dynamodb/commit.ts';
import { writeOne } from '../../core/dynamodb/write-one.ts';
import type { ConditionCheck, SingleWrite } from '../../core/dynamodb/writes.ts';
import { deepEqual } from '../../core/json.ts';
import { logEvent, serializeError } from '../../core/logging.ts';
import type { Work } from '../../core/outbox/unit-of-work.ts';
import type { Customer } from '../customers/model.ts';
import type { IdentityVerifier, LookResult, Subject } from '../verifiers/verifier.ts';
import { atProvider, type Check, surplusChecks } from './checks.ts';
import type { Verification } from './model.ts';
import type { SubmittedCase } from './subjects.ts';
import { findVerification, saveVerification } from './table.ts';

/**
 * The parts that decide: a verifier, the bytes of documents, and how long to wait for an answer.
 */
export type Decider = {
  readonly verifier: IdentityVerifier;
  /** The bytes of a version of an object. */
  readonly read: (key: string, versionId: string) => Promise<Buffer>;
  readonly durations: Pick<Durations, 'look_steps_ms'>;
  /** Has whichever provider began a check forget the person; again without harm. */
  readonly forget: (verificationId: string, check: Check) => Promise<void>;
  /** Searches for a customer on lists, and says whether nothing stands against a verification; undefined: nobody searches. */
  readonly screen?: ((customer: Customer, work: Work) => Promise<ListSearch>) | undefined;
};

/** The outcome of a search on lists for a decision. */
export type ListSearch = {
  readonly isClear: boolean;
  readonly conditions: readonly ConditionCheck[];
};

/** One run: the worker, its work and what it decides with. */
export type Run = Decider & { readonly work: Work; readonly holder: string };

const isOf =
  (subject: Subject, { verifier }: Run) =>
  (check: Check) =>
    check.subject_id === subject.id &&
    check.submission === subject.submitted_at &&
    check.provider === verifier.name;

/** The verification with a check for each subject. */
export const withChecks = (
  verification: Verification,
  subjects: readonly Subject[],
  run: Run,
): Verification => {
  const missing = subjects.filter((subject) => !verification.checks.some(isOf(subject, run)));
  const added = missing.map(({ id: subject_id, submitted_at: submission }) => ({
    subject_id,
    submission,
    provider: run.verifier.name,
    reference: null,
    started_at: run.work.deadline.now.toISOString(),
    evidence: null,
    expiries: [],
    latin_name: null,
  }));
  // Findings after an earlier submission are of no use any more.
  const earlier = verification.checks.map((check) =>
    check.submission === verification.submitted_at
      ? check
      : { ...check, evidence: null, expiries: [], latin_name: null },
  );
  return { ...verification, checks: [...earlier, ...added] };
};

/** Begins the checks that have no reference, and stores those; undefined where the verification has ended meanwhile. */
export const begin = async (
  { verification }: SubmittedCase,
  subjects: readonly Subject[],
  run: Run,
): Promise<Verification | undefined> => {
  const before = withChecks(await withoutSurplus(verification, run), subjects, run);
  const found = new Map<Check, string>();
  for (const subject of subjects) {
    const check = before.checks.find(isOf(subject, run));
    if (check?.reference !== null) continue;
    const reference = await unlessUnavailable(() =>
      run.verifier.begin(atProvider(verification.id, check), subject),
    );
    if (reference !== undefined) found.set(check, reference);
  }
  if (found.size === 0) return before;
  const referred = (check: Check): Check => ({
    ...check,
    reference: found.get(check) ?? check.reference,
  });
  const started = { ...before, checks: before.checks.map(referred) };
  try {
    return await save(started, verification, run.work);
  } catch (error) {
    if (error instanceof StaleDecision && run.verifier.exclusive) return remember(started, run);
    throw error;
  }
};

/** The verification without the oldest checks of earlier submissions, once their providers have forgotten them. */
const withoutSurplus = async (
  verification: Verification,
  { forget }: Run,
): Promise<Verification> => {
  const forgotten = new Set<Check>();
  for (const check of surplusChecks(verification.checks, verification.submitted_at))
    try {
      await forget(verification.id, check);
      forgotten.add(check);
    } catch (error) {
      // They stay until another submission; nobody waits for that.
      logEvent('warn', 'check_not_forgotten', {
        verification_id: verification.id,
        error: serializeError(error),
      });
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
    const inChecks = (checks: readonly Check[] = [], check: Check) =>
      checks.find((one) => isSame(one, check));
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
    if (current && checks && !deepEqual(checks, current.checks))
      await save({ ...current, checks }, current, run.work);
    return undefined;
  });

const isSame = (one: Check, other: Check): boolean =>
  one.subject_id === other.subject_id &&
  one.submission === other.submission &&
  one.provider === other.provider;

/** A subject's check, and what came of the look at it. */
export type Looked = { readonly check: Check; readonly finding: LookResult };

/** Looks at the check of each subject. */
export const look = async (
  { checks }: Verification,
  subjects: readonly Subject[],
  run: Run,
): Promise<readonly Looked[]> => {
  const all: Looked[] = [];
  for (const subject of subjects) {
    const check = checks.find(isOf(subject, run));
    if (!check) throw new Error('a subject without a check');
    const { reference } = check;
    const finding =
      reference === null
        ? undefined
        : await unlessUnavailable(() => run.verifier.look(reference, subject));
    all.push({ check, finding: finding ?? { outcome: 'waiting' } });
  }
  return all;
};

/** The provider's answer; undefined where it does not answer now. */
const unlessUnavailable = async <T>(asking: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await asking();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'unavailable') throw error;
    logEvent('warn', 'verifier_unavailable');
    return undefined;
  }
};

/** Writes a change of what nobody outside sees, and answers the verification as it is stored. */
export const save = async (
  after: Verification,
  before: Verification,
  { connection, deadline }: Work,
): Promise<Verification> => {
  for (const write of saveVerification(after, before))
    await writeOne(connection, write as SingleWrite, deadline);
  return { ...after, revision: before.revision + 1 };
};
