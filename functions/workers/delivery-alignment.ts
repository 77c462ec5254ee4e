import { type Alignment, alignmentOf } from '../domain/deliveries/alignment.ts';
import { changeDelivery, type Delivery, moveDelivery } from '../domain/deliveries/delivery.ts';
import type { WebhookWakeUp } from '../domain/events/event.ts';
import { type Job, newJob } from '../domain/job.ts';
import { same } from '../domain/same.ts';
import { sqsDeliveryQueue } from '../ports/delivery-queue/sqs-delivery-queue.ts';
import { saveDelivery } from '../store/deliveries/deliveries.ts';
import { openDeliveriesOf } from '../store/deliveries/list.ts';
import { findWebhook, saveHealth } from '../store/webhooks/webhooks.ts';
import type { JobKind } from './run-job.ts';
import { clock, saved, type Work } from './work.ts';

const queue = sqsDeliveryQueue();
const { waitDivisor } = clock;

type Found = NonNullable<Awaited<ReturnType<typeof findWebhook>>>;

/** The job of a webhook lies in its endpoint's health: its newest cause, and when somebody looks next. */
type DeliveryAlignmentJob = Job & { readonly found: Found };

/**
 * Aligns the open deliveries of a webhook with what the webhook now is: enabled releases the parked ones, disabled or an
 * account suspended parks, deleted cancels. Each delivery is changed by itself, and a pass that is left begins anew.
 */
export const deliveryAlignment = ({ tenant_id, webhook_id }: WebhookWakeUp): JobKind<DeliveryAlignmentJob> => ({
  find: async ({ db }) => {
    const found = await findWebhook(db, tenant_id, webhook_id);
    const { align_since: since, due_at } = found?.health ?? { align_since: null, due_at: null };
    return found && since !== null ? { ...newJob(since, new Date(since)), due_at: due_at ?? since, found } : undefined;
  },
  batch: async ({ found }, { cursor }, work) => {
    const alignment = alignmentOf(found.webhook, found.suspended);
    const page = await openDeliveriesOf(work.db, tenant_id, webhook_id, cursor ?? undefined);
    const aligned = await Promise.all(page.items.map((one) => alignOne(one, alignment, work)));
    const moved = aligned.filter((one) => one !== undefined);
    if (alignment === 'release') await wake(moved);
    return { changes: [], facts: [], cursor: page.next, moved: moved.length > 0 };
  },
  save: (next, { found: { webhook, health } }) =>
    saveHealth(webhook, { ...health, ...(next ? { due_at: next.due_at } : { due_at: null, align_since: null }) }),
});

/** The delivery as it is now, where it had to move; one that somebody else changed meanwhile is met again by the next pass. */
const alignOne = async (read: Delivery, alignment: Alignment, work: Work): Promise<Delivery | undefined> => {
  const { now } = work.deadline;
  const moved = moveDelivery(read, alignment, { now, waitDivisor });
  if (!moved || same(moved, read)) return undefined;
  const { after: delivery } = changeDelivery(read, moved, now);
  await saved(work, [saveDelivery(delivery, read)]);
  return delivery;
};

/** Throws when the queue does not take them: then the whole pass is repeated, and finds them released. */
const wake = (released: readonly Delivery[]): Promise<void> =>
  queue.wake(
    released.map(({ tenant_id, id: delivery_id, webhook_id, attempts_made }) => ({
      of: { tenant_id, delivery_id, webhook_id, attempts_made },
      delay_seconds: 0,
    })),
  );
