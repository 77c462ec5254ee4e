/**
 * `pending` no attempt finished · `retrying` failed, due again · `succeeded` · `failed` schedule exhausted · `parked`
 * waits for its endpoint · `skipped` its webhook was disabled when the event came · `canceled` its webhook was
 * deleted.
 */
export const deliveryStatuses = [
  'pending',
  'retrying',
  'succeeded',
  'failed',
  'parked',
  'skipped',
  'canceled',
] as const;
/** Where a delivery stands. */
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/**
 * What happens to a delivery. Attempts of the schedule `succeed`, `fail`, `exhaust` (no retry is left) or find the
 * endpoint `gone` (410); those outside it, resends, `succeed` or `fail_resend`. `park`, `release` and `cancel` come
 * from its webhook.
 */
export type DeliveryAction =
  | 'succeed'
  | 'fail'
  | 'exhaust'
  | 'gone'
  | 'fail_resend'
  | 'park'
  | 'release_new'
  | 'release_tried'
  | 'cancel';

/**
 * What becomes of the next automatic attempt: none, the one already planned, the schedule's next step, or at once.
 */
export type NextDue = 'none' | 'kept' | 'step' | 'now';

type Moves = Record<DeliveryStatus, Partial<Record<DeliveryAction, readonly [DeliveryStatus, NextDue]>>>;

/**
 * The whole life of a delivery: [next status, next attempt]. A move not written here does not exist. Parked and
 * canceled deliveries still hear the end of an attempt that was in flight when they were put there; to a finished one
 * `park` only means that a resend which waits is dropped. What did not arrive never will once its webhook is deleted.
 */
export const deliveryMoves: Moves = {
  pending: {
    succeed: ['succeeded', 'none'],
    fail: ['retrying', 'step'],
    exhaust: ['failed', 'none'],
    gone: ['parked', 'none'],
    fail_resend: ['retrying', 'kept'],
    park: ['parked', 'none'],
    cancel: ['canceled', 'none'],
  },
  retrying: {
    succeed: ['succeeded', 'none'],
    fail: ['retrying', 'step'],
    exhaust: ['failed', 'none'],
    gone: ['parked', 'none'],
    fail_resend: ['retrying', 'kept'],
    park: ['parked', 'none'],
    cancel: ['canceled', 'none'],
  },
  parked: {
    succeed: ['succeeded', 'none'],
    fail: ['parked', 'none'],
    exhaust: ['failed', 'none'],
    gone: ['parked', 'none'],
    fail_resend: ['parked', 'none'],
    release_new: ['pending', 'now'],
    release_tried: ['retrying', 'now'],
    cancel: ['canceled', 'none'],
  },
  succeeded: {
    succeed: ['succeeded', 'none'],
    fail_resend: ['succeeded', 'none'],
    park: ['succeeded', 'none'],
    cancel: ['succeeded', 'none'],
  },
  failed: {
    succeed: ['succeeded', 'none'],
    fail_resend: ['failed', 'none'],
    park: ['failed', 'none'],
    cancel: ['canceled', 'none'],
  },
  skipped: {
    succeed: ['succeeded', 'none'],
    fail_resend: ['skipped', 'none'],
    park: ['skipped', 'none'],
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
  status === 'pending' || status === 'retrying' || status === 'parked';

/** Whether a delivery counts as undelivered (product.md: `status=undelivered`). */
export const isUndelivered = (status: DeliveryStatus): boolean =>
  isUnfinished(status) || status === 'failed' || status === 'skipped';
