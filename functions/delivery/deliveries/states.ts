/**
 * `pending` has finished no attempt. `retrying` has failed and is due again. `succeeded` was
 * accepted. `failed` has exhausted its schedule. `paused` waits for its endpoint. The webhook of
 * `suppressed` was disabled when the event came. The webhook of `canceled` was deleted.
 */
export const deliveryStatuses = [
  'pending',
  'retrying',
  'succeeded',
  'failed',
  'paused',
  'suppressed',
  'canceled',
] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/**
 * Attempts of the schedule `succeed`, `fail`, `exhaust` (no retry is left) or find the endpoint `gone` (410). Attempts
 * outside it, such as resends, `succeed` or `fail_resend`. `pause`, `resume` and `cancel` come from its webhook.
 */
export type DeliveryAction =
  | 'succeed'
  | 'fail'
  | 'exhaust'
  | 'gone'
  | 'fail_resend'
  | 'pause'
  | 'resume_new'
  | 'resume_tried'
  | 'cancel';

/** The next automatic attempt: none, the one already planned, the next step of the schedule, or now. */
export type NextScheduled = 'none' | 'kept' | 'step' | 'now';

type Transitions = Record<
  DeliveryStatus,
  Partial<Record<DeliveryAction, readonly [DeliveryStatus, NextScheduled]>>
>;

/** Before the last automatic attempt. */
const attempted: Transitions[DeliveryStatus] = {
  succeed: ['succeeded', 'none'],
  fail: ['retrying', 'step'],
  exhaust: ['failed', 'none'],
  gone: ['paused', 'none'],
  fail_resend: ['retrying', 'kept'],
  pause: ['paused', 'none'],
  cancel: ['canceled', 'none'],
};

/**
 * The state machine of a delivery: [next status, next attempt]. A transition that is not in the table does not exist. A
 * paused or canceled delivery still gets the result of an attempt that was in flight. `pause` of a finished one only drops
 * a waiting resend. Once its webhook is deleted, an undelivered delivery is canceled.
 */
export const deliveryTransitions: Transitions = {
  pending: attempted,
  retrying: attempted,
  paused: {
    succeed: ['succeeded', 'none'],
    fail: ['paused', 'none'],
    exhaust: ['failed', 'none'],
    gone: ['paused', 'none'],
    fail_resend: ['paused', 'none'],
    resume_new: ['pending', 'now'],
    resume_tried: ['retrying', 'now'],
    cancel: ['canceled', 'none'],
  },
  succeeded: {
    succeed: ['succeeded', 'none'],
    fail_resend: ['succeeded', 'none'],
    pause: ['succeeded', 'none'],
    cancel: ['succeeded', 'none'],
  },
  failed: {
    succeed: ['succeeded', 'none'],
    fail_resend: ['failed', 'none'],
    pause: ['failed', 'none'],
    cancel: ['canceled', 'none'],
  },
  suppressed: {
    succeed: ['succeeded', 'none'],
    fail_resend: ['suppressed', 'none'],
    pause: ['suppressed', 'none'],
    cancel: ['canceled', 'none'],
  },
  canceled: {
    succeed: ['canceled', 'none'],
    fail: ['canceled', 'none'],
    exhaust: ['canceled', 'none'],
    gone: ['canceled', 'none'],
    fail_resend: ['canceled', 'none'],
  },
};

/** Whether automatic attempts follow, now or once its endpoint is back. */
export const isUnfinished = (status: DeliveryStatus): boolean =>
  status === 'pending' || status === 'retrying' || status === 'paused';

/** Whether a delivery counts as undelivered. */
export const isUndelivered = (status: DeliveryStatus): boolean =>
  isUnfinished(status) || status === 'failed' || status === 'suppressed';

/** Why an attempt is made: by the schedule, a resend by hand or by a recovery, a test, or the probe of the breaker. */
export const attemptTriggers = ['automatic', 'manual', 'recovery', 'test', 'probe'] as const;
export type AttemptTrigger = (typeof attemptTriggers)[number];

/** Whether an attempt uses a step of the schedule. A probe does not: paused deliveries keep all their attempts. */
export const takesStep: Record<AttemptTrigger, boolean> = {
  automatic: true,
  test: true,
  probe: false,
  manual: false,
  recovery: false,
};

/** Everything that can be wrong with an attempt, from the name of the host to the response; the last four at AWS only. */
export const attemptErrorKinds = [
  ...(['dns', 'connect', 'tls', 'timeout', 'redirect'] as const),
  ...(['blocked_address', 'bad_response', 'http_status'] as const),
  ...(['access_denied', 'not_found', 'throttled', 'rejected'] as const),
] as const;

export type AttemptErrorKind = (typeof attemptErrorKinds)[number];
