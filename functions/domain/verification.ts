import type { VerificationErrorCode } from './verification-errors.ts';
import type { VerificationStatus } from './verification-life.ts';

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

/** What a reviewer said; the note never leaves the service. */
export type Review = {
  readonly operator_id: string;
  readonly at: string;
  readonly code: VerificationErrorCode | null;
  readonly internal_note: string | null;
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
  /** Fingerprint of the name, birth date and nationality that were submitted: what a decision vouches for. */
  readonly identity: string | null;
  /** Set while an operator's decision is waited for. */
  readonly reviewing: boolean;
  readonly review: Review | null;
  /** When somebody must look after it; null where nothing waits but people. */
  readonly due_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
};
