import { ApiError } from '../../core/api-error.ts';
import type { Transition } from '../../core/transition.ts';
import {
  breakerDueAt,
  failingStep,
  type Health,
  type HealthPace,
  isOpen,
  isProbeDue,
  mayProbe,
} from '../webhooks/health.ts';
import type { WebhookState } from '../webhooks/model.ts';
import { changeDelivery, type Delivery, type DeliveryState } from './model.ts';
import { type Pace, sweepAt } from './schedule.ts';
import type { AttemptTrigger } from './states.ts';

/** The whole time an attempt may take, from looking up the name to the last byte read, in milliseconds. */
export const attempt_deadline_ms = 10_000;

/**
 * How long an attempt waits for the body of an answer whose status is there, in milliseconds: the status decides, and the body
 * is only kept to look at. It is shorter than a slow call, so that an endpoint that never ends a body is no slow one.
 */
export const answer_body_wait_ms = 500;

/**
 * The duration of a lease, in milliseconds. It is longer than the deadline of an attempt and than
 * the 30 seconds that the function can run, so that nobody works on a delivery whose lease has
 * ended.
 */
export const claim_lease_ms = 45_000;

/** A claim: the number of attempts that were made when its message was sent, and its token. */
export type Claim = { readonly attempts_made: number; readonly token: string; readonly now: Date };

/** A claimed delivery, and whether it was claimed for a resend. */
export type Claimed<D> = { readonly delivery: D; readonly resend: boolean };

/**
 * The delivery with a lease, or undefined if the message is out of date, another has the lease, or nothing is due. It is
 * saved over the version that was read, so of two claims one wins.
 */
export const claimDelivery = <D extends DeliveryState>(
  delivery: D,
  claim: Claim,
): Claimed<D> | undefined => {
  const now = claim.now.toISOString();
  const resend = isDue(delivery.manual_due_at, now);
  if (delivery.attempts_made !== claim.attempts_made || isLeased(delivery, claim.now))
    return undefined;
  if (!resend && !isDue(delivery.next_attempt_at, now)) return undefined;
  return {
    delivery: { ...leased(delivery, claim), scheduled_at: dueAfter(delivery, leaseEnd(claim.now)) },
    resend,
  };
};

/**
 * The paused delivery with a lease for a probe. It is scheduled itself only if a resend waits; else the health of its
 * endpoint is scheduled for the end of the lease.
 */
export const claimPaused = <D extends DeliveryState>(
  delivery: D,
  claim: Omit<Claim, 'attempts_made'>,
): D => ({
  ...leased(delivery, claim),
  scheduled_at: delivery.scheduled_at && dueAfter(delivery, leaseEnd(claim.now)),
});

const leased = <D extends DeliveryState>(
  delivery: D,
  { token, now }: Omit<Claim, 'attempts_made'>,
): D => ({
  ...delivery,
  lease: { token, until: leaseEnd(now) },
});

/** The sweeper does not look at it before its lease ends. */
const dueAfter = ({ scheduled_at }: DeliveryState, until: string): string =>
  scheduled_at !== null && scheduled_at > until ? scheduled_at : until;

/** The end of a lease that starts now. */
export const leaseEnd = (now: Date): string =>
  new Date(now.getTime() + claim_lease_ms).toISOString();

/** Whether an attempt is in flight, for which a resend has to wait. */
export const isLeased = ({ lease }: Pick<DeliveryState, 'lease'>, now: Date): boolean =>
  lease !== null && lease.until > now.toISOString();

/** How long a resend has to wait for the attempt in flight, in whole seconds; 0 if there is none. */
export const leaseSecondsLeft = ({ lease }: Pick<DeliveryState, 'lease'>, now: Date): number =>
  lease === null ? 0 : Math.max(0, Math.ceil((Date.parse(lease.until) - now.getTime()) / 1000));

/** The delivery with a resend that is due now, its schedule unchanged; undefined for a canceled one. */
export const askForResend = <D extends DeliveryState>(
  delivery: D,
  pace: Pick<Pace, 'now' | 'durations'>,
): D | undefined => {
  if (delivery.status === 'canceled') return undefined;
  const now = pace.now.toISOString();
  const swept = sweepAt(now, pace);
  const scheduled_at =
    delivery.scheduled_at !== null && delivery.scheduled_at < swept ? delivery.scheduled_at : swept;
  return { ...delivery, manual_due_at: now, resend_trigger: 'manual', scheduled_at };
};

const isDue = (at: string | null, now: string) => at !== null && at <= now;

/** The change of the open deliveries of a webhook. */
export type Reconciliation = 'resume' | 'pause' | 'cancel';

/** The reconciliation for a webhook that was deleted, that must not be called, or that may be. */
export const reconciliationOf = (
  webhook: Pick<WebhookState, 'status'> | undefined,
  accountSuspended: boolean,
): Reconciliation => {
  if (webhook === undefined) return 'cancel';
  return webhook.status === 'disabled' || accountSuspended ? 'pause' : 'resume';
};

/**
 * The next step of a due delivery, by the breaker of its endpoint. It is sent, sent as the probe,
 * paused, scheduled for the next probe, or notified again after the probe in flight.
 */
type Admission = 'send' | 'probe' | 'pause' | 'postpone' | 'notify_after_probe';

/**
 * Decides over a due delivery. While the breaker is open only a resend, a test or a recovery may be
 * the probe. A resend and a test do not wait for the time of the next probe. A recovery sends
 * thousands: if each could be a probe at once, an endpoint that is down would get all of them.
 */
export const admissionOf = (health: Health, trigger: AttemptTrigger, now: Date): Admission => {
  if (!isOpen(health)) return 'send';
  const isResend = trigger === 'manual' || trigger === 'recovery';
  if (!isResend && trigger !== 'test') return 'pause';
  if (mayProbe(health, trigger !== 'recovery', now)) return 'probe';
  if (!isResend) return 'pause';
  // Without a scheduled probe the webhook must not be called: the attempt finds that out, and drops the resend.
  if (breakerDueAt(health) === null) return 'send';
  return trigger === 'recovery' ? 'postpone' : 'notify_after_probe';
};

/** The step due for an endpoint: it must not be called, has failed for days, or is probed. */
type EndpointStep = 'stop_probes' | 'record_failing' | 'probe' | 'wait';

/** Decides over an endpoint, apart from any one delivery. */
export const endpointStep = (
  webhook: Pick<WebhookState, 'status'> | undefined,
  accountSuspended: boolean,
  health: Health,
  pace: Pick<HealthPace, 'now' | 'durations'>,
): EndpointStep => {
  if (reconciliationOf(webhook, accountSuspended) !== 'resume') return 'stop_probes';
  if (failingStep(health, pace)) return 'record_failing';
  return isProbeDue(health, pace.now) ? 'probe' : 'wait';
};

/** Why nothing can be sent to the webhook of a delivery; null where it can. */
export const unreachable = (webhook: WebhookState | undefined): string | null => {
  if (!webhook) return 'Its webhook was deleted.';
  return webhook.status === 'disabled' ? 'Its webhook is disabled; enable it first.' : null;
};

/** A delivery is resent so often at most; its history stays one that somebody can read. */
export const resends_max = 50;

/** Why a delivery has been resent often enough; null where it has not. */
export const resentEnough = ({ attempts_made, schedule_step }: Resent): string | null =>
  attempts_made - schedule_step < resends_max
    ? null
    : `It was resent ${resends_max} times, which is the most. Repair the endpoint; a recovery of its webhook sends it again.`;

/** The fields that count the attempts outside of the schedule. */
type Resent = Pick<DeliveryState, 'status' | 'attempts_made' | 'schedule_step'>;

/** The actions that a delivery allows now, as path segments. */
export const deliveryActions = (delivery: Resent, webhook: WebhookState | undefined): 'resend'[] =>
  delivery.status === 'canceled' || unreachable(webhook) !== null || resentEnough(delivery) !== null
    ? []
    : ['resend'];

/**
 * The delivery with a resend that is due now. It is an error while an attempt is in flight, for a canceled delivery, after
 * too many resends, and while its webhook is disabled or deleted.
 */
export const resendNow = (
  delivery: Delivery,
  webhook: WebhookState | undefined,
  pace: Pick<Pace, 'now' | 'durations'>,
): Transition<Delivery, never> => {
  if (deliveryActions(delivery, webhook).length === 0) throw notAllowed(delivery, webhook);
  if (isLeased(delivery, pace.now)) {
    const seconds = leaseSecondsLeft(delivery, pace.now);
    throw new ApiError('delivery_in_flight', { retry_after_seconds: Math.max(1, seconds) });
  }
  const asked = askForResend(delivery, pace);
  if (!asked) throw notAllowed(delivery, webhook);
  return changeDelivery(delivery, asked, pace.now);
};

const notAllowed = (delivery: Delivery, webhook: WebhookState | undefined) => {
  const reason = unreachable(webhook) ?? resentEnough(delivery);
  const details = {
    current_status: delivery.status,
    allowed_actions: [],
    ...(reason && { status_reason: reason }),
  };
  return new ApiError('action_not_allowed', details);
};
