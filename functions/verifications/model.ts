import { ApiError } from '../api-error.ts';
import {
  type Address,
  addressesOf,
  type Customer,
  type Identity,
  identityOf,
  unverified,
  type VerificationSummary,
} from '../customers/model.ts';
import type { Durations } from '../durations.ts';
import type { Requirements } from '../requirement.ts';
import type { Created, Updated } from '../transition.ts';
import type { VerificationErrorCode } from './errors.ts';

/** Where a verification stands. */
export type VerificationStatus = 'requires_input' | 'processing' | 'verified' | 'rejected' | 'canceled';
/** What a business may do with a verification. */
export type VerificationAction = 'submit' | 'cancel';
/** What else happens to it: somebody decides, or its customer is closed. */
export type VerificationTrigger = 'verify' | 'reject' | 'request_input' | 'close';

/** What the world is told of a verification. */
export type VerificationEventType =
  | 'verification.created'
  | 'verification.updated'
  | 'verification.processing'
  | 'verification.requires_input'
  | 'verification.verified'
  | 'verification.rejected'
  | 'verification.canceled';

type Move = readonly [VerificationStatus, VerificationEventType];
type Transitions = Record<VerificationStatus, Partial<Record<VerificationAction | VerificationTrigger, Move>>>;

/** The whole life of a verification: [next status, what we tell the world]. A move not written here does not exist. */
export const verificationTransitions: Transitions = {
  requires_input: {
    submit: ['processing', 'verification.processing'],
    cancel: ['canceled', 'verification.canceled'],
    close: ['canceled', 'verification.canceled'],
  },
  processing: {
    verify: ['verified', 'verification.verified'],
    reject: ['rejected', 'verification.rejected'],
    request_input: ['requires_input', 'verification.requires_input'],
    close: ['canceled', 'verification.canceled'],
  },
  verified: {},
  rejected: {},
  canceled: {},
};

/** What a reviewer said; the note never leaves the service. */
export type Review = {
  readonly operator_id: string;
  readonly at: string;
  readonly code: VerificationErrorCode | null;
  readonly internal_note: string | null;
};

/** The review that an operator of the dashboard makes. */
export const reviewBy = (
  actor: { readonly type: string; readonly id: string },
  { code, internal_note }: { readonly code?: VerificationErrorCode; readonly internal_note?: string | undefined },
  now: Date,
): Review => {
  if (actor.type !== 'operator') throw new Error('only an operator reviews');
  return { operator_id: actor.id, at: now.toISOString(), code: code ?? null, internal_note: internal_note ?? null };
};

/** How much a verification proves; each level includes those before it. */
export const verificationLevels = ['standard', 'enhanced'] as const;
export type VerificationLevel = (typeof verificationLevels)[number];

/** Why a verification did not succeed. */
export type VerificationError = {
  readonly code: VerificationErrorCode;
  /** Fit to show the customer. */
  readonly message: string;
  /** Whether better input can still lead to `verified`. */
  readonly retryable: boolean;
};

/** A verification as stored. Times are ISO 8601 with milliseconds. */
export type Verification = {
  readonly id: string;
  readonly tenant_id: string;
  readonly customer_id: string;
  readonly level: VerificationLevel;
  readonly document_ids: readonly string[];
  readonly status: VerificationStatus;
  readonly last_error: VerificationError | null;
  readonly submitted_at: string | null;
  readonly decided_at: string | null;
  /** What was submitted and a decision vouches for; null before it is submitted. */
  readonly identity: Identity | null;
  /** The addresses that were submitted with it. */
  readonly addresses: readonly (Address | null)[] | null;
  /** The documents that a decision for better input looked at, oldest first. */
  readonly tried_document_ids: readonly string[];
  /** What better input was submitted for. */
  readonly cured_errors: readonly VerificationErrorCode[];
  /** Set while an operator's decision is waited for. */
  readonly reviewing: boolean;
  readonly review: Review | null;
  /** When somebody must look after it; null where nothing waits but people. */
  readonly scheduled_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
};

/** What the service adds when a verification is begun. */
type Making = Pick<Verification, 'id' | 'tenant_id' | 'customer_id'> & { readonly now: Date };

/** A new verification, which waits for input. */
export const beginVerification = (
  { level, document_ids }: Pick<Verification, 'level' | 'document_ids'>,
  { now, ...making }: Making,
): Created<Verification, VerificationEventType> => ({
  after: {
    ...making,
    level,
    document_ids: withoutDoubles(document_ids),
    status: 'requires_input',
    last_error: null,
    submitted_at: null,
    decided_at: null,
    identity: null,
    addresses: null,
    tried_document_ids: [],
    cured_errors: [],
    reviewing: false,
    review: null,
    scheduled_at: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    version: 1,
  },
  event: 'verification.created',
});

/** The verification resting on other documents; undefined where it rests on these already. Refused once submitted. */
export const changeDocuments = (
  verification: Verification,
  document_ids: readonly string[] | undefined,
  now: Date,
): VerificationTransition | undefined => {
  if (verification.status !== 'requires_input') throw verificationNotAllowed(verification);
  const wanted = withoutDoubles(document_ids ?? verification.document_ids);
  if (wanted.join() === verification.document_ids.join()) return undefined;
  const after = touched({ ...verification, document_ids: wanted }, now);
  return { before: verification, after, event: 'verification.updated' };
};

/** What happened to a verification, which is then one version on. */
export type VerificationTransition = Updated<Verification, VerificationEventType>;

type Bringing = Partial<
  Pick<
    Verification,
    | 'last_error'
    | 'submitted_at'
    | 'decided_at'
    | 'identity'
    | 'addresses'
    | 'tried_document_ids'
    | 'cured_errors'
    | 'scheduled_at'
    | 'review'
  >
>;

/** The verification after a move; undefined where the table has none, as for whatever comes late or twice. */
export const transitionVerification = (
  verification: Verification,
  action: VerificationAction | VerificationTrigger,
  now: Date,
  bringing: Bringing = {},
): VerificationTransition | undefined => {
  const move = verificationTransitions[verification.status][action];
  if (!move) return undefined;
  const [status, event] = move;
  const after = touched({ ...verification, reviewing: false, scheduled_at: null, ...bringing, status }, now);
  return { before: verification, after, event };
};

/** Submits what the customer's profile now says. Refused where it was submitted already, and while something is missing. */
export const submittedVerification = (
  verification: Verification,
  customer: Customer,
  requirements: Requirements,
  { now, durations }: { readonly now: Date; readonly durations: Durations },
): VerificationTransition => {
  const submitted_at = now.toISOString();
  const scheduled_at = new Date(now.getTime() + durations.decision_ms).toISOString();
  const given = {
    submitted_at,
    scheduled_at,
    identity: identityOf(customer),
    addresses: addressesOf(customer),
    cured_errors: withoutDoubles([...verification.cured_errors, ...codesOf(verification.last_error)]),
    last_error: null,
    decided_at: null,
    review: null,
  };
  const moved = transitionVerification(verification, 'submit', now, given);
  if (!moved) throw verificationNotAllowed(verification);
  if (requirements.currently_due.length + requirements.pending_verification.length > 0)
    throw new ApiError('verification_requirements_due', { requirements });
  return moved;
};

/** Whether nothing can happen to a verification any more. */
export const isFinal = ({ status }: Pick<Verification, 'status'>): boolean =>
  Object.keys(verificationTransitions[status]).length === 0;

/** The refusal of what a verification does not allow where it stands. */
export const verificationNotAllowed = (
  { status }: Verification,
  allowed_actions: readonly string[] = (['submit', 'cancel'] as const).filter(
    (action) => verificationTransitions[status][action] !== undefined,
  ),
) => new ApiError('action_not_allowed', { current_status: status, allowed_actions });

const touched = (verification: Verification, now: Date): Verification => ({
  ...verification,
  updated_at: now.toISOString(),
  version: verification.version + 1,
});

const codesOf = (error: VerificationError | null) => (error ? [error.code] : []);

const withoutDoubles = <T extends string>(texts: readonly T[]): T[] => [...new Set(texts)];

/** Whether a customer's identity is proven at least so far: each level includes those before it. */
export const provesLevel = ({ status, level }: VerificationSummary, wanted: VerificationLevel): boolean =>
  status === 'verified' && level !== null && verificationLevels.indexOf(level) >= verificationLevels.indexOf(wanted);

/**
 * What the customer's verifications add up to after one of them came to a status. What is proven stays proven while a
 * higher level is under way or needs input; a rejection ends it.
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
