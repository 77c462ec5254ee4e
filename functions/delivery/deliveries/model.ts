import type { ReadonlyDeep } from '../../core/json.ts';
import type { DeliveryMessage } from '../../core/messages.ts';
import { retryAfter } from './retry-after.ts';
import { attempts_max, nextAttemptAt, type Pace, sweepAt } from './schedule.ts';
import type { AttemptResource, DeliveryResource } from './schema.ts';
import {
  type AttemptTrigger,
  type DeliveryAction,
  type DeliveryStatus,
  deliveryTransitions,
  isUnfinished,
  type NextScheduled,
  takesStep,
} from './states.ts';

/** An attempt as stored: the fields of its resource. */
export type Attempt = ReadonlyDeep<AttemptResource>;

/** The result of one POST to an endpoint; it succeeded if it has no error. */
export type AttemptResult = Pick<
  Attempt,
  'duration_ms' | 'timings' | 'remote_address' | 'response' | 'error'
>;

/** An attempt in short, as its delivery has it. */
export const lastAttemptOf = (attempt: Attempt): NonNullable<Delivery['last_attempt']> => {
  const { number, trigger, started_at, duration_ms, error, response } = attempt;
  return {
    number,
    trigger,
    started_at,
    duration_ms,
    error,
    response_status: response?.status ?? null,
  };
};

/** The attempt without the text that its endpoint sent, which may repeat personal data. */
export const wordlessAttempt = <A extends Pick<AttemptResult, 'response' | 'error'>>(
  attempt: A,
): A => ({
  ...attempt,
  response: attempt.response && { ...attempt.response, headers: {}, body: '', body_sha256: '' },
  error: wordlessError(attempt.error),
});

/** The error without the target of a redirect. */
export const wordlessError = (error: AttemptResult['error']): AttemptResult['error'] =>
  error?.kind === 'redirect'
    ? { ...error, message: 'The endpoint answered with a redirect; they are not followed.' }
    : error;

/** 410: the endpoint will never take anything again, so its webhook is disabled. */
export const saysGone = (result: AttemptResult): boolean => result.response?.status === 410;

/**
 * The part of a delivery that decides what happens next. Times are ISO 8601 with milliseconds, so they sort as text.
 * `next_attempt_at` is the schedule; `scheduled_at` is when the sweeper looks at it. They differ because a message usually
 * comes first, and because the sweeper postpones its own date before it notifies.
 */
export type DeliveryState = {
  readonly status: DeliveryStatus;
  /** Finished attempts of every kind. */
  readonly attempts_made: number;
  /** Finished attempts of the schedule. */
  readonly schedule_step: number;
  readonly next_attempt_at: string | null;
  /** When a resend was requested that no attempt has answered yet. */
  readonly manual_due_at: string | null;
  /** The cause of the latest resend: a person or program, or a recovery. */
  readonly resend_trigger?: 'manual' | 'recovery';
  readonly scheduled_at: string | null;
  readonly lease: { readonly token: string; readonly until: string } | null;
  readonly completed_at: string | null;
};

type Derived = 'object' | 'status_reason' | 'allowed_actions' | 'attempts_left';

/** A delivery as stored: the fields of its resource, and its state. */
export type Delivery = ReadonlyDeep<Omit<DeliveryResource, Derived>> &
  DeliveryState & {
    readonly tenant_id: string;
    /** The first attempt, if it succeeded: it is not an item itself, since no other follows by itself. */
    readonly first_attempt?: Attempt;
    /** The trigger of its first attempt. */
    readonly first_trigger: 'automatic' | 'test';
    /** The latest recovery that sent it. */
    readonly recovery_id?: string;
  };

/** The delivery with changes, as its next version; no event is published. */
export const changeDelivery = (delivery: Delivery, changes: Partial<Delivery>, now: Date) => ({
  before: delivery,
  after: { ...delivery, ...changes, updated_at: now.toISOString(), version: delivery.version + 1 },
});

/** The message of a delivery in its current state. */
export const deliveryMessage = ({
  tenant_id,
  webhook_id,
  id,
  attempts_made,
}: Delivery): DeliveryMessage => ({
  kind: 'delivery',
  tenant_id,
  webhook_id,
  delivery_id: id,
  attempts_made,
});

/** The state of a new delivery: due now, or `suppressed` if its webhook is disabled. */
export const newDelivery = (
  webhookEnabled: boolean,
  pace: Pick<Pace, 'now' | 'durations'>,
): DeliveryState => {
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

/** The delivery whose next automatic attempt is due now; undefined where none waits. */
export const withAttemptNow = (delivery: Delivery, now: Date) => {
  const at = now.toISOString();
  if (delivery.next_attempt_at === null || delivery.next_attempt_at <= at) return undefined;
  return changeDelivery(delivery, { next_attempt_at: at, scheduled_at: at }, now);
};

/** The remaining automatic attempts; none once the delivery is finished. */
export const attemptsLeft = (delivery: Pick<DeliveryState, 'status' | 'schedule_step'>): number =>
  isUnfinished(delivery.status) ? attempts_max - delivery.schedule_step : 0;

/**
 * The delivery after its webhook or account changed: `pause`, `cancel`, or `resume`, which makes it due. A waiting resend is
 * dropped; a lease stays, because the attempt in flight may finish. Undefined if the table has no such transition.
 */
export const transitionDelivery = <D extends DeliveryState>(
  delivery: D,
  action: 'pause' | 'resume' | 'cancel',
  pace: Pick<Pace, 'now' | 'durations'>,
): D | undefined => {
  const resume = delivery.attempts_made === 0 ? 'resume_new' : 'resume_tried';
  const found = deliveryTransitions[delivery.status][action === 'resume' ? resume : action];
  if (found === undefined) return undefined;
  const due = planned(delivery, found[1], pace.now.toISOString());
  return withPlan(delivery, found[0], due, pace);
};

/**
 * The delivery after an attempt: counters, next status and date, without lease and resend. Undefined if the table has no
 * such transition: then nobody should have attempted it.
 */
export const deliveryAfter = <D extends DeliveryState>(
  delivery: D,
  trigger: AttemptTrigger,
  result: AttemptResult,
  pace: Pace,
): D | undefined => {
  const schedule_step = delivery.schedule_step + (takesStep[trigger] ? 1 : 0);
  const found = deliveryTransitions[delivery.status][actionOf(trigger, result, schedule_step)];
  if (found === undefined) return undefined;
  const due = planned(
    delivery,
    found[1],
    nextAttemptAt(schedule_step, pauseAsked(result, pace.now), pace),
  );
  const attempts_made = delivery.attempts_made + 1;
  return withPlan({ ...delivery, attempts_made, schedule_step, lease: null }, found[0], due, pace);
};

const actionOf = (
  trigger: AttemptTrigger,
  result: AttemptResult,
  stepsDone: number,
): DeliveryAction => {
  if (result.error === null) return 'succeed';
  if (!takesStep[trigger]) return 'fail_resend';
  if (stepsDone >= attempts_max) return 'exhaust';
  return saysGone(result) ? 'gone' : 'fail';
};

/** The pause that a response asks for, in milliseconds; null if it asks for none. */
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
