import { type Alignment, alignmentOf } from '../domain/deliveries/alignment.ts';
import { changeDelivery, type Delivery, moveDelivery } from '../domain/deliveries/delivery.ts';
import { wakeUpDelay } from '../domain/deliveries/schedule.ts';
import { type DeliveryStatus, deliveryStatuses, isUndelivered } from '../domain/deliveries/status.ts';
import type { WebhookWakeUp } from '../domain/events/event.ts';
import { isPaused, type Job, type JobPass } from '../domain/job.ts';
import { same } from '../domain/same.ts';
import { isOpen } from '../domain/webhooks/health.ts';
import { type Ramp, rampedAfter, rampPausesUntil } from '../domain/webhooks/ramp.ts';
import { saveDelivery } from '../store/deliveries/deliveries.ts';
import { deliveriesOfWebhookIn, parkedDeliveriesOf } from '../store/deliveries/list.ts';
import { saveHealth } from '../store/webhooks/health.ts';
import { type EndpointStanding, findStanding } from '../store/webhooks/webhooks.ts';
import type { Work } from '../unit-of-work/unit-of-work.ts';
import type { Batch, JobKind } from './run-job.ts';
import { wake, wakeEndpoint } from './wake.ts';
import { clock } from './work.ts';

const { waitDivisor } = clock;

/** The job of a webhook lies in its endpoint's health, with how far what was parked has come back. */
type DeliveryAlignmentJob = Job & { readonly standing: EndpointStanding; readonly ramp: Ramp | null };

/**
 * Aligns the open deliveries of a webhook with what it now is: disabled or an account suspended parks, deleted cancels,
 * and where it may be called what was parked comes back, oldest first and ever faster. Each batch is written with the health
 * that it rests on, so that none outlives a newer cause.
 */
export const deliveryAlignment = (of: WebhookWakeUp): JobKind<DeliveryAlignmentJob> => ({
  find: async (work) => {
    const standing = await findStanding(work.db, of.tenant_id, of.webhook_id);
    const { webhook, health, suspended } = standing;
    const { job, ramp } = health;
    if (!job || isPaused(job, work.deadline.now)) return undefined;
    // While the breaker is open nothing comes back: when it closes it asks for that itself.
    if (isOpen(health) && alignmentOf(webhook, suspended) === 'release') return undefined;
    return { ...job, standing, ramp };
  },
  batch: ({ standing, ramp }, pass, work) => {
    const alignment = alignmentOf(standing.webhook, standing.suspended);
    return alignment === 'release' ? release(of, ramp, pass, work) : withdraw(of, alignment, pass, work);
  },
  save: (next, { standing: { health } }) => {
    const owner = { id: of.webhook_id, tenant_id: of.tenant_id };
    return saveHealth(owner, { ...health, job: next ? jobOf(next) : null, ramp: next?.ramp ?? null }, clock.now());
  },
});

const jobOf = ({ requested_at, token, pass, held_until, due_at }: Job): Job => ({
  ...{ requested_at, token, pass, held_until, due_at },
});

/** What still waits for an attempt is parked; of a deleted webhook all that did not arrive is canceled. */
const statusesOf: Record<'park' | 'cancel', readonly DeliveryStatus[]> = {
  park: ['pending', 'retrying'],
  cancel: deliveryStatuses.filter(isUndelivered),
};

const withdraw = async (
  of: WebhookWakeUp,
  alignment: 'park' | 'cancel',
  { cursor }: JobPass,
  work: Work,
): Promise<Batch<DeliveryAlignmentJob>> => {
  const page = await deliveriesOfWebhookIn(work.db, of, statusesOf[alignment], cursor ?? undefined);
  const changes = page.items.flatMap((read) => moved(read, alignment, work.deadline.now) ?? []);
  const writes = changes.map(({ before, after }) => saveDelivery(after, before));
  return { changes: writes, facts: [], cursor: page.next, moved: writes.length > 0 };
};

/** Each has its time on the ramp; where enough is ahead of its time the job pauses, and goes on as fast as it was. */
const release = async (
  of: WebhookWakeUp,
  before: Ramp | null,
  { cursor }: JobPass,
  work: Work,
): Promise<Batch<DeliveryAlignmentJob>> => {
  const { now } = work.deadline;
  const page = await parkedDeliveriesOf(work.db, of, cursor ?? undefined);
  let ramp = before;
  const released: Delivery[] = [];
  const changes = page.items.flatMap((read) => {
    const next = rampedAfter(ramp, { now, waitDivisor });
    const change = moved(read, 'release', now, new Date(next.at));
    if (!change) return [];
    ramp = next;
    released.push(change.after);
    return [saveDelivery(change.after, read)];
  });
  const pause = ramp && page.next !== null ? rampPausesUntil(ramp, { now, waitDivisor }) : null;
  return {
    changes,
    facts: [],
    cursor: page.next,
    moved: changes.length > 0,
    job: { ramp, ...(pause !== null && { due_at: pause, held_until: null }) },
    after: async () => {
      await wakeAll(released, now);
      if (pause !== null) await wakeEndpoint(of, pause);
    },
  };
};

/** The delivery as it is now to be, where it has to move; due at `at` where it comes back. */
const moved = (read: Delivery, alignment: Alignment, now: Date, at = now) => {
  const next = moveDelivery(read, alignment, { now: at, waitDivisor });
  return next && !same(next, read) ? changeDelivery(read, next, now) : undefined;
};

const wakeAll = (released: readonly Delivery[], now: Date): Promise<void> =>
  wake(
    released.map(({ tenant_id, id: delivery_id, webhook_id, attempts_made, next_attempt_at }) => ({
      of: { tenant_id, delivery_id, webhook_id, attempts_made },
      delay_seconds: (next_attempt_at && wakeUpDelay(next_attempt_at, now)) || 0,
    })),
  );
