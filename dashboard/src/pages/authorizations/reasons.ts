import type { Authorization } from '../../api/client.ts';
import { t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';

/** The reasons in words, in the order of the checks. */
const reasons: Readonly<Record<NonNullable<Authorization['decline_reason']>, string>> = t.authorizations.reasons;

/** Every reason. */
export const declineReasons: readonly string[] = Object.keys(reasons);

/** A reason in words. A later version of the API may know reasons that this page does not. */
export const reasonText = (reason: string): string =>
  (reasons as Readonly<Record<string, string>>)[reason] ?? words(reason);

/** The decision on an authorization, in words. */
export const decisionText = ({ approved, decline_reason }: Authorization): string =>
  approved ? t.authorizations.approved : reasonText(decline_reason ?? 'declined');

/** Who decides. */
export const deciderTexts: Readonly<Record<Authorization['decided_by'], string>> = t.authorizations.deciderTexts;
