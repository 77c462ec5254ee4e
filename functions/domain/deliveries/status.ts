/**
 * `pending` no attempt finished · `retrying` failed, due again · `succeeded` · `failed` schedule exhausted · `paused`
 * waits for its endpoint · `suppressed` its webhook was disabled when the event came · `canceled` its webhook was
 * deleted.
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
/** Where a delivery stands. */
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/**
 * What happens to a delivery. Attempts of the schedule `succeed`, `fail`, `exhaust` (no retry is left) or find the
 * endpoint `gone` (410); those outside it, resends, `succeed` or `fail_resend`. `pause`, `resume` and `cancel` come
 * from its webhook.
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

/**
 * What becomes of the next automatic attempt: none, the one already planned, the schedule's next step, or at once.
 */
export type NextDue = 'none' | 'kept' | 'step' | 'now';

type Moves = Record<DeliveryStatus, Partial<Record<DeliveryAction, readonly [DeliveryStatus, NextDue]>>>;

/**
 * The whole life of a delivery: [next status, next attempt]. A move not written here does not exist. Paused and
 * canceled deliveries still hear the end of an attempt that was in flight when they were put there; to a finished one
 * `pause` only means that a resend which waits is dropped. What did not arrive never will once its webhook is deleted.
 */
export const deliveryMoves: Moves = {
  pending: {
    succeed: ['succeeded', 'none'],
    fail: ['retrying', 'step'],
    exhaust: ['failed', 'none'],
    gone: ['paused', 'none'],
    fail_resend: ['retrying', 'kept'],
    pause: ['paused', 'none'],
    cancel: ['canceled', 'none'],
  },
  retrying: {
    succeed: ['succeeded', 'none'],
    fail: ['retrying', 'step'],
    exhaust: ['failed', 'none'],
    gone: ['paused', 'none'],
    fail_resend: ['retrying', 'kept'],
    pause: ['paused', 'none'],
    cancel: ['canceled', 'none'],
  },
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

/** Whether the schedule still has something to do with a delivery, now or once its endpoint is back. */
export const isUnfinished = (status: DeliveryStatus): boolean =>
  status === 'pending' || status === 'retrying' || status === 'paused';

/** Whether a delivery counts as undelivered (product.md: `status=undelivered`). */
export const isUndelivered = (status: DeliveryStatus): boolean =>
  isUnfinished(status) || status === 'failed' || status === 'suppressed';
