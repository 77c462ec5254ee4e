import { type DeclineReason, declineRules } from '../../../../functions/authorizations/decision.ts';
import type { Authorization } from '../../api/client.ts';
import { words } from '../../texts/words.ts';

/** Why an amount is declined that the rules of the card would approve. */
const others: Readonly<Record<string, string>> = {
  declined_by_business: 'Your authorization endpoint declined it.',
  authorization_endpoint_failed: 'Your authorization endpoint did not decide, and its fallback declined it.',
  declined_by_issuer: 'The card issuer declined it.',
};

/** The reasons, in the order of the checks. */
export const declineReasons: readonly string[] = [...Object.keys(declineRules), ...Object.keys(others)];

/** A reason in words. A later version of the API may know reasons that this page does not. */
export const reasonText = (reason: string): string =>
  others[reason] ?? declineRules[reason as DeclineReason]?.description ?? words(reason);

/** The decision on an authorization, in words. */
export const decisionText = ({ approved, decline_reason }: Authorization): string =>
  approved ? 'Approved' : reasonText(decline_reason ?? 'declined');

/** Who decides. */
export const deciderTexts: Readonly<Record<Authorization['decided_by'], string>> = {
  rules: 'The rules of the card',
  business: 'Your authorization endpoint',
  fallback: 'The fallback of your authorization endpoint',
  issuer: 'The card issuer alone',
};
