import type { Database } from '../../core/dynamodb/client.ts';
import type { FeatureId } from '../catalogues/model.ts';
import { documentReferencesOf, findOpen } from '../verifications/table.ts';
import {
  type Entitlement,
  entitlementOf,
  type IdentityProgress,
  needsProgress,
  noProgress,
} from './eligibility.ts';
import type { CustomerSnapshot } from './qualification.ts';
import { type CustomerAt, readCustomerSnapshot } from './table.ts';

/** The progress of a customer in proving the identity. One more round trip, and only where it decides what to offer. */
export const readProgress = async (
  db: Database,
  snapshot: CustomerSnapshot,
): Promise<IdentityProgress> => {
  const { tenant_id: tenant, id } = snapshot.customer;
  const [verification, documentReferences] = await Promise.all([
    findOpen(db, snapshot),
    documentReferencesOf(db, tenant, id),
  ]);
  const isNamed = (document: { readonly id: string }) =>
    verification?.document_ids.includes(document.id) ?? false;
  return {
    verification,
    documentReferences: {
      named: documentReferences.filter(isNamed),
      others: documentReferences.filter((document) => !isNamed(document)),
    },
  };
};

/**
 * The features of some that a customer has and may have: one round trip, and one more while its
 * identity is not proven.
 */
export const readEntitlement = async (
  db: Database,
  { tenant, customerId, now }: CustomerAt,
  asked: readonly FeatureId[],
): Promise<Entitlement> => {
  const snapshot = await readCustomerSnapshot(db, tenant, customerId, now);
  const progress = needsProgress(asked, snapshot.customer, now)
    ? await readProgress(db, snapshot)
    : noProgress;
  return entitlementOf(snapshot, progress, now);
};
