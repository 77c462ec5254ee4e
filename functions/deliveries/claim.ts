import { ApiError } from '../api-error.ts';
import type { Transition } from '../transition.ts';
import type { WebhookState } from '../webhooks/model.ts';
import { changeDelivery, type Delivery, type DeliveryState } from './model.ts';
import { type Pace, sweepAt } from './schedule.ts';

/** The whole time an attempt may take, from looking up the name to the last byte read, in milliseconds. */
export const attempt_deadline_ms = 10_000;

/**
 * How long a claim keeps others away, in milliseconds: longer than the deadline of the attempt and than the 30
 * seconds that the function which holds it can live, so that a lease that ended has no holder.
 */
export const claim_lease_ms = 45_000;

/** What a message knows: how many attempts were made when it was sent. */
export type Claim = { readonly attempts_made: number; readonly token: string; readonly now: Date };

/** A delivery that was claimed, and whether it is a resend that it was claimed for. */
export type Claimed<D> = { readonly delivery: D; readonly resend: boolean };

/**
 * The delivery in the claimer's hands, or undefined when the message is out of date, another holds the lease, or
 * nothing is due. The store writes it under the same conditions, so that of two claimers one wins.
 */
export const claimDelivery = <D extends DeliveryState>(delivery: D, claim: Claim): Claimed<D> | undefined => {
  const now = claim.now.toISOString();
  const resend = isDue(delivery.manual_due_at, now);
  if (delivery.attempts_made !== claim.attempts_made || isLeased(delivery, claim.now)) return undefined;
  if (!resend && !isDue(delivery.next_attempt_at, now)) return undefined;
  return { delivery: { ...leased(delivery, claim), scheduled_at: dueAfter(delivery, leaseEnd(claim.now)) }, resend };
};

/**
 * The paused delivery, which nobody attempts, in the hands of whoever probes its endpoint. It has a due date of its
 * own only where a resend waits; the probe's lease, which is as long, is due in the endpoint's health.
 */
export const claimPaused = <D extends DeliveryState>(delivery: D, claim: Omit<Claim, 'attempts_made'>): D => ({
  ...leased(delivery, claim),
  scheduled_at: delivery.scheduled_at && dueAfter(delivery, leaseEnd(claim.now)),
});

const leased = <D extends DeliveryState>(delivery: D, { token, now }: Omit<Claim, 'attempts_made'>): D => ({
  ...delivery,
  lease: { token, until: leaseEnd(now) },
});

/** Nobody comes by for it while it is in somebody's hands. */
const dueAfter = ({ scheduled_at }: DeliveryState, until: string): string =>
  scheduled_at !== null && scheduled_at > until ? scheduled_at : until;

/** When a claim that is made now ends. */
export const leaseEnd = (now: Date): string => new Date(now.getTime() + claim_lease_ms).toISOString();

/** Whether somebody is attempting a delivery now: a resend has to wait. */
export const isLeased = ({ lease }: Pick<DeliveryState, 'lease'>, now: Date): boolean =>
  lease !== null && lease.until > now.toISOString();

/** How long a resend has to wait for the attempt in flight, in whole seconds; 0 when nothing is in flight. */
export const leaseSecondsLeft = ({ lease }: Pick<DeliveryState, 'lease'>, now: Date): number =>
  lease === null ? 0 : Math.max(0, Math.ceil((Date.parse(lease.until) - now.getTime()) / 1000));

/**
 * The delivery with a resend that waits: due now, the schedule left as it is. Undefined for a canceled one.
 * The caller has made sure that it is not leased and that its webhook is enabled.
 */
export const askForResend = <D extends DeliveryState>(
  delivery: D,
  pace: Pick<Pace, 'now' | 'durations'>,
): D | undefined => {
  if (delivery.status === 'canceled') return undefined;
  const now = pace.now.toISOString();
  const swept = sweepAt(now, pace);
  const scheduled_at = delivery.scheduled_at !== null && delivery.scheduled_at < swept ? delivery.scheduled_at : swept;
  return { ...delivery, manual_due_at: now, resend_trigger: 'manual', scheduled_at };
};

const isDue = (at: string | null, now: string) => at !== null && at <= now;

/** What a webhook's open deliveries should become: sent again, kept until it is back, or given up. */
export type Reconciliation = 'resume' | 'pause' | 'cancel';

/** What the open deliveries of a webhook are to be aligned with: it was deleted, may not be called, or may. */
export const reconciliationOf = (webhook: WebhookState | undefined, accountSuspended: boolean): Reconciliation => {
  if (webhook === undefined) return 'cancel';
  return webhook.status === 'disabled' || accountSuspended ? 'pause' : 'resume';
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

/** What tells how often a delivery was sent besides its schedule. */
type Resent = Pick<DeliveryState, 'status' | 'attempts_made' | 'schedule_step'>;

/** What may be done with a delivery now, as path segments. */
export const deliveryActions = (delivery: Resent, webhook: WebhookState | undefined): 'resend'[] =>
  delivery.status === 'canceled' || unreachable(webhook) !== null || resentEnough(delivery) !== null ? [] : ['resend'];

/**
 * The delivery with a resend that waits. Refused while an attempt is under way, for a canceled delivery, for one that was
 * resent often enough, and while its webhook is disabled or deleted.
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
  const details = { current_status: delivery.status, allowed_actions: [], ...(reason && { status_reason: reason }) };
  return new ApiError('action_not_allowed', details);
};
