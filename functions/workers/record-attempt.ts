import { type Attempt, type AttemptResult, type AttemptTrigger, saysGone } from '../domain/deliveries/attempt.ts';
import { changeDelivery, type Delivery, settleDelivery } from '../domain/deliveries/delivery.ts';
import { wakeUpDelay } from '../domain/deliveries/schedule.ts';
import { described } from '../domain/described.ts';
import type { Webhook } from '../domain/webhooks/webhook.ts';
import { sqsDeliveryQueue } from '../ports/delivery-queue/sqs-delivery-queue.ts';
import { logger } from '../runtime/logger.ts';
import { decide } from '../store/decide.ts';
import { findDelivery, saveAttempt, saveDelivery } from '../store/deliveries/deliveries.ts';
import { disabledAsGone, recordHealth } from './endpoint-health.ts';
import { clock, commitWork, type Work, workAt } from './work.ts';

const queue = sqsDeliveryQueue();
const { waitDivisor } = clock;

/** An attempt that was made, and what it came to. */
export type Made = {
  readonly delivery: Delivery;
  readonly webhook: Webhook;
  readonly trigger: AttemptTrigger;
  readonly result: AttemptResult;
  readonly sent: Pick<Attempt, 'started_at' | 'request' | 'secret_versions'>;
};

/** Writes the attempt and its delivery in one transaction, wakes the next attempt, and notes how the endpoint does. */
export const recordAttempt = async (made: Made, work: Work): Promise<void> => {
  const ended = workAt(work, clock.now());
  const settled = await settle(made, ended);
  if (!settled) return;
  await wakeNext(settled, ended.deadline.now);
  await recordHealth(made.webhook, made.result.error === null, ended);
};

/** An outcome is written anew when its delivery or webhook changed meanwhile; when it cannot be, the lease ends by itself. */
const settle = (made: Made, work: Work): Promise<Delivery | undefined> => {
  const { now } = work.deadline;
  let known: Delivery | undefined = made.delivery;
  return decide(
    async () => {
      const { tenant_id, id } = made.delivery;
      const delivery = known ?? (await findDelivery(work.db, tenant_id, id));
      known = undefined;
      if (!holds(delivery, made)) return undefined;
      const outcome = settleDelivery(delivery, made.trigger, made.result, { now, random: Math.random(), waitDivisor });
      if (!outcome) return undefined;
      const attempt = attemptOf(made, delivery.attempts_made + 1, outcome.next_attempt_at);
      const next = settledAs(outcome, delivery, made, attempt, now);
      const gone = saysGone(made.result) ? await disabledAsGone(made.webhook, work) : [];
      const changes = [saveDelivery(next, delivery), saveAttempt(next, attempt), ...gone];
      await commitWork(work, { changes, facts: [] });
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
  return changeDelivery(before, { ...outcome, url: made.webhook.url, last_attempt }, now).after;
};

/** A wake-up that the queue does not take is made good by the sweeper. */
const wakeNext = async (delivery: Delivery, now: Date): Promise<void> => {
  const delay_seconds = delivery.next_attempt_at && wakeUpDelay(delivery.next_attempt_at, now);
  if (typeof delay_seconds !== 'number') return;
  const { tenant_id, id: delivery_id, webhook_id, attempts_made } = delivery;
  const of = { tenant_id, delivery_id, webhook_id, attempts_made };
  await queue.wake([{ of, delay_seconds }]).catch((error) => {
    logger.warn('wake-up not sent', { delivery_id, error: described(error) });
  });
};
