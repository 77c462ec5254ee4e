import { ShownVerification, showVerification } from '../contract/verifications/verification.ts';
import type { Requirements } from '../domain/requirement.ts';
import type { Transition } from '../domain/transition.ts';
import type { VerificationEventType } from '../domain/verifications/life.ts';
import type { Outcome } from '../domain/verifications/outcome.ts';
import { customerUnchanged } from '../store/customers/customers.ts';
import { saveVerification } from '../store/verifications/verifications.ts';
import { customer } from './customers.ts';
import { type Changed, changed } from './unit-of-work.ts';

type Stored = Parameters<typeof showVerification>[0];

/** What a transition of a verification comes to; what is still required of it, before and after, decides what it shows. */
export const verification = (
  transition: Transition<Stored, VerificationEventType>,
  requirementsOf: (verification: Stored) => Requirements,
): Changed<ShownVerification> =>
  changed(
    {
      schema: ShownVerification,
      show: (stored) => showVerification(stored, requirementsOf(stored)),
      save: saveVerification,
      subject: ({ tenant_id, customer_id, id, version }) => ({
        tenant_id,
        customer_id,
        resource: { id, object: 'verification' },
        sequence: version,
      }),
    },
    transition,
  );

/** What became of a verification, and of its customer where that changed; what did not is a fact. */
export const outcome = (became: Outcome) => {
  const moved = verification(became.verification, () => became.requirements);
  return became.summary
    ? { changes: [moved, customer(became.summary)] as const, facts: [] }
    : { changes: [moved] as const, facts: [customerUnchanged(became.customer)] };
};
