import { ApiError } from '../../core/api-error.ts';
import { type Job, lastPassAt, newJob } from '../../core/job.ts';
import type { ReadonlyDeep } from '../../core/json.ts';
import type { Transition } from '../../core/transition.ts';
import { askForResend, isLeased } from '../deliveries/claim-rules.ts';
import { changeDelivery, type Delivery } from '../deliveries/model.ts';
import type { Pace } from '../deliveries/schedule.ts';
import type { RecoveryResource } from './schema.ts';
import { recoveryTransitions } from './states.ts';

/** A recovery as stored: the fields of its resource, and its job. */
export type Recovery = Job &
  ReadonlyDeep<Omit<RecoveryResource, 'object' | 'allowed_actions'>> & {
    readonly tenant_id: string;
    /** When the last of the deliveries it sent is due; null before the first. */
    readonly paced_until: string | null;
    /** Present while it is completed, and one more pass is scheduled. */
    readonly passes_again?: true;
  };

/** The input of a business. */
export type RecoveryInput = Pick<Recovery, 'scope' | 'since' | 'event_types' | 'rate_per_second'>;

type Making = Pick<Recovery, 'id' | 'tenant_id' | 'webhook_id' | 'token'> &
  Pick<Pace, 'now' | 'durations'>;

/** A new recovery. It starts when the index that lists its deliveries seldom lags any longer, so that its first pass ends it. */
export const newRecovery = (
  input: RecoveryInput,
  { now, durations, token, ...making }: Making,
): Transition<Recovery, never> => {
  const at = now.toISOString();
  const job = { ...newJob(token, now), last_pass_after_ms: durations.recovery_lag_ms };
  const state = {
    status: 'running',
    status_reason: null,
    matched: 0,
    sent: 0,
    paced_until: null,
  } as const;
  return {
    after: {
      ...job,
      scheduled_at: lastPassAt(job, durations),
      ...making,
      ...input,
      ...state,
      until: at,
      created_at: at,
      updated_at: at,
      version: 1,
    },
  };
};

/** The actions that a recovery allows now, as path segments. */
export const recoveryActions = ({ status }: Pick<Recovery, 'status'>): 'cancel'[] =>
  recoveryTransitions[status].cancel ? ['cancel'] : [];

/** The recovery that its business cancels: what it has sent is delivered, and it sends no more. */
export const canceledRecovery = (
  recovery: Recovery,
  token: string,
  now: Date,
): Transition<Recovery, never> => {
  const { status: current_status } = recovery;
  if (!recoveryTransitions[current_status].cancel)
    throw new ApiError('action_not_allowed', { current_status, allowed_actions: [] });
  return { before: recovery, after: { ...ended(recovery, 'cancel', null, now), token } };
};

/** The recovery once it is over. */
export const ended = (
  recovery: Recovery,
  how: 'complete' | 'cancel' | 'fail',
  reason: string | null,
  now: Date,
) => ({
  ...recovery,
  ...(recovery.status === 'running' && {
    status: recoveryTransitions.running[how],
    status_reason: reason,
  }),
  pass: null,
  held_until: null,
  updated_at: now.toISOString(),
  version: recovery.version + 1,
});

/**
 * A recovery whose pass has sent all that the index lists. Once the index cannot lag any more, another pass sends what failed
 * in the last moments before the recovery was requested.
 */
export const completedRecovery = (
  recovery: Recovery,
  token: string,
  { now, durations }: Pick<Pace, 'now' | 'durations'>,
): Recovery => {
  const completed = ended(recovery, 'complete', null, now);
  const job = {
    ...completed,
    token,
    passes_again: true,
    last_pass_after_ms: durations.index_lag_ms,
  } as const;
  const last = lastPassAt(job, durations);
  return { ...job, scheduled_at: last > completed.updated_at ? last : completed.updated_at };
};

/** The same after that pass: nothing of it is scheduled any more. */
export const passedAgain = ({ passes_again: _over, ...recovery }: Recovery): Recovery => ({
  ...recovery,
  pass: null,
  held_until: null,
});

/** Recoveries do not send a delivery again that has so many attempts. */
export const attempts_recovered_max = 1_000;

/**
 * Whether this recovery sends a delivery again: neither it nor a newer recovery has done so, no
 * resend waits, and no attempt is in flight. The newer of two that run at once sends what belongs
 * to both.
 */
export const isToRecover = (
  delivery: Delivery,
  { id, scope }: Pick<Recovery, 'id' | 'scope'>,
  now: Date,
): boolean =>
  delivery.status === (scope === 'failed' ? 'failed' : 'suppressed') &&
  (delivery.recovery_id === undefined || delivery.recovery_id < id) &&
  delivery.manual_due_at === null &&
  delivery.attempts_made < attempts_recovered_max &&
  !isLeased(delivery, now);

/** The delivery that a recovery sends again at a moment: as a resend, which keeps its status until it succeeds. */
export const recoveredDelivery = (
  delivery: Delivery,
  { id: recovery_id }: Pick<Recovery, 'id'>,
  { at, now, durations }: Pick<Pace, 'now' | 'durations'> & { readonly at: Date },
) => {
  const asked = askForResend(delivery, { now: at, durations }) ?? delivery;
  return changeDelivery(delivery, { ...asked, resend_trigger: 'recovery', recovery_id }, now);
};

/** When the next one is due at the rate of a recovery. */
export const pacedAfter = (
  { paced_until, rate_per_second }: Pick<Recovery, 'paced_until' | 'rate_per_second'>,
  { now, durations }: Pick<Pace, 'now' | 'durations'>,
): Date => {
  const next =
    paced_until === null
      ? 0
      : Date.parse(paced_until) + durations.named_second_ms / rate_per_second;
  return new Date(Math.max(Math.ceil(next), now.getTime()));
};

/** Until when a recovery pauses because it has sent far enough ahead: for half of that time; null while it has not. */
export const pausesUntil = (
  paced_until: string | null,
  { now, durations }: Pick<Pace, 'now' | 'durations'>,
): string | null => {
  if (paced_until === null || Date.parse(paced_until) - now.getTime() < durations.recovery_ahead_ms)
    return null;
  return new Date(Date.parse(paced_until) - durations.recovery_ahead_ms / 2).toISOString();
};
