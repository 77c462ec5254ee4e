import type { Database } from '../core/dynamodb/client.ts';
import { requestReconciliation } from '../core/jobs/card-reconciliation-table.ts';
import type { UnitOfWork } from '../core/outbox/unit-of-work.ts';
import { customer } from './customers/changes.ts';
import { checkMergedProfile } from './customers/input.ts';
import {
  type Customer,
  type CustomerProfile,
  type CustomerTransition,
  changeCustomer,
} from './customers/model.ts';
import { document } from './documents/changes.ts';
import { withExpiry } from './documents/expiry.ts';
import { documentKey, documentOf } from './documents/table.ts';
import { customerFeature } from './features/changes.ts';
import { entitlementOf, needsProgress, noProgress } from './features/eligibility.ts';
import { readProgress } from './features/identity-progress.ts';
import { reconcileActivation, touchesFeatures } from './features/model.ts';
import type { CustomerSnapshot } from './features/qualification.ts';
import { othersUnchanged, readCustomerSnapshot } from './features/table.ts';
import { personAndCustomer } from './persons/changes.ts';
import type { PersonChange } from './persons/model.ts';
import { requestScreening } from './screenings/requests.ts';
import { outcomeChanges } from './verifications/changes.ts';
import type { Outcome } from './verifications/decision.ts';

/**
 * The changes of a customer's features that follow from its change from what was read to `after`,
 * for the same transaction, and the job that brings its cards along.
 */
export const featureChanges = async (
  db: Database,
  snapshot: CustomerSnapshot,
  after: Customer,
  now: Date,
): Promise<UnitOfWork> => {
  const changedFeatures = snapshot.activations.flatMap(
    (one) => reconcileActivation(one, after, now) ?? [],
  );
  const features = changedFeatures.map(({ before }) => before.feature);
  const changed = { ...snapshot, customer: after };
  const progress = needsProgress(features, after, now)
    ? await readProgress(db, changed)
    : noProgress;
  const { eligibilityFor } = entitlementOf(changed, progress, now);
  const touchesCards = changedFeatures.length > 0 || after.status !== snapshot.customer.status;
  return {
    changes: [
      ...changedFeatures.map((transition) =>
        customerFeature(transition, after, eligibilityFor(transition.before.feature)),
      ),
      ...(touchesCards ? [requestReconciliation(after, now)] : []),
    ],
    conditions: othersUnchanged(snapshot, changedFeatures),
  };
};

/** A transition of a customer by its business, with all its effects. */
export const changedCustomer = async (
  db: Database,
  snapshot: CustomerSnapshot,
  transition: CustomerTransition,
  now: Date,
) => {
  const { changes, conditions } = await featureChanges(db, snapshot, transition.after, now);
  return { changes: [customer(transition), ...changes] as const, conditions };
};

/**
 * The changes by another profile, with all its effects; undefined where nothing differs. Throws
 * where it is not valid.
 */
export const changedProfile = async (
  db: Database,
  current: Customer,
  profile: CustomerProfile,
  now: Date,
) => {
  const changed = changeCustomer(current, checkMergedProfile(profile), now);
  if (!changed) return undefined;
  const screened = requestScreening(current, changed.after, now);
  if (!touchesFeatures(current, changed.after, now))
    return {
      customer: changed.after,
      unit: { changes: [customer(changed), ...screened] as const, conditions: [] },
    };
  const snapshot = await readCustomerSnapshot(db, current.tenant_id, current.id, now);
  const { changes, conditions } = await changedCustomer(db, snapshot, changed, now);
  return {
    customer: changed.after,
    unit: { changes: [...changes, ...screened] as const, conditions },
  };
};

/** A change of a person with all its effects on its business. */
export const changedPerson = async (db: Database, change: PersonChange, now: Date) => {
  const { before, after } = change.customer;
  const screened = before ? requestScreening(before, after, now) : [];
  const changes = [...personAndCustomer(change), ...screened] as const;
  if (!before || !touchesFeatures(before, after, now)) return { changes, conditions: [] };
  const more = await featureChanges(
    db,
    await readCustomerSnapshot(db, after.tenant_id, after.id, now),
    after,
    now,
  );
  return { changes: [...changes, ...more.changes] as const, conditions: more.conditions };
};

/** The documents of a verification with the dates that were stated of them. */
const datedDocuments = async (
  db: Database,
  { verification: { after }, expiries = [] }: Outcome,
  now: Date,
) => {
  if (expiries.length === 0) return [];
  const items = await db.batch(
    expiries.map(({ document_id }) => documentKey(after.tenant_id, document_id)),
  );
  return expiries.flatMap(({ document_id, expires_on }, position) => {
    const item = items[position];
    if (!item || !after.document_ids.includes(document_id)) return [];
    const dated = withExpiry(documentOf(item), expires_on, now);
    return dated ? [document(dated)] : [];
  });
};

/**
 * The changes by a decision over a verification: itself, its customer, the features that depend on
 * the identity, and the documents of which a date was stated.
 */
export const decisionChanges = async (db: Database, became: Outcome, now: Date) => {
  const { summary } = became;
  const own = outcomeChanges(became);
  const documents = await datedDocuments(db, became, now);
  const decided = { changes: [...own.changes, ...documents] as const, conditions: own.conditions };
  // Features depend on verified identities only.
  const matters =
    summary &&
    [summary.before, summary.after].some(({ verification: { status } }) => status === 'verified');
  if (!matters) return decided;
  const { tenant_id, id } = summary.after;
  const more = await featureChanges(
    db,
    await readCustomerSnapshot(db, tenant_id, id, now),
    summary.after,
    now,
  );
  return {
    changes: [...decided.changes, ...more.changes] as const,
    conditions: [...decided.conditions, ...more.conditions],
  };
};
