import { type Alignment, alignmentOf } from '../domain/deliveries/alignment.ts';
import { changeDelivery, type Delivery, moveDelivery } from '../domain/deliveries/delivery.ts';
import { type DeliveryStatus, deliveryStatuses, isUndelivered } from '../domain/deliveries/status.ts';
import type { WebhookWakeUp } from '../domain/events/event.ts';
import type { Job, JobPass } from '../domain/job.ts';
import { same } from '../domain/same.ts';
import { isOpen } from '../domain/webhooks/health.ts';
import { saveDelivery } from '../store/deliveries/deliveries.ts';
import { deliveriesOfWebhookIn, pausedDeliveriesOf } from '../store/deliveries/list.ts';
import { saveHealth } from '../store/webhooks/health.ts';
import { type EndpointStanding, findStanding } from '../store/webhooks/webhooks.ts';
import type { Work } from '../unit-of-work/unit-of-work.ts';
import type { Batch, JobKind } from './run-job.ts';
import { wake } from './wake.ts';
import { clock } from './work.ts';

const { waitDivisor } = clock;

/** The job of a webhook is stored in its endpoint's health. */
type DeliveryAlignmentJob = Job & { readonly standing: EndpointStanding };

/**
 * Aligns the open deliveries of a webhook with what it now is: disabled or an account suspended pauses, deleted cancels,
 * and where it may be called what was paused comes back, oldest first. Each batch is written with the health that it rests on,
 * so a breaker that opens meanwhile, or a newer cause, stops the next batch.
 */
export const deliveryAlignment = (of: WebhookWakeUp): JobKind<DeliveryAlignmentJob> => ({
  find: async (work) => {
    const standing = await findStanding(work.db, of.tenant_id, of.webhook_id);
    const { webhook, health, suspended } = standing;
    const { job } = health;
    if (!job) return undefined;
    // While the breaker is open nothing comes back: when it closes it asks for that itself.
    if (isOpen(health) && alignmentOf(webhook, suspended) === 'resume') return undefined;
    return { ...job, standing };
  },
  batch: ({ standing }, pass, work) => {
    const alignment = alignmentOf(standing.webhook, standing.suspended);
    return alignment === 'resume' ? resume(of, pass, work) : pauseOrCancel(of, alignment, pass, work);
  },
  save: (next, { standing: { health } }) => {
    const owner = { id: of.webhook_id, tenant_id: of.tenant_id };
    return saveHealth(owner, { ...health, job: next ? jobOf(next) : null }, clock.now());
  },
});

const jobOf = ({ requested_at, token, pass, held_until, due_at }: Job): Job => ({
  ...{ requested_at, token, pass, held_until, due_at },
});

/** What still waits for an attempt is paused; of a deleted webhook all that did not arrive is canceled. */
const statusesOf: Record<'pause' | 'cancel', readonly DeliveryStatus[]> = {
  pause: ['pending', 'retrying'],
  cancel: deliveryStatuses.filter(isUndelivered),
};

const pauseOrCancel = async (
  of: WebhookWakeUp,
  alignment: 'pause' | 'cancel',
  { cursor }: JobPass,
  work: Work,
): Promise<Batch<DeliveryAlignmentJob>> => {
  const page = await deliveriesOfWebhookIn(work.db, of, statusesOf[alignment], cursor ?? undefined);
  const changes = page.items.flatMap((read) => moved(read, alignment, work.deadline.now) ?? []);
  const writes = changes.map(({ before, after }) => saveDelivery(after, before));
  return { changes: writes, facts: [], cursor: page.next, moved: writes.length > 0 };
};

const resume = async (of: WebhookWakeUp, { cursor }: JobPass, work: Work): Promise<Batch<DeliveryAlignmentJob>> => {
  const page = await pausedDeliveriesOf(work.db, of, cursor ?? undefined);
  const changes = page.items.flatMap((read) => moved(read, 'resume', work.deadline.now) ?? []);
  return {
    changes: changes.map(({ before, after }) => saveDelivery(after, before)),
    facts: [],
    cursor: page.next,
    moved: changes.length > 0,
    after: () => wake(changes.map(({ after }) => ({ of: wakeUpOf(after), delay_seconds: 0 }))),
  };
};

/** The delivery as it is now to be, where that differs. */
const moved = (read: Delivery, alignment: Alignment, now: Date) => {
  const next = moveDelivery(read, alignment, { now, waitDivisor });
  return next && !same(next, read) ? changeDelivery(read, next, now) : undefined;
};

const wakeUpOf = ({ tenant_id, id: delivery_id, webhook_id, attempts_made }: Delivery) => ({
  ...{ tenant_id, delivery_id, webhook_id, attempts_made },
});
