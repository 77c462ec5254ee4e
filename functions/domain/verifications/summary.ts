import { unverified, type VerificationSummary } from '../customers/customer.ts';
import type { VerificationStatus } from './life.ts';
import { type VerificationLevel, verificationLevels } from './verification.ts';

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
