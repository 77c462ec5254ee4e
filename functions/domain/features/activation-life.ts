/** Where a customer stands with a feature. */
export type ActivationStatus = 'inactive' | 'active' | 'suspended';
/** What a business may do with a feature of its customer. */
export type ActivationAction = 'activate' | 'deactivate';
/** What else happens to it: a cause suspends it, the last cause goes, or the customer is closed. */
export type ActivationFact = 'suspend' | 'resume' | 'close';

/** What the world is told of a feature. */
export type FeatureEventType = 'feature.activated' | 'feature.deactivated' | 'feature.suspended' | 'feature.resumed';

type Move = readonly [ActivationStatus, FeatureEventType];
type Moves = Record<ActivationStatus, Partial<Record<ActivationAction | ActivationFact, Move>>>;

/** The whole life of an activation: [next status, what we tell the world]. A move not written here does not exist. */
export const activationMoves: Moves = {
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
