import { type DeclineReason, declined_by_issuer, declineRules } from '../../../../functions/authorizations/decision.ts';
import type { Authorization } from '../../api/client.ts';
import { words } from '../../texts/words.ts';

/** The reasons, in the order of the checks. */
export const declineReasons: readonly string[] = [...Object.keys(declineRules), declined_by_issuer];

/** The decision on an authorization, in words. A later version of the API may know reasons that this page does not. */
export const decisionText = ({ approved, decline_reason: reason }: Authorization): string => {
  if (approved) return 'Approved';
  if (reason === declined_by_issuer) return 'The card issuer declined it.';
  return declineRules[reason as DeclineReason]?.description ?? words(reason ?? 'declined');
};
