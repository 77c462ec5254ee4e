import { ApiError } from '../api-error.ts';
import { currentCatalogue } from '../catalogue.ts';
import type { Feature } from '../catalogues/model.ts';
import type { Customer } from '../customers/model.ts';
import type { ReadonlyDeep } from '../json.ts';
import type { Updated } from '../transition.ts';
import { provesLevel } from '../verifications/model.ts';
import { featureOf } from './catalogue.ts';
import { countryOf, exclusionsOf, type IneligibleReason, isRetired } from './exclusions.ts';
import type { CustomerFeature } from './schema.ts';
import {
  type ActivationAction,
  type ActivationTrigger,
  activationActions,
  activationTransitions,
  type FeatureEventType,
  type FeatureId,
} from './states.ts';

/** What its resource shows that follows from the customer and the catalogue. */
type Derived = 'object' | 'eligibility' | 'requirements' | 'ineligible_reasons' | 'limits' | 'allowed_actions';

/** A feature of one customer as stored; nothing is stored before it is first activated. Times are ISO 8601. */
export type Activation = ReadonlyDeep<Omit<CustomerFeature, Derived | 'id'>> & {
  readonly id: string;
  readonly tenant_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
};

/** Why a feature that was activated cannot be used for now. */
export type SuspensionCause =
  | Exclude<IneligibleReason['code'], 'customer_closed' | 'identity_rejected'>
  | 'address_missing'
  | 'verification_lost';

/**
 * What keeps a customer from using a feature that was activated: all that would keep it from being activated, but for what
 * only a new card needs. It is derived from the customer alone.
 */
export const suspensionCauses = (feature: Feature, customer: Customer, now: Date): readonly SuspensionCause[] => [
  ...exclusionsOf(feature, customer, now, true).flatMap(({ code }) =>
    code === 'customer_closed' || code === 'identity_rejected' ? [] : [code],
  ),
  ...(countryOf(customer) === null ? (['address_missing'] as const) : []),
  ...(provesLevel(customer.verification, feature.level) ? [] : (['verification_lost'] as const)),
];

/** Whether a feature was activated, and not deactivated since. */
export const isActivated = ({ status }: Pick<Activation, 'status'>): boolean => status !== 'inactive';

/** What is stored of a feature as it counts at a moment: from its last day on, one that is retired is suspended. */
export const asOf = (activation: Activation, feature: Feature, now: Date): Activation =>
  isRetired(feature, now) && isActivated(activation) ? { ...activation, status: 'suspended' } : activation;

/** Whether a change of a customer can suspend or resume a feature. */
export const touchesFeatures = (before: Customer, after: Customer, now: Date): boolean =>
  currentCatalogue.features.some((feature) => {
    const [were, are] = [before, after].map((customer) => suspensionCauses(feature, customer, now).length > 0);
    return were !== are;
  });

/** A feature that was never activated: nothing is stored. It gets its id when it is. */
export type NeverActivated = Omit<Activation, 'id'> & { readonly id: null };

export const neverActivated = (
  { tenant_id, id: customer_id, created_at }: Pick<Customer, 'tenant_id' | 'id' | 'created_at'>,
  feature: FeatureId,
): NeverActivated => ({
  id: null,
  tenant_id,
  customer_id,
  feature,
  status: 'inactive',
  status_reason: null,
  activated_at: null,
  created_at,
  updated_at: created_at,
  version: 0,
});

/** A change of an activation with its event. */
export type ActivationTransition<A = Activation> = Updated<A, FeatureEventType>;

/** The activation after a transition; what the table does not have is `action_not_allowed`, with what is allowed instead. */
export const transitionActivation = <A extends Activation | NeverActivated>(
  activation: A,
  action: ActivationAction | ActivationTrigger,
  reason: string | null,
  now: Date,
): ActivationTransition<A> => {
  const transition = activationTransitions[activation.status][action];
  if (!transition) {
    const allowed_actions = activationActions(activation.status);
    throw new ApiError('action_not_allowed', { current_status: activation.status, allowed_actions });
  }
  const [status, event] = transition;
  const at = now.toISOString();
  const activated_at = action === 'activate' ? at : status === 'inactive' ? null : activation.activated_at;
  const changes = { status, status_reason: reason, activated_at, updated_at: at, version: activation.version + 1 };
  return { before: activation, after: { ...activation, ...changes }, event };
};

/**
 * What a change of a customer does to one of its features; undefined where nothing. It looks at the customer as it is after
 * the change, so that any order of causes ends in the same state.
 */
export const reconcileActivation = (
  activation: Activation,
  customer: Customer,
  now: Date,
): ActivationTransition | undefined => {
  const trigger = triggerOf(activation, customer, now);
  return trigger && transitionActivation(activation, trigger, null, now);
};

const triggerOf = ({ status, feature }: Activation, customer: Customer, now: Date): ActivationTrigger | undefined => {
  if (status === 'inactive') return undefined;
  if (customer.status === 'closed') return 'close';
  const suspended = suspensionCauses(featureOf(feature), customer, now).length > 0;
  if (suspended && status === 'active') return 'suspend';
  return !suspended && status === 'suspended' ? 'resume' : undefined;
};
