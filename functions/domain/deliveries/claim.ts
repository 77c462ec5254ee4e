import type { DeliveryState } from './delivery.ts';
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
  return { delivery: { ...leased(delivery, claim), due_at: dueAfter(delivery, leaseEnd(claim.now)) }, resend };
};

/**
 * The paused delivery, which nobody attempts, in the hands of whoever probes its endpoint. It has a due date of its
 * own only where a resend waits; the probe's lease, which is as long, is due in the endpoint's health.
 */
export const claimPaused = <D extends DeliveryState>(delivery: D, claim: Omit<Claim, 'attempts_made'>): D => ({
  ...leased(delivery, claim),
  due_at: delivery.due_at && dueAfter(delivery, leaseEnd(claim.now)),
});

const leased = <D extends DeliveryState>(delivery: D, { token, now }: Omit<Claim, 'attempts_made'>): D => ({
  ...delivery,
  lease: { token, until: leaseEnd(now) },
});

/** Nobody comes by for it while it is in somebody's hands. */
const dueAfter = ({ due_at }: DeliveryState, until: string): string =>
  due_at !== null && due_at > until ? due_at : until;

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
  pace: Pick<Pace, 'now' | 'waitDivisor'>,
): D | undefined => {
  if (delivery.status === 'canceled') return undefined;
  const now = pace.now.toISOString();
  const swept = sweepAt(now, pace);
  const due_at = delivery.due_at !== null && delivery.due_at < swept ? delivery.due_at : swept;
  return { ...delivery, manual_due_at: now, resend_trigger: 'manual', due_at };
};

const isDue = (at: string | null, now: string) => at !== null && at <= now;
