import type { EventTypeOf } from '../../core/event-types.ts';

/** The status of a feature of a customer. */
export const activationStatuses = ['inactive', 'active', 'suspended'] as const;
export type ActivationStatus = (typeof activationStatuses)[number];

/** The actions of a business on a feature of its customer. */
export const activationActionNames = ['activate', 'deactivate'] as const;
export type ActivationAction = (typeof activationActionNames)[number];
/** The other triggers: a cause suspends it, the last cause goes, or the customer is closed. */
export type ActivationTrigger = 'suspend' | 'resume' | 'close';

/** The events of a feature of a customer. */
export type FeatureEventType = EventTypeOf<'feature'>;

type Transitions = Record<
  ActivationStatus,
  Partial<
    Record<ActivationAction | ActivationTrigger, readonly [ActivationStatus, FeatureEventType]>
  >
>;

/** The state machine of an activation: [next status, event]. A transition that is not in the table does not exist. */
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

/** The actions that a status allows, as path segments. */
export const activationActions = (status: ActivationStatus): ActivationAction[] =>
  activationActionNames.filter((action) => activationTransitions[status][action] !== undefined);
