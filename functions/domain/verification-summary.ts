import type { VerificationSummary } from './customer.ts';
import { type VerificationLevel, verificationLevels } from './verification.ts';

/** Whether a customer's identity is proven at least so far: each level includes those before it. */
export const provesLevel = ({ status, level }: VerificationSummary, wanted: VerificationLevel): boolean =>
  status === 'verified' && level !== null && verificationLevels.indexOf(level) >= verificationLevels.indexOf(wanted);
