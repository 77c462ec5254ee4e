import { type Alignment, alignmentOf, settled_after_ms } from '../domain/deliveries/alignment.ts';
import { changeDelivery, type Delivery, moveDelivery } from '../domain/deliveries/delivery.ts';
import type { WebhookWakeUp } from '../domain/events/event.ts';
import { same } from '../domain/same.ts';
import { sqsDeliveryQueue } from '../ports/delivery-queue/sqs-delivery-queue.ts';
import { saveDelivery } from '../store/deliveries/deliveries.ts';
import { openDeliveriesOf } from '../store/deliveries/list.ts';
import { findWebhook, saveHealth } from '../store/webhooks/webhooks.ts';
import { clock, saved, type Work } from './work.ts';

const queue = sqsDeliveryQueue();
const { waitDivisor } = clock;

/** Left for the note at the end of a pass that does not come to its end. */
const reserveMs = 3_000;

/**
 * Aligns the open deliveries of a webhook with what the webhook now is: enabled releases the parked ones, disabled or an
 * account suspended parks, deleted cancels. The work stays due until a pass that began a minute after its cause finds nothing.
 */
export const align = async ({ tenant_id, webhook_id }: WebhookWakeUp, work: Work): Promise<void> => {
  const found = await findWebhook(work.db, tenant_id, webhook_id);
  if (!found || found.health.align_since === null) return;
  const began = clock.now();
  const { moved, complete } = await pass(tenant_id, webhook_id, alignmentOf(found.webhook, found.suspended), work);
  const age = (began.getTime() - Date.parse(found.health.align_since)) * waitDivisor;
  const done = complete && moved === 0 && age >= settled_after_ms;
  const again = new Date(clock.now().getTime() + (complete ? settled_after_ms / waitDivisor : 0));
  const plan = done ? { due_at: null, align_since: null } : { due_at: again.toISOString() };
  // Somebody else's note is as good: then the work is still due, and the next pass ends it.
  await saved(work, [saveHealth(found.webhook, { ...found.health, ...plan })]);
};

const pass = async (tenant: string, webhookId: string, alignment: Alignment, work: Work) => {
  let moved = 0;
  let below: string | undefined;
  do {
    if (clock.now().getTime() > work.deadline.deadline - reserveMs) return { moved, complete: false };
    const page = await openDeliveriesOf(work.db, tenant, webhookId, below);
    const aligned = await Promise.all(page.items.map((delivery) => alignOne(delivery, alignment, work)));
    const released = aligned.filter((delivery) => delivery !== undefined);
    moved += released.length;
    if (alignment === 'release') await wake(released);
    below = page.next ?? undefined;
  } while (below !== undefined);
  return { moved, complete: true };
};

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
