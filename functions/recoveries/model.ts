import { ApiError } from '../api-error.ts';
import { askForResend, isLeased } from '../deliveries/claim.ts';
import { changeDelivery, type Delivery } from '../deliveries/model.ts';
import type { Pace } from '../deliveries/schedule.ts';
import { type Job, newJob } from '../job.ts';
import type { Transition } from '../transition.ts';

/** What a recovery sends again: what failed for good, or what never came: no row, or one that was suppressed. */
export const recoveryScopes = ['failed', 'missing'] as const;
export type RecoveryScope = (typeof recoveryScopes)[number];

/** `failed`: its webhook was deleted or disabled on the way. */
export const recoveryStatuses = ['running', 'completed', 'canceled', 'failed'] as const;
export type RecoveryStatus = (typeof recoveryStatuses)[number];

/** The whole life of a recovery. A move not written here does not exist. */
const recoveryTransitions: Record<RecoveryStatus, Partial<Record<'complete' | 'cancel' | 'fail', RecoveryStatus>>> = {
  running: { complete: 'completed', cancel: 'canceled', fail: 'failed' },
  completed: {},
  canceled: {},
  failed: {},
};

/** Sends many deliveries of a webhook again: a job over all that fit, at a rate. Times are ISO 8601. */
export type Recovery = Job & {
  readonly id: string;
  readonly tenant_id: string;
  readonly webhook_id: string;
  readonly scope: RecoveryScope;
  /** Of events from here on, until the moment it was asked for. */
  readonly since: string;
  readonly until: string;
  /** Which types; null: all that the webhook subscribes to. */
  readonly event_types: readonly string[] | null;
  readonly rate_per_second: number;
  readonly status: RecoveryStatus;
  readonly status_reason: string | null;
  /** How many fitted so far, and how many of them have been put on their way. */
  readonly matched: number;
  readonly sent: number;
  /** When the last of them is on its way; null before the first. */
  readonly paced_until: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
};

/** What a business asks for. */
export type RecoveryInput = Pick<Recovery, 'scope' | 'since' | 'event_types' | 'rate_per_second'>;

type Making = Pick<Recovery, 'id' | 'tenant_id' | 'webhook_id' | 'token'> & { readonly now: Date };

/** A new recovery, due now. */
export const newRecovery = (input: RecoveryInput, { now, token, ...making }: Making): Transition<Recovery, never> => {
  const at = now.toISOString();
  const life = { status: 'running', status_reason: null, matched: 0, sent: 0, paced_until: null } as const;
  return {
    after: {
      ...newJob(token, now),
      ...{ ...making, ...input, ...life },
      until: at,
      created_at: at,
      updated_at: at,
      version: 1,
    },
  };
};

/** What may be done with a recovery now, as path segments. */
export const recoveryActions = ({ status }: Pick<Recovery, 'status'>): 'cancel'[] =>
  recoveryTransitions[status].cancel ? ['cancel'] : [];

/** The recovery that its business calls off: what is on its way arrives, nothing more is put there. */
export const cancelRecovery = (recovery: Recovery, token: string, now: Date): Transition<Recovery, never> => {
  const { status: current_status } = recovery;
  if (!recoveryTransitions[current_status].cancel)
    throw new ApiError('action_not_allowed', { current_status, allowed_actions: [] });
  return { before: recovery, after: { ...ended(recovery, 'cancel', null, now), token } };
};

/** The recovery that is over: completed, or failed for a reason. */
export const ended = (recovery: Recovery, how: 'complete' | 'cancel' | 'fail', reason: string | null, now: Date) => ({
  ...recovery,
  ...{ status: recoveryTransitions[recovery.status][how] ?? recovery.status, status_reason: reason },
  ...{ pass: null, held_until: null },
  updated_at: now.toISOString(),
  version: recovery.version + 1,
});

/** So many attempts of one delivery are history enough: recoveries leave it alone. */
export const attempts_recovered_max = 1_000;

/**
 * Whether a delivery is one that this recovery sends again: it has not done so, nor has one that was asked for after it, and
 * nobody is about to. Of two that run side by side only the newer sends what the other has sent.
 */
export const isToRecover = (delivery: Delivery, { id, scope }: Pick<Recovery, 'id' | 'scope'>, now: Date): boolean =>
  delivery.status === (scope === 'failed' ? 'failed' : 'suppressed') &&
  (delivery.recovery_id === undefined || delivery.recovery_id < id) &&
  delivery.manual_due_at === null &&
  delivery.attempts_made < attempts_recovered_max &&
  !isLeased(delivery, now);

/** The delivery that a recovery sends again at a moment: as a resend, which leaves its status until it arrives. */
export const recoveredDelivery = (
  delivery: Delivery,
  { id: recovery_id }: Pick<Recovery, 'id'>,
  { at, now, durations }: Pick<Pace, 'now' | 'durations'> & { readonly at: Date },
) => {
  const asked = askForResend(delivery, { now: at, durations }) ?? delivery;
  return changeDelivery(delivery, { ...asked, resend_trigger: 'recovery', recovery_id }, now);
};

/** When the next one goes on its way at the rate of a recovery. */
export const pacedAfter = (
  { paced_until, rate_per_second }: Pick<Recovery, 'paced_until' | 'rate_per_second'>,
  { now, durations }: Pick<Pace, 'now' | 'durations'>,
): Date => {
  const next = paced_until === null ? 0 : Date.parse(paced_until) + durations.named_second_ms / rate_per_second;
  return new Date(Math.max(Math.ceil(next), now.getTime()));
};

/** Until when a recovery pauses, since enough is ahead of its time: for half of that; null while there is not. */
export const pausesUntil = (
  paced_until: string | null,
  { now, durations }: Pick<Pace, 'now' | 'durations'>,
): string | null => {
  if (paced_until === null || Date.parse(paced_until) - now.getTime() < durations.recovery_ahead_ms) return null;
  return new Date(Date.parse(paced_until) - durations.recovery_ahead_ms / 2).toISOString();
};
