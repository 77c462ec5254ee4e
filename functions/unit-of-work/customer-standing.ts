import type { Customer, CustomerMove } from '../domain/customers/customer.ts';
import { noStanding } from '../domain/features/eligibility.ts';
import { entitlementOf, type Holder, needsStanding } from '../domain/features/entitlement.ts';
import { settleFeatures } from '../domain/features/settle.ts';
import type { Outcome } from '../domain/verifications/outcome.ts';
import { requestAlignment } from '../store/cards/alignment.ts';
import type { Database } from '../store/database.ts';
import { othersUnchanged, readStanding } from '../store/features/activations.ts';
import { readHolder } from '../store/features/holders.ts';
import { customer } from './customers.ts';
import { customerFeature } from './features.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import { outcome } from './verifications.ts';

/**
 * What the change of a customer from what was read to `after` does to its features, for the same transaction, and the job
 * that brings its cards along.
 */
export const consequences = async (db: Database, holder: Holder, after: Customer, now: Date): Promise<UnitOfWork> => {
  const settled = settleFeatures(holder.activations, after, now);
  const asked = settled.map(({ before }) => before.feature);
  const changed = { ...holder, customer: after };
  const standing = needsStanding(asked, after, now) ? await readStanding(db, changed) : noStanding;
  const { eligibilityFor } = entitlementOf(changed, standing, now);
  const touchesCards = settled.length > 0 || after.status !== holder.customer.status;
  return {
    changes: [
      ...settled.map((move) => customerFeature(move, after, eligibilityFor(move.before.feature))),
      ...(touchesCards ? [requestAlignment(after, now)] : []),
    ],
    facts: othersUnchanged(holder, settled),
  };
};

/** A customer that its business moves, with all that follows of it. */
export const movedCustomer = async (db: Database, holder: Holder, move: CustomerMove, now: Date) => {
  const { changes, facts } = await consequences(db, holder, move.after, now);
  return { changes: [customer(move), ...changes] as const, facts };
};

/** What a decision over a verification changes: itself, its customer, and the features that rest on the identity. */
export const decision = async (db: Database, became: Outcome, now: Date) => {
  const { summary } = became;
  const decided = outcome(became);
  // Features rest on what is proven, so what was and is not leaves them as they are.
  const matters =
    summary && [summary.before, summary.after].some(({ verification: { status } }) => status === 'verified');
  if (!matters) return decided;
  const { tenant_id, id } = summary.after;
  const more = await consequences(db, await readHolder(db, tenant_id, id), summary.after, now);
  return { changes: [...decided.changes, ...more.changes] as const, facts: [...decided.facts, ...more.facts] };
};
