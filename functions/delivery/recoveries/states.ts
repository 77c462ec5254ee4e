/**
 * The kinds of work of a recovery: deliveries that failed for good, or events without a delivery or
 * with a suppressed one.
 */
export const recoveryScopes = ['failed', 'missing'] as const;

/** `failed`: its webhook was deleted or disabled before it was done. */
export const recoveryStatuses = ['running', 'completed', 'canceled', 'failed'] as const;
type RecoveryStatus = (typeof recoveryStatuses)[number];

/** The state machine of a recovery. A transition that is not in the table does not exist. */
export const recoveryTransitions: Record<
  RecoveryStatus,
  Partial<Record<'complete' | 'cancel' | 'fail', RecoveryStatus>>
> = {
  running: { complete: 'completed', cancel: 'canceled', fail: 'failed' },
  completed: {},
  canceled: {},
  failed: {},
};
