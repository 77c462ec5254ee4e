import { changed, type Registration } from '../../core/outbox/unit-of-work.ts';
import type { Requirements } from '../../core/requirement-schema.ts';
import type { Transition } from '../../core/transition.ts';
import { customer } from '../customers/changes.ts';
import { customerUnchanged } from '../customers/table.ts';
import { updatedPersons } from '../persons/changes.ts';
import type { Outcome } from './decision.ts';
import { toVerificationResource } from './decision.ts';
import type { Verification } from './model.ts';
import { VerificationResource } from './schema.ts';
import type { VerificationEventType } from './states.ts';
import { saveVerification } from './table.ts';

type RequirementsOf = (verification: Verification) => Requirements;

const registration = (
  requirementsOf: RequirementsOf,
): Registration<Verification, typeof VerificationResource> => ({
  object: 'verification',
  schema: VerificationResource,
  toResource: (item) => toVerificationResource(item, requirementsOf(item)),
  save: saveVerification,
  customerOf: ({ customer_id }) => customer_id,
});

/** The change of a transition; its resource contains what is still required, before and after. */
export const verification = (
  transition: Transition<Verification, VerificationEventType>,
  requirementsOf: RequirementsOf,
) => changed(registration(requirementsOf), transition);

/** The changes of an outcome; a customer that does not change is a condition. */
export const outcomeChanges = (became: Outcome) =>
  withCustomer(
    became,
    verification(became.verification, () => became.requirements),
  );

/** As `outcomeChanges`, where the verification changed before in the same commit, such as by its creation. */
export const outcomeChangesAfter = (
  before: Transition<Verification, VerificationEventType>,
  became: Outcome,
  requirementsOf: RequirementsOf,
) => withCustomer(became, changed(registration(requirementsOf), before, became.verification));

const withCustomer = (became: Outcome, change: ReturnType<typeof verification>) =>
  became.summary
    ? {
        changes: [change, customer(became.summary), ...updatedPersons(became.summary)] as const,
        conditions: [],
      }
    : { changes: [change] as const, conditions: [customerUnchanged(became.customer)] };
