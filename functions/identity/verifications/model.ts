import { ApiError } from '../../core/api-error.ts';
import type { Durations } from '../../core/durations.ts';
import type { ReadonlyDeep } from '../../core/json.ts';
import type { Requirements } from '../../core/requirement-schema.ts';
import type { Created, Updated } from '../../core/transition.ts';
import type { Address } from '../customers/address.ts';
import type { Identity } from '../customers/identity.ts';
import { addressesOf, type Customer, identityOf } from '../customers/model.ts';
import {
  provesLevel,
  unverified,
  type VerificationLevel,
  type VerificationSummary,
} from '../customers/persons.ts';
import { identityProfile, nothingRequired } from '../customers/requirements.ts';
import type { Check } from './checks.ts';
import type { VerificationErrorCode } from './errors.ts';
import type {
  VerificationAttestation,
  VerificationCreate,
  VerificationResource,
} from './schema.ts';
import {
  actionsOf,
  type VerificationAction,
  type VerificationEventType,
  type VerificationStatus,
  type VerificationTrigger,
  verificationTransitions,
} from './states.ts';

/** A reviewer's decision; the note never leaves the service. */
export type Review = {
  readonly operator_id: string;
  readonly at: string;
  readonly code: VerificationErrorCode | null;
  readonly internal_note: string | null;
};

/** The review that an operator of the dashboard makes. */
export const reviewBy = (
  actor: { readonly type: string; readonly id: string },
  {
    code,
    internal_note,
  }: { readonly code?: VerificationErrorCode; readonly internal_note?: string | undefined },
  now: Date,
): Review => {
  if (actor.type !== 'operator') throw new Error('only an operator reviews');
  return {
    operator_id: actor.id,
    at: now.toISOString(),
    code: code ?? null,
    internal_note: internal_note ?? null,
  };
};

/** Why a verification did not succeed. */
export type VerificationError = NonNullable<Verification['last_error']>;

/** The members of its resource that follow from other fields and from the customer. */
type Derived = 'object' | 'status_reason' | 'allowed_actions' | 'requirements' | 'country';

/** A verification as stored: the fields of its resource, and what nobody outside sees. Times are ISO 8601. */
export type Verification = ReadonlyDeep<Omit<VerificationResource, Derived>> & {
  readonly tenant_id: string;
  /** The submitted identity that a decision vouches for; null before it is submitted. */
  readonly identity: Identity | null;
  /** The addresses that were submitted with it. */
  readonly addresses: readonly (Address | null)[] | null;
  /** The documents that a decision for better input looked at, oldest first. */
  readonly tried_document_ids: readonly string[];
  /** The errors for which better input was submitted. */
  readonly remedied_errors: readonly VerificationErrorCode[];
  /** It waits for an operator's decision. */
  readonly reviewing: boolean;
  readonly review: Review | null;
  /** The checks at providers, oldest first. */
  readonly checks: readonly Check[];
  /** The worker that has it to itself, and until when (ISO 8601). */
  readonly held: { readonly by: string; readonly until: string } | null;
  /** Raised by each save, also by those that are no event and keep the version. */
  readonly revision: number;
  /** When the next attempt to decide is scheduled; null where it waits for people or for nothing. */
  readonly scheduled_at: string | null;
};

/** A new verification, which waits for input. */
export const newVerification = (
  ids: Pick<Verification, 'id' | 'tenant_id' | 'customer_id'>,
  { level, document_ids }: VerificationCreate,
  now: Date,
): Created<Verification, VerificationEventType> => ({
  after: {
    ...ids,
    level,
    document_ids: [...new Set(document_ids)],
    status: 'requires_input',
    attestation: null,
    assignee_id: null,
    last_error: null,
    submitted_at: null,
    decided_at: null,
    identity: null,
    addresses: null,
    tried_document_ids: [],
    remedied_errors: [],
    reviewing: false,
    review: null,
    checks: [],
    held: null,
    revision: 0,
    scheduled_at: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    version: 1,
  },
  event: 'verification.created',
});

/**
 * A verification that somebody made elsewhere: it is verified from the start, and vouches for the identity and the addresses
 * that the profile states now. An error where it is too old, is in the future, or something of the profile is missing.
 */
export const attestedVerification = (
  ids: Pick<Verification, 'id' | 'tenant_id' | 'customer_id'>,
  customer: Customer,
  { level, evidence, ...said }: VerificationAttestation & { readonly attested_by: string },
  now: Date,
): Created<Verification, VerificationEventType> => {
  const verified = new Date(said.verified_at);
  const age_ms = now.getTime() - verified.getTime();
  if (!(age_ms >= 0 && age_ms <= attestation_age_ms_max)) throw outOfTime(now);
  const currently_due = identityProfile(customer);
  if (currently_due.length > 0)
    throw new ApiError('verification_requirements_due', {
      requirements: { ...nothingRequired, currently_due },
    });
  const attestation = {
    ...said,
    verified_at: verified.toISOString(),
    evidence: [...new Set(evidence)],
  };
  const { after } = newVerification(ids, { level }, now);
  const submitted = { identity: identityOf(customer), addresses: addressesOf(customer) };
  const decided_at = now.toISOString();
  return {
    after: { ...after, ...submitted, attestation, decided_at, status: 'verified' },
    event: 'verification.verified',
  };
};

/** How old a verification made elsewhere may be: names, addresses and documents change, so a year. */
const attestation_age_ms_max = 365 * 86_400_000;

const outOfTime = (now: Date): ApiError => {
  const first = new Date(now.getTime() - attestation_age_ms_max).toISOString();
  const detail = `Must be between ${first} and ${now.toISOString()}.`;
  return new ApiError('validation_failed', {
    errors: [{ pointer: '/verified_at', code: 'invalid_value', detail }],
  });
};

/** The verification with other documents; undefined where it has these already. Not allowed once it is submitted. */
export const changeDocuments = (
  verification: Verification,
  document_ids: readonly string[],
  now: Date,
): VerificationTransition | undefined => {
  if (verification.status !== 'requires_input') throw verificationNotAllowed(verification);
  const wanted = [...new Set(document_ids)];
  if (wanted.join() === verification.document_ids.join()) return undefined;
  const after = touched({ ...verification, document_ids: wanted }, now);
  return { before: verification, after, event: 'verification.updated' };
};

/**
 * The verification in the hands of an operator, or of nobody; undefined where it is there already. Each takes it for themselves,
 * from another one too. Not allowed unless it waits for a person's decision.
 */
export const assignedVerification = (
  verification: Verification,
  assignee_id: string | null,
  operatorId: string,
  now: Date,
): VerificationTransition | undefined => {
  if (!verification.reviewing) throw verificationNotAllowed(verification);
  if (assignee_id !== null && assignee_id !== operatorId) throw notYourself;
  if (verification.assignee_id === assignee_id) return undefined;
  return {
    before: verification,
    after: touched({ ...verification, assignee_id }, now),
    event: 'verification.updated',
  };
};

const notYourself = new ApiError('validation_failed', {
  errors: [
    { pointer: '/assignee_id', code: 'invalid_value', detail: 'Must be your own id, or null.' },
  ],
});

/** A change of a verification with its event. */
export type VerificationTransition = Updated<Verification, VerificationEventType>;

/** The verification after a transition; undefined where the table has none, as for what comes late or twice. */
export const transitionVerification = (
  verification: Verification,
  action: VerificationAction | VerificationTrigger,
  now: Date,
  changes: Partial<Verification> = {},
): VerificationTransition | undefined => {
  const transition = verificationTransitions[verification.status][action];
  if (!transition) return undefined;
  const [status, event] = transition;
  const idle = { reviewing: false, assignee_id: null, held: null, scheduled_at: null };
  const after = touched({ ...verification, ...idle, ...changes, status }, now);
  return { before: verification, after, event };
};

/** Submits what the profile of the customer now states. Not allowed where it is submitted already, or while something is missing. */
export const submittedVerification = (
  verification: Verification,
  customer: Customer,
  requirements: Requirements,
  { now, durations }: { readonly now: Date; readonly durations: Durations },
): VerificationTransition => {
  const { last_error } = verification;
  const submitted_at = now.toISOString();
  const scheduled_at = new Date(now.getTime() + durations.decision_ms).toISOString();
  const changes = {
    submitted_at,
    scheduled_at,
    identity: identityOf(customer),
    addresses: addressesOf(customer),
    remedied_errors: [
      ...new Set([...verification.remedied_errors, ...(last_error ? [last_error.code] : [])]),
    ],
    last_error: null,
    decided_at: null,
    review: null,
  };
  const submitted = transitionVerification(verification, 'submit', now, changes);
  if (!submitted) throw verificationNotAllowed(verification);
  if (requirements.currently_due.length + requirements.pending_verification.length > 0)
    throw new ApiError('verification_requirements_due', { requirements });
  return submitted;
};

/** The error for what a verification does not allow now. */
export const verificationNotAllowed = (
  { status }: Verification,
  allowed_actions: readonly VerificationAction[] = actionsOf(status),
): ApiError => new ApiError('action_not_allowed', { current_status: status, allowed_actions });

const touched = (verification: Verification, now: Date): Verification => ({
  ...verification,
  updated_at: now.toISOString(),
  version: verification.version + 1,
});

/**
 * The sum of the customer's verifications after one of them came to a status. A proof stays while a
 * higher level is in processing or needs input; a rejection ends it.
 */
export const summaryAfter = (
  before: VerificationSummary,
  { status, level }: { readonly status: VerificationStatus; readonly level: VerificationLevel },
  now: Date,
): VerificationSummary => {
  if (status === 'verified') {
    const proven = provesLevel(before, level) ? before.level : level;
    return { status, level: proven, verified_at: now.toISOString() };
  }
  if (status === 'rejected') return { status, level: null, verified_at: null };
  if (before.status === 'verified') return before;
  if (status === 'processing') return { status: 'pending', level: null, verified_at: null };
  return before.status === 'pending' ? unverified : before;
};
