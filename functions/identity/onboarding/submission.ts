import { ApiError } from '../../core/api-error.ts';
import type { Durations } from '../../core/durations.ts';
import type { Database } from '../../core/dynamodb/client.ts';
import type { NewId } from '../../core/ids.ts';
import type { Customer } from '../customers/model.ts';
import { outcomeChanges, outcomeChangesAfter } from '../verifications/changes.ts';
import { openRequirements, transitionOutcome } from '../verifications/decision.ts';
import {
  changeDocuments,
  newVerification,
  submittedVerification,
  type Verification,
} from '../verifications/model.ts';
import { acceptedFor, type DocumentReferences } from '../verifications/requirements.ts';
import { levelOf, type Onboarding, requirementsOf } from './model.ts';
import { readOnboardingContext } from './table.ts';

type At = { readonly now: Date; readonly newId: NewId; readonly durations: Durations };

/**
 * The changes that submit the verification of a customer: the open one, or a new one, with the
 * accepted documents that it lacks. Throws `verification_requirements_due` while something is
 * missing.
 */
export const submission = async (
  db: Database,
  onboarding: Onboarding,
  { now, newId, durations }: At,
) => {
  const { verification: open } = onboarding;
  const offered = await readOnboardingContext(db, onboarding);
  const wanted = { level: levelOf(onboarding), lastDecision: open };
  const named = open ? namedBy(open, onboarding.customer, offered.documentReferences) : [];
  const document_ids = open
    ? named
    : acceptedFor(onboarding.customer, wanted, offered.documentReferences);
  // Named documents are read consistently, as a decision demands.
  const { documentReferences } = await readOnboardingContext(db, onboarding, document_ids);
  const requirements = requirementsOf(onboarding, documentReferences);
  if (requirements.currently_due.length + requirements.pending_verification.length > 0)
    throw new ApiError('verification_requirements_due', { requirements });
  const { customer, link } = onboarding;
  const { tenant_id, customer_id } = link;
  const before = open
    ? changeDocuments(open, document_ids, now)
    : newVerification(
        { id: newId('verification'), tenant_id, customer_id },
        { level: link.level, document_ids: [...document_ids] },
        now,
      );
  const verification = before?.after ?? onboarding.verification;
  if (!verification) throw new Error('neither an open verification nor a new one');
  const stillDue = (one: Verification) => openRequirements(one, customer, documentReferences);
  const submitted = submittedVerification(verification, customer, stillDue(verification), {
    now,
    durations,
  });
  const became = transitionOutcome(submitted, { customer, documentReferences }, now);
  return {
    verification: submitted.after,
    unit: before ? outcomeChangesAfter(before, became, stillDue) : outcomeChanges(became),
  };
};

/** The documents that an open verification names, and those that it lacks. */
const namedBy = (
  open: Verification,
  customer: Customer,
  documentReferences: DocumentReferences,
): readonly string[] => {
  const due = openRequirements(open, customer, documentReferences).currently_due;
  const naming = due.find(({ code }) => code === 'verification.document_ids')?.resolve_with?.body;
  return (naming?.document_ids as readonly string[] | undefined) ?? open.document_ids;
};
