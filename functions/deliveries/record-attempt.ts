import { ApiError } from '../api-error.ts';
import { isOutage } from '../dynamodb/outage.ts';
import { retryOnConflict } from '../dynamodb/retry-on-conflict.ts';
import { writeOne } from '../dynamodb/write-one.ts';
import { clock, durations, workAt } from '../jobs/batch.ts';
import { logEvent, serializeError } from '../logging.ts';
import { commitWork, type Work } from '../unit-of-work.ts';
import { disabledAsGone, type Known, recordHealth } from './endpoint-health.ts';
import {
  type Attempt,
  type AttemptResult,
  changeDelivery,
  type Delivery,
  deliveryAfter,
  deliveryMessage,
  saysGone,
} from './model.ts';
import { notify } from './notify.ts';
import { notificationDelay } from './schedule.ts';
import type { AttemptTrigger } from './states.ts';
import { findDelivery, saveAttempt, saveDelivery } from './table.ts';

/** An attempt that was made, and what it came to. */
export type Made = {
  readonly delivery: Delivery;
  /** What was known of its endpoint when it was made. */
  readonly standing: Known;
  readonly trigger: AttemptTrigger;
  readonly result: AttemptResult;
  readonly sent: Pick<Attempt, 'started_at' | 'request' | 'secret_versions'>;
};

/**
 * Writes the attempt and its delivery together, wakes the next attempt, and notes how the endpoint does. Answers where the
 * delivery stands then; undefined where it is in other hands.
 */
export const recordAttempt = async (made: Made, work: Work): Promise<Delivery['status'] | undefined> => {
  const ended = workAt(work, clock.now());
  const settled = await settleSomehow(made, ended);
  if (!settled) return undefined;
  await notifyNext(settled, ended.deadline.now);
  await recordHealth(made, ended);
  return settled.status;
};

/**
 * Records an attempt as it is; where that cannot be, without what the endpoint said; where that cannot be either, without
 * what follows from a 410. One that left no record would be made again and again, and counted never.
 */
const settleSomehow = async (made: Made, work: Work): Promise<Delivery | undefined> => {
  const { result } = made;
  const small = withoutWords(made);
  const ways = [
    [made, result],
    [small, result],
    [small, { ...result, response: null }],
  ] as const;
  for (const [position, [recorded, heard]] of ways.entries()) {
    try {
      return await settle(recorded, heard, work);
    } catch (error) {
      if (position === ways.length - 1 || mayPass(error)) throw error;
      logEvent('error', 'attempt_recorded_without_response', {
        delivery_id: made.delivery.id,
        error: serializeError(error),
      });
    }
  }
};

/** What trying again later may cure: it is no fault of what was to be recorded. */
const mayPass = (error: unknown) => error instanceof ApiError || isOutage(error);

const withoutWords = ({ result, sent, ...made }: Made): Made => ({
  ...made,
  result: { ...result, response: result.response && { ...result.response, headers: {}, body: '' } },
  sent: { ...sent, request: { headers: {} } },
});

/**
 * An outcome is written anew when its delivery or webhook changed meanwhile; when it cannot be, the lease ends by itself.
 * `heard` is what the next steps follow from.
 */
const settle = (made: Made, heard: AttemptResult, work: Work): Promise<Delivery | undefined> => {
  const { now } = work.deadline;
  let known: Delivery | undefined = made.delivery;
  return retryOnConflict(
    async () => {
      const { tenant_id, id } = made.delivery;
      const delivery = known ?? (await findDelivery(work.db, tenant_id, id));
      known = undefined;
      if (!holds(delivery, made)) return undefined;
      const pace = { now, random: Math.random(), durations };
      const outcome = deliveryAfter(delivery, made.trigger, heard, pace);
      if (!outcome) return undefined;
      const attempt = attemptOf(made, delivery.attempts_made + 1, outcome.next_attempt_at);
      const next = settledAs(outcome, delivery, made, attempt, now);
      if (attempt.number === 1 && attempt.error === null) {
        const whole = { ...next, first_attempt: attempt };
        await writeOne(work.connection, saveDelivery(whole, delivery), work.deadline);
        return whole;
      }
      const gone = saysGone(heard) ? await disabledAsGone(made.standing.webhook, work) : [];
      const changes = [saveDelivery(next, delivery), saveAttempt(next, attempt), ...gone];
      await commitWork(work, { changes, conditions: [] });
      return next;
    },
    { exhausted: () => undefined },
  );
};

/** Whether the delivery is still in the hands of this attempt. */
const holds = (delivery: Delivery | undefined, made: Made): delivery is Delivery =>
  delivery !== undefined && delivery.lease?.token === made.delivery.lease?.token;

const attemptOf = ({ trigger, result, sent }: Made, number: number, next_attempt_at: string | null): Attempt => ({
  ...result,
  ...sent,
  number,
  trigger,
  next_attempt_at,
});

const settledAs = (outcome: Delivery, before: Delivery, made: Made, attempt: Attempt, now: Date): Delivery => {
  const { number, trigger, started_at, duration_ms, error, response } = attempt;
  const last_attempt = { number, trigger, started_at, duration_ms, error, response_status: response?.status ?? null };
  return changeDelivery(before, { ...outcome, url: made.standing.webhook.url, last_attempt }, now).after;
};

/** Wakes the next attempt, where it is not too far off for a message. */
const notifyNext = async (delivery: Delivery, now: Date): Promise<void> => {
  const delay_seconds = delivery.next_attempt_at && notificationDelay(delivery.next_attempt_at, now);
  if (typeof delay_seconds !== 'number') return;
  await notify([{ message: deliveryMessage(delivery), delay_seconds }]);
};
