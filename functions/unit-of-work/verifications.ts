import { ShownVerification, showVerification } from '../contract/verifications/verification.ts';
import type { Requirements } from '../domain/requirement.ts';
import type { Transition } from '../domain/transition.ts';
import type { VerificationEventType } from '../domain/verifications/life.ts';
import type { Outcome } from '../domain/verifications/outcome.ts';
import type { Verification } from '../domain/verifications/verification.ts';
import { customerUnchanged } from '../store/customers/customers.ts';
import { saveVerification } from '../store/verifications/verifications.ts';
import { customer } from './customers.ts';
import { changed, type Registration } from './unit-of-work.ts';

type RequirementsOf = (verification: Verification) => Requirements;

const registration = (requirementsOf: RequirementsOf): Registration<Verification, typeof ShownVerification> => ({
  object: 'verification',
  schema: ShownVerification,
  show: (item) => showVerification(item, requirementsOf(item)),
  save: saveVerification,
  customerOf: ({ customer_id }) => customer_id,
});

/** What a transition of a verification comes to; what is still required of it, before and after, decides what it shows. */
export const verification = (
  transition: Transition<Verification, VerificationEventType>,
  requirementsOf: RequirementsOf,
) => changed(registration(requirementsOf), transition);

/** What became of a verification, and of its customer where that changed; what did not is a fact. */
export const outcome = (became: Outcome) => {
  const moved = verification(became.verification, () => became.requirements);
  return became.summary
    ? { changes: [moved, customer(became.summary)] as const, facts: [] }
    : { changes: [moved] as const, facts: [customerUnchanged(became.customer)] };
};
