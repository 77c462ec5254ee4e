import { retryOnConflict } from '../dynamodb/retry-on-conflict.ts';
import { durations, savedOne } from '../jobs/batch.ts';
import type { DeliveryMessage } from '../messages.ts';
import { commitWork, type Work } from '../unit-of-work.ts';
import { breakerDueAt, claimProbe, type Health, isOpen, isProbeDue } from '../webhooks/health.ts';
import { breakerUnchanged, type StoredHealth, saveHealth } from '../webhooks/health-table.ts';
import { attempt_deadline_ms, type Claimed, claimDelivery, leaseEnd } from './claim.ts';
import { changeDelivery, type Delivery, transitionDelivery } from './model.ts';
import { notify, notifyEndpoint } from './notify.ts';
import type { AttemptTrigger } from './states.ts';
import { findNotified, type Notified, saveDelivery } from './table.ts';

/** A delivery in hand, why it is attempted, and the health of its endpoint by which it was let through. */
export type InHand = {
  readonly delivery: Delivery;
  readonly trigger: AttemptTrigger;
  readonly health: StoredHealth;
};

/**
 * Takes a delivery in hand: of all who are woken for it one gets it, and nobody when nothing is due. While its endpoint's
 * breaker is open it is paused instead, without an attempt, but for what somebody asked for himself: that may be the probe.
 * What a cheap read found (`late`) is enough where the claim succeeds: the claim fails where that is old, and nothing else
 * rests on it.
 */
export const claim = async (
  notification: DeliveryMessage,
  late: Notified,
  token: string,
  work: Work,
): Promise<InHand | undefined> => {
  const seen = asking(notification, token, late, work);
  const isSent = seen && admissionOf(seen.inHand.health, seen.inHand.trigger) === 'send';
  if (isSent && (await savedOne(work, seen.taken))) return seen.inHand;
  return retryOnConflict(
    async () => {
      const [found] = await findNotified(work.db, [notification]);
      const asked = found && asking(notification, token, found, work);
      if (!asked) return undefined;
      const { inHand, read } = asked;
      const admission = admissionOf(found.health, inHand.trigger);
      if (admission === 'pause') return pause(read, found.health, work);
      if (admission === 'ask_probe') return askForProbe(inHand, read, notification, work);
      return (await savedOne(work, asked.taken)) ? inHand : undefined;
    },
    { exhausted: () => undefined },
  );
};

/**
 * What the breaker makes of an attempt: it is sent, its delivery is paused, or it may be the probe. A resend and a test need
 * not wait for the time of the next probe; what a recovery sends does.
 */
const admissionOf = (health: Pick<Health, 'state'>, trigger: AttemptTrigger): 'send' | 'pause' | 'ask_probe' => {
  if (!isOpen(health)) return 'send';
  return trigger === 'manual' || trigger === 'recovery' || trigger === 'test' ? 'ask_probe' : 'pause';
};

/** What was found, in our hands, if it is due: not before `taken` is written. */
const asking = (
  notification: DeliveryMessage,
  token: string,
  { delivery: read, health }: Notified,
  { deadline }: Work,
) => {
  const claimed = read && claimDelivery(read, { attempts_made: notification.attempts_made, token, now: deadline.now });
  if (!claimed) return undefined;
  const delivery = { ...claimed.delivery, version: read.version + 1 };
  const inHand: InHand = { delivery, trigger: triggerOf(claimed), health };
  return { inHand, read, taken: saveDelivery(delivery, read) };
};

const triggerOf = ({ delivery, resend }: Claimed<Delivery>): AttemptTrigger => {
  if (resend) return delivery.resend_trigger ?? 'manual';
  return delivery.attempts_made === 0 ? delivery.first_trigger : 'automatic';
};

/** Whoever closes the breaker meanwhile makes this stale, so that nothing is paused that nobody comes back for. */
const pause = async (read: Delivery, health: StoredHealth, work: Work): Promise<undefined> => {
  const { now } = work.deadline;
  const moved = transitionDelivery(read, 'pause', { now, durations });
  if (!moved) return;
  const owner = { id: read.webhook_id, tenant_id: read.tenant_id };
  const paused = saveDelivery(changeDelivery(read, moved, now).after, read);
  // A probe that is due found nothing to probe with; now there is something, and the sweeper is to come soon.
  const overdue = isProbeDue(health, now);
  const changes = overdue ? [paused, saveHealth(owner, health, now)] : [paused];
  await commitWork(work, { changes, conditions: overdue ? [] : [breakerUnchanged(owner, health)] });
  if (overdue) await notifyEndpoint(read, now);
};

const askForProbe = async (
  inHand: InHand,
  read: Delivery,
  notification: DeliveryMessage,
  work: Work,
): Promise<InHand | undefined> => {
  const { now } = work.deadline;
  const { delivery, trigger, health } = inHand;
  // A recovery sends thousands: each would be a probe at once, and an endpoint that is down would get all of them.
  const asked = trigger !== 'recovery';
  const probe = { token: delivery.lease?.token ?? '', until: leaseEnd(now), delivery_id: read.id, asked };
  const probing = claimProbe(health, probe, now);
  if (probing) {
    const next = { ...health, ...probing };
    const owner = { id: read.webhook_id, tenant_id: read.tenant_id };
    await commitWork(work, { changes: [saveHealth(owner, next, now), saveDelivery(delivery, read)], conditions: [] });
    return { delivery, trigger, health: { ...next, version: health.version + 1 } };
  }
  if (trigger !== 'manual' && trigger !== 'recovery') return pause(read, health, work);
  // Nobody probes what may not be called: the attempt finds that out, and drops what was asked for.
  if (breakerDueAt(health) === null) return (await savedOne(work, saveDelivery(delivery, read))) ? inHand : undefined;
  if (trigger === 'recovery') return postpone(read, health, work);
  // Another probe is under way; a resend that waits stays due, and comes again when that must have ended.
  await notify([{ message: notification, delay_seconds: attempt_deadline_ms / 1_000 }]);
};

/** Until the next probe is due, or the one under way must have ended: then the sweeper comes by. */
const postpone = async (read: Delivery, health: StoredHealth, work: Work): Promise<undefined> => {
  const scheduled_at = breakerDueAt(health);
  if (scheduled_at === null || scheduled_at === read.scheduled_at) return;
  const { after } = changeDelivery(read, { scheduled_at }, work.deadline.now);
  await commitWork(work, { changes: [saveDelivery(after, read)], conditions: [] });
};
