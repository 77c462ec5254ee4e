import { customer } from '../customers/changes.ts';
import { customerUnchanged } from '../customers/table.ts';
import type { Requirements } from '../requirement.ts';
import type { Transition } from '../transition.ts';
import { changed, type Registration } from '../unit-of-work.ts';
import type { Outcome } from './decision.ts';
import type { Verification, VerificationEventType } from './model.ts';
import { toVerificationResource, VerificationResource } from './schema.ts';
import { saveVerification } from './table.ts';

type RequirementsOf = (verification: Verification) => Requirements;

const registration = (requirementsOf: RequirementsOf): Registration<Verification, typeof VerificationResource> => ({
  object: 'verification',
  schema: VerificationResource,
  toResource: (item) => toVerificationResource(item, requirementsOf(item)),
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
    ? { changes: [moved, customer(became.summary)] as const, conditions: [] }
    : { changes: [moved] as const, conditions: [customerUnchanged(became.customer)] };
};
