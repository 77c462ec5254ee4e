import { ApiError } from '../../core/api-error.ts';
import { isOutage } from '../../core/client-settings.ts';
import { retryOnConflict } from '../../core/dynamodb/commit.ts';
import { writeOne } from '../../core/dynamodb/write-one.ts';
import { clock, durations, workAt } from '../../core/jobs/batch.ts';
import { logEvent, serializeError } from '../../core/logging.ts';
import { commitWork, type Work } from '../../core/outbox/unit-of-work.ts';
import { saveAttempt } from './attempts-table.ts';
import { disabledAsGone, type KnownEndpoint, recordHealth } from './endpoint-health.ts';
import {
  type Attempt,
  type AttemptResult,
  changeDelivery,
  type Delivery,
  deliveryAfter,
  deliveryMessage,
  lastAttemptOf,
  saysGone,
} from './model.ts';
import { notify } from './notify.ts';
import { notificationDelay } from './schedule.ts';
import type { AttemptTrigger } from './states.ts';
import { findDelivery, saveDelivery } from './table.ts';

/** An attempt that was made, and its result. */
export type CompletedAttempt = {
  readonly delivery: Delivery;
  /** Its endpoint, as read when it was made. */
  readonly endpoint: KnownEndpoint;
  readonly trigger: AttemptTrigger;
  readonly result: AttemptResult;
  readonly sent: Pick<Attempt, 'started_at' | 'request' | 'secret_versions'>;
};

/**
 * Saves the attempt with its delivery, notifies of the next attempt, and records the health of the endpoint. Returns the new
 * status; undefined if another worker has the lease by now.
 */
export const recordAttempt = async (
  outcome: CompletedAttempt,
  work: Work,
): Promise<Delivery['status'] | undefined> => {
  const ended = workAt(work, clock.now());
  const delivery = await saveWithFallbacks(outcome, ended);
  if (!delivery) return undefined;
  await notifyNext(delivery, ended.deadline.now);
  await recordHealth(outcome, ended);
  return delivery.status;
};

/**
 * Saves an attempt. If that fails, saves it without the response; if that fails too, also without the effects of a 410. An
 * attempt without a record would be made again and again, and never count.
 */
const saveWithFallbacks = async (
  outcome: CompletedAttempt,
  work: Work,
): Promise<Delivery | undefined> => {
  const { result } = outcome;
  const small = withoutWords(outcome);
  const ways = [
    [outcome, result],
    [small, result],
    [small, { ...result, response: null }],
  ] as const;
  for (const [position, [recorded, effective]] of ways.entries()) {
    try {
      return await save(recorded, effective, work);
    } catch (error) {
      if (position === ways.length - 1 || mayPass(error)) throw error;
      logEvent('error', 'attempt_recorded_without_response', {
        delivery_id: outcome.delivery.id,
        error: serializeError(error),
      });
    }
  }
};

/** Whether a later try may succeed, because the error does not come from the attempt itself. */
const mayPass = (error: unknown) => error instanceof ApiError || isOutage(error);

const withoutWords = ({ result, sent, ...outcome }: CompletedAttempt): CompletedAttempt => ({
  ...outcome,
  result: { ...result, response: result.response && { ...result.response, headers: {}, body: '' } },
  sent: { ...sent, request: { headers: {} } },
});

/**
 * Retries if the delivery or its webhook changed meanwhile; if it gives up, the lease ends by itself. `effective` is the
 * result that decides about the next steps.
 */
const save = (
  outcome: CompletedAttempt,
  effective: AttemptResult,
  work: Work,
): Promise<Delivery | undefined> => {
  const { now } = work.deadline;
  let known: Delivery | undefined = outcome.delivery;
  return retryOnConflict(
    async () => {
      const { tenant_id, id } = outcome.delivery;
      const delivery = known ?? (await findDelivery(work.db, tenant_id, id));
      known = undefined;
      if (!isLeasedBy(delivery, outcome)) return undefined;
      const pace = { now, random: Math.random(), durations };
      const progress = deliveryAfter(delivery, outcome.trigger, effective, pace);
      if (!progress) return undefined;
      const attempt = attemptOf(outcome, delivery.attempts_made + 1, progress.next_attempt_at);
      const next = nextVersion(progress, delivery, outcome, attempt, now);
      if (attempt.number === 1 && attempt.error === null) {
        const whole = { ...next, first_attempt: attempt };
        await writeOne(work.connection, saveDelivery(whole, delivery), work.deadline);
        return whole;
      }
      const gone = saysGone(effective) ? await disabledAsGone(outcome.endpoint.webhook, work) : [];
      const changes = [saveDelivery(next, delivery), saveAttempt(next, attempt), ...gone];
      await commitWork(work, { changes, conditions: [] });
      return next;
    },
    { exhausted: () => undefined },
  );
};

/** Whether this attempt still has the lease. */
const isLeasedBy = (
  delivery: Delivery | undefined,
  outcome: CompletedAttempt,
): delivery is Delivery =>
  delivery !== undefined && delivery.lease?.token === outcome.delivery.lease?.token;

const attemptOf = (
  { trigger, result, sent }: CompletedAttempt,
  number: number,
  next_attempt_at: string | null,
): Attempt => ({
  ...result,
  ...sent,
  number,
  trigger,
  next_attempt_at,
});

const nextVersion = (
  progress: Delivery,
  before: Delivery,
  outcome: CompletedAttempt,
  attempt: Attempt,
  now: Date,
): Delivery => {
  const changes = {
    ...progress,
    url: outcome.endpoint.webhook.url,
    last_attempt: lastAttemptOf(attempt),
  };
  return changeDelivery(before, changes, now).after;
};

/** Notifies of the next attempt, if it is near enough for a message. */
const notifyNext = async (delivery: Delivery, now: Date): Promise<void> => {
  const delay_seconds =
    delivery.next_attempt_at && notificationDelay(delivery.next_attempt_at, now);
  if (typeof delay_seconds !== 'number') return;
  await notify([{ message: deliveryMessage(delivery), delay_seconds }]);
};
