import { ApiError } from '../api-error.ts';
import type { Customer } from '../customers/model.ts';
import type { Updated } from '../transition.ts';
import { provesLevel } from '../verifications/model.ts';
import { type Feature, type FeatureId, features } from './catalogue.ts';

/** Where a customer stands with a feature. */
export type ActivationStatus = 'inactive' | 'active' | 'suspended';
/** What a business may do with a feature of its customer. */
export type ActivationAction = 'activate' | 'deactivate';
/** What else happens to it: a cause suspends it, the last cause goes, or the customer is closed. */
export type ActivationTrigger = 'suspend' | 'resume' | 'close';

/** What the world is told of a feature. */
export type FeatureEventType = 'feature.activated' | 'feature.deactivated' | 'feature.suspended' | 'feature.resumed';

type Move = readonly [ActivationStatus, FeatureEventType];
type Transitions = Record<ActivationStatus, Partial<Record<ActivationAction | ActivationTrigger, Move>>>;

/** The whole life of an activation: [next status, what we tell the world]. A move not written here does not exist. */
export const activationTransitions: Transitions = {
  inactive: { activate: ['active', 'feature.activated'] },
  active: {
    deactivate: ['inactive', 'feature.deactivated'],
    suspend: ['suspended', 'feature.suspended'],
    close: ['inactive', 'feature.deactivated'],
  },
  suspended: {
    deactivate: ['inactive', 'feature.deactivated'],
    resume: ['active', 'feature.resumed'],
    close: ['inactive', 'feature.deactivated'],
  },
};

/** A feature of one customer as stored; nothing is stored before it is first activated. Times are ISO 8601. */
export type Activation = {
  readonly id: string;
  readonly tenant_id: string;
  readonly customer_id: string;
  readonly feature: FeatureId;
  readonly status: ActivationStatus;
  /** What the business said when it switched the feature off. */
  readonly status_reason: string | null;
  /** When it was last switched on; kept while it is suspended. */
  readonly activated_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
};

/** Why a feature that was activated cannot be used for now. */
export type SuspensionCause = 'customer_suspended' | 'verification_lost';

/** What keeps a customer from using a feature that was activated, derived from the customer alone. */
export const suspensionCauses = (feature: Feature, customer: Customer): readonly SuspensionCause[] => [
  ...(customer.status === 'suspended' ? (['customer_suspended'] as const) : []),
  ...(provesLevel(customer.verification, feature.level) ? [] : (['verification_lost'] as const)),
];

/** A feature that was never switched on: nothing is stored, and nobody was told. It gets its id when it is. */
export type NeverActivated = Omit<Activation, 'id'> & { readonly id: null };

/** What there is to say of a feature that was never switched on. */
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

/** A change of an activation that the world is told of. */
export type ActivationTransition<A = Activation> = Updated<A, FeatureEventType>;

/** Carries out a move of the table, or refuses with what is allowed instead. */
export const transitionActivation = <A extends Activation | NeverActivated>(
  activation: A,
  action: ActivationAction | ActivationTrigger,
  reason: string | null,
  now: Date,
): ActivationTransition<A> => {
  const move = activationTransitions[activation.status][action];
  if (!move) throw activationNotAllowed(activation.status);
  const [status, event] = move;
  const at = now.toISOString();
  const activated_at = action === 'activate' ? at : status === 'inactive' ? null : activation.activated_at;
  const moved = { status, status_reason: reason, activated_at, updated_at: at, version: activation.version + 1 };
  return { before: activation, after: { ...activation, ...moved }, event };
};

/**
 * What a change of the customer does to one of its activations; undefined where nothing. It looks at the customer as it is
 * after the change, so any order of causes ends in the same state.
 */
export const settleActivation = (activation: Activation, feature: Feature, customer: Customer, now: Date) => {
  const fact = settlingFact(activation, feature, customer);
  return fact && transitionActivation(activation, fact, null, now);
};

const settlingFact = ({ status }: Activation, feature: Feature, customer: Customer): ActivationTrigger | undefined => {
  if (status === 'inactive') return undefined;
  if (customer.status === 'closed') return 'close';
  const suspended = suspensionCauses(feature, customer).length > 0;
  if (suspended && status === 'active') return 'suspend';
  return !suspended && status === 'suspended' ? 'resume' : undefined;
};

/** What a business may do with a feature in this status, as path segments. */
export const activationActions = (status: ActivationStatus): ActivationAction[] =>
  (['activate', 'deactivate'] as const).filter((action) => activationTransitions[status][action] !== undefined);

const activationNotAllowed = (status: ActivationStatus) =>
  new ApiError('action_not_allowed', { current_status: status, allowed_actions: activationActions(status) });

/** What a change of a customer does to its features; `customer` is as it is after the change. */
export const settleFeatures = (
  activations: readonly Activation[],
  customer: Customer,
  now: Date,
): ActivationTransition[] =>
  activations.flatMap((read) => settleActivation(read, features[read.feature], customer, now) ?? []);
