import { type Activation, moveActivation, neverActivated } from '../../functions/domain/features/activation.ts';
import type { FeatureId } from '../../functions/domain/features/catalogue.ts';
import { idsAt } from '../../functions/store/new-id.ts';

/** Features of a customer, switched on at a moment. */
export const someActivations = (
  customer: Parameters<typeof neverActivated>[0],
  features: readonly FeatureId[],
  now: Date,
): Activation[] => {
  const newId = idsAt(now);
  return features.map((feature) => ({
    ...moveActivation(neverActivated(customer, feature), 'activate', null, now).after,
    id: newId('activation'),
  }));
};
