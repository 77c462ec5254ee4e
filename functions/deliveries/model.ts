import type { DeliveryMessage } from '../messages.ts';
import { type Attempt, type AttemptResult, type AttemptTrigger, saysGone, takesStep } from './attempt.ts';
import { attempts_max, nextAttemptAt, type Pace, retryAfter, sweepAt } from './schedule.ts';

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
export type NextScheduled = 'none' | 'kept' | 'step' | 'now';

type Transitions = Record<DeliveryStatus, Partial<Record<DeliveryAction, readonly [DeliveryStatus, NextScheduled]>>>;

/**
 * The whole life of a delivery: [next status, next attempt]. A move not written here does not exist. Paused and
 * canceled deliveries still hear the end of an attempt that was in flight when they were put there; to a finished one
 * `pause` only means that a resend which waits is dropped. What did not arrive never will once its webhook is deleted.
 */
export const deliveryTransitions: Transitions = {
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

/** Whether a delivery counts as undelivered. */
export const isUndelivered = (status: DeliveryStatus): boolean =>
  isUnfinished(status) || status === 'failed' || status === 'suppressed';

/**
 * What decides over a delivery, as stored. Times are ISO 8601 with milliseconds, so that they sort as text.
 * `next_attempt_at` is the schedule's word; `scheduled_at` is when the sweeper looks, never before there is something to
 * do; they differ because a message usually comes first, and because the sweeper moves its own date ahead before it
 * wakes anybody.
 */
export type DeliveryState = {
  readonly status: DeliveryStatus;
  /** Finished attempts of every kind. */
  readonly attempts_made: number;
  /** Finished attempts of the schedule. */
  readonly schedule_step: number;
  readonly next_attempt_at: string | null;
  /** When a resend was asked for that no attempt has answered yet. */
  readonly manual_due_at: string | null;
  /** Who asked for the latest resend: somebody by hand, or a recovery. */
  readonly resend_trigger?: 'manual' | 'recovery';
  readonly scheduled_at: string | null;
  readonly lease: { readonly token: string; readonly until: string } | null;
  readonly completed_at: string | null;
};

/** A delivery as stored. */
export type Delivery = DeliveryState & {
  readonly id: string;
  readonly tenant_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly webhook_id: string;
  /** Where it went last, or will go first. */
  readonly url: string;
  readonly last_attempt: LastAttempt | null;
  /** All of the first attempt, where it succeeded: it needs no place of its own, since none follows it of itself. */
  readonly first_attempt?: Attempt;
  /** What its first attempt is: of the schedule, or a test. */
  readonly first_trigger: 'automatic' | 'test';
  /** The latest recovery that sent it. */
  readonly recovery_id?: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
};

/** The delivery with what became of it, one version on; nobody is told. */
export const changeDelivery = (delivery: Delivery, changes: Partial<Delivery>, now: Date) => ({
  before: delivery,
  after: { ...delivery, ...changes, updated_at: now.toISOString(), version: delivery.version + 1 },
});

/** The message of a delivery in its current state. */
export const deliveryMessage = ({ tenant_id, webhook_id, id, attempts_made }: Delivery): DeliveryMessage => ({
  ...{ kind: 'delivery', tenant_id, webhook_id, delivery_id: id, attempts_made },
});

/** What the list of deliveries says of the latest attempt. */
export type LastAttempt = Pick<Attempt, 'number' | 'trigger' | 'started_at' | 'duration_ms' | 'error'> & {
  readonly response_status: number | null;
};

/** A delivery at its birth: due at once, or `suppressed` where its webhook is disabled. */
export const newDelivery = (webhookEnabled: boolean, pace: Pick<Pace, 'now' | 'durations'>): DeliveryState => {
  const at = pace.now.toISOString();
  return {
    status: webhookEnabled ? 'pending' : 'suppressed',
    attempts_made: 0,
    schedule_step: 0,
    next_attempt_at: webhookEnabled ? at : null,
    manual_due_at: null,
    scheduled_at: webhookEnabled ? sweepAt(at, pace) : null,
    lease: null,
    completed_at: webhookEnabled ? null : at,
  };
};

/** Automatic attempts that are left; none once the delivery is finished. */
export const attemptsLeft = (delivery: Pick<DeliveryState, 'status' | 'schedule_step'>): number =>
  isUnfinished(delivery.status) ? attempts_max - delivery.schedule_step : 0;

/**
 * The delivery after its webhook or account changed: `pause`, `cancel`, or `resume`, which makes it due. A resend
 * that waits is dropped; a lease stays, for the attempt in flight may finish. Undefined where the table has no such
 * move.
 */
export const transitionDelivery = <D extends DeliveryState>(
  delivery: D,
  action: 'pause' | 'resume' | 'cancel',
  pace: Pick<Pace, 'now' | 'durations'>,
): D | undefined => {
  const resume = delivery.attempts_made === 0 ? 'resume_new' : 'resume_tried';
  const move = deliveryTransitions[delivery.status][action === 'resume' ? resume : action];
  if (move === undefined) return undefined;
  const due = planned(delivery, move[1], pace.now.toISOString());
  return withPlan(delivery, move[0], due, pace);
};

/**
 * The delivery after an attempt: both counters, the next status and date, without lease and without the resend it
 * answered. Undefined where the table has no such move: then nobody should have attempted.
 */
export const settleDelivery = <D extends DeliveryState>(
  delivery: D,
  trigger: AttemptTrigger,
  result: AttemptResult,
  pace: Pace,
): D | undefined => {
  const schedule_step = delivery.schedule_step + (takesStep[trigger] ? 1 : 0);
  const move = deliveryTransitions[delivery.status][actionOf(trigger, result, schedule_step)];
  if (move === undefined) return undefined;
  const due = planned(delivery, move[1], nextAttemptAt(schedule_step, pauseAsked(result, pace.now), pace));
  const attempts_made = delivery.attempts_made + 1;
  return withPlan({ ...delivery, attempts_made, schedule_step, lease: null }, move[0], due, pace);
};

const actionOf = (trigger: AttemptTrigger, result: AttemptResult, stepsDone: number): DeliveryAction => {
  if (result.error === null) return 'succeed';
  if (!takesStep[trigger]) return 'fail_resend';
  if (stepsDone >= attempts_max) return 'exhaust';
  return saysGone(result) ? 'gone' : 'fail';
};

/** How long an endpoint asks to be left alone with its answer, in milliseconds; null where it does not. */
export const pauseAsked = ({ response }: AttemptResult, now: Date): number | null =>
  response && retryAfter(response.status, response.headers['retry-after'], now);

const planned = (delivery: DeliveryState, due: NextScheduled, date: string | null) => {
  if (due === 'none') return null;
  return due === 'kept' ? delivery.next_attempt_at : date;
};

const withPlan = <D extends DeliveryState>(
  delivery: D,
  status: DeliveryStatus,
  next_attempt_at: string | null,
  pace: Pick<Pace, 'now' | 'durations'>,
): D => {
  const since = status === delivery.status ? delivery.completed_at : null;
  return {
    ...delivery,
    status,
    next_attempt_at,
    manual_due_at: null,
    scheduled_at: next_attempt_at && sweepAt(next_attempt_at, pace),
    completed_at: isUnfinished(status) ? null : (since ?? pace.now.toISOString()),
  };
};
