import { ApiError } from '../api-error.ts';
import type { Customer } from '../customers/customer.ts';
import type { Moved } from '../transition.ts';
import { provesLevel } from '../verifications/summary.ts';
import {
  type ActivationAction,
  type ActivationFact,
  type ActivationStatus,
  activationMoves,
  type FeatureEventType,
} from './activation-life.ts';
import type { Feature, FeatureId } from './catalogue.ts';

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
export type ActivationMove<A = Activation> = Moved<A, FeatureEventType>;

/** Carries out a move of the table, or refuses with what is allowed instead. */
export const moveActivation = <A extends Activation | NeverActivated>(
  activation: A,
  action: ActivationAction | ActivationFact,
  reason: string | null,
  now: Date,
): ActivationMove<A> => {
  const move = activationMoves[activation.status][action];
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
  return fact && moveActivation(activation, fact, null, now);
};

const settlingFact = ({ status }: Activation, feature: Feature, customer: Customer): ActivationFact | undefined => {
  if (status === 'inactive') return undefined;
  if (customer.status === 'closed') return 'close';
  const suspended = suspensionCauses(feature, customer).length > 0;
  if (suspended && status === 'active') return 'suspend';
  return !suspended && status === 'suspended' ? 'resume' : undefined;
};

/** What a business may do with a feature in this status, as path segments. */
export const activationActions = (status: ActivationStatus): ActivationAction[] =>
  (['activate', 'deactivate'] as const).filter((action) => activationMoves[status][action] !== undefined);

const activationNotAllowed = (status: ActivationStatus) =>
  new ApiError('action_not_allowed', { current_status: status, allowed_actions: activationActions(status) });
