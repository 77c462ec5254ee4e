import { ApiError } from '../../core/api-error.ts';
import type { Database } from '../../core/dynamodb/client.ts';
import type { FeatureId } from '../../identity/catalogues/model.ts';
import {
  entitlementOf,
  needsProgress,
  noProgress,
  requirementsToUse,
} from '../../identity/features/eligibility.ts';
import { readProgress } from '../../identity/features/identity-progress.ts';
import type { CustomerSnapshot } from '../../identity/features/qualification.ts';

/**
 * The error for a customer who lacks a feature for a card: which calls to make, in order, or why
 * none helps. It reads the progress of the identity, one more round trip.
 */
export const missingFeatureError = async (
  db: Database,
  snapshot: CustomerSnapshot,
  feature: FeatureId,
  now: Date,
): Promise<ApiError> => {
  const { customer } = snapshot;
  const progress = needsProgress([feature], customer, now)
    ? await readProgress(db, snapshot)
    : noProgress;
  const { activationOf, eligibilityFor } = entitlementOf(snapshot, progress, now);
  const status = activationOf(feature)?.status;
  const eligibility = eligibilityFor(feature);
  const { ineligible_reasons } = eligibility;
  return new ApiError('feature_not_active', {
    feature,
    requirements: requirementsToUse(customer, { feature, status }, eligibility),
    ...(ineligible_reasons.length > 0 && { ineligible_reasons }),
  });
};
