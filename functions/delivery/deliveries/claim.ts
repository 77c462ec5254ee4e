import { retryOnConflict } from '../../core/dynamodb/commit.ts';
import { durations, savedOne } from '../../core/jobs/batch.ts';
import type { DeliveryMessage } from '../../core/messages.ts';
import { commitWork, type Work } from '../../core/outbox/unit-of-work.ts';
import { breakerDueAt, claimProbe, type Health, isOpen, isProbeDue } from '../webhooks/health.ts';
import { breakerUnchanged, type StoredHealth, saveHealth } from '../webhooks/health-table.ts';
import {
  attempt_deadline_ms,
  type Claimed,
  claimDelivery,
  leaseEnd,
  leaseSecondsLeft,
} from './claim-rules.ts';
import { changeDelivery, type Delivery, transitionDelivery } from './model.ts';
import { notify, notifyEndpoint } from './notify.ts';
import type { AttemptTrigger } from './states.ts';
import { findNotified, type Notified, saveDelivery } from './table.ts';

/** A leased delivery, why it is attempted, and the health of its endpoint that allowed it. */
export type LeasedDelivery = {
  readonly delivery: Delivery;
  readonly trigger: AttemptTrigger;
  readonly health: StoredHealth;
};

/**
 * Leases a delivery that is due: of several workers one gets it. While the breaker of its endpoint is open, it is paused
 * without an attempt; a resend or a test may be the probe. An eventually consistent read (`late`) is enough if the claim
 * succeeds, because a claim of an old version fails.
 */
export const claim = async (
  notification: DeliveryMessage,
  late: Notified,
  token: string,
  work: Work,
): Promise<LeasedDelivery | undefined> => {
  const first = leasing(notification, token, late, work);
  const isSent = first && admissionOf(first.leased.health, first.leased.trigger) === 'send';
  if (isSent && (await savedOne(work, first.write))) return first.leased;
  return retryOnConflict(
    async () => {
      const [readOne] = await findNotified(work.db, [notification]);
      const found = readOne?.();
      const current = found && leasing(notification, token, found, work);
      if (!current) return found?.delivery && notifyAfterLease(found.delivery, notification, work);
      const { leased, read, write } = current;
      const admission = admissionOf(found.health, leased.trigger);
      if (admission === 'pause') return pause(read, found.health, work);
      if (admission === 'ask_probe') return askForProbe(leased, read, notification, work);
      return (await savedOne(work, write)) ? leased : undefined;
    },
    { exhausted: () => undefined },
  );
};

/**
 * Whether the breaker lets an attempt through, pauses its delivery, or may use it as the probe. A resend and a test do not
 * wait for the time of the next probe; deliveries of a recovery do.
 */
const admissionOf = (
  health: Pick<Health, 'state'>,
  trigger: AttemptTrigger,
): 'send' | 'pause' | 'ask_probe' => {
  if (!isOpen(health)) return 'send';
  return trigger === 'manual' || trigger === 'recovery' || trigger === 'test'
    ? 'ask_probe'
    : 'pause';
};

/** The delivery with a lease, if it is due, and the write that claims it. */
const leasing = (
  notification: DeliveryMessage,
  token: string,
  { delivery: read, health }: Notified,
  { deadline }: Work,
) => {
  const claimed =
    read &&
    claimDelivery(read, { attempts_made: notification.attempts_made, token, now: deadline.now });
  if (!claimed) return undefined;
  const delivery = { ...claimed.delivery, version: read.version + 1 };
  const leased: LeasedDelivery = { delivery, trigger: triggerOf(claimed), health };
  return { leased, read, write: saveDelivery(delivery, read) };
};

const triggerOf = ({ delivery, resend }: Claimed<Delivery>): AttemptTrigger => {
  if (resend) return delivery.resend_trigger ?? 'manual';
  return delivery.attempts_made === 0 ? delivery.first_trigger : 'automatic';
};

/**
 * Another attempt is in flight. If its worker has died, the message that comes again is the one that knows: it comes once more
 * when the lease ends, long before a sweep. If the worker lives, that message will be out of date.
 */
const notifyAfterLease = async (
  delivery: Delivery,
  notification: DeliveryMessage,
  { deadline: { now } }: Work,
): Promise<undefined> => {
  const delay_seconds = leaseSecondsLeft(delivery, now);
  if (delay_seconds === 0 || delivery.attempts_made !== notification.attempts_made) return;
  await notify([{ message: notification, delay_seconds }]);
};

/** Pauses a delivery under the condition that the breaker is still open, so that something will resume it. */
const pause = async (read: Delivery, health: StoredHealth, work: Work): Promise<undefined> => {
  const { now } = work.deadline;
  const next = transitionDelivery(read, 'pause', { now, durations });
  if (!next) return;
  const owner = { id: read.webhook_id, tenant_id: read.tenant_id };
  const paused = saveDelivery(changeDelivery(read, next, now).after, read);
  // A probe that was due found no delivery to probe with. Now there is one: the saved health is scheduled again.
  const overdue = isProbeDue(health, now);
  const changes = overdue ? [paused, saveHealth(owner, health, now)] : [paused];
  await commitWork(work, { changes, conditions: overdue ? [] : [breakerUnchanged(owner, health)] });
  if (overdue) await notifyEndpoint(read, now);
};

const askForProbe = async (
  leased: LeasedDelivery,
  read: Delivery,
  notification: DeliveryMessage,
  work: Work,
): Promise<LeasedDelivery | undefined> => {
  const { now } = work.deadline;
  const { delivery, trigger, health } = leased;
  // A recovery sends thousands. If each could be a probe at once, an endpoint that is down would get all of them.
  const asked = trigger !== 'recovery';
  const probe = {
    token: delivery.lease?.token ?? '',
    until: leaseEnd(now),
    delivery_id: read.id,
    asked,
  };
  const probing = claimProbe(health, probe, now);
  if (probing) {
    const next = { ...health, ...probing };
    const owner = { id: read.webhook_id, tenant_id: read.tenant_id };
    await commitWork(work, {
      changes: [saveHealth(owner, next, now), saveDelivery(delivery, read)],
      conditions: [],
    });
    return { delivery, trigger, health: { ...next, version: health.version + 1 } };
  }
  if (trigger !== 'manual' && trigger !== 'recovery') return pause(read, health, work);
  // Without a scheduled probe the webhook must not be called: the attempt finds that out, and drops the resend.
  if (breakerDueAt(health) === null)
    return (await savedOne(work, saveDelivery(delivery, read))) ? leased : undefined;
  if (trigger === 'recovery') return postpone(read, health, work);
  // Another probe is in flight. A resend stays due, and is tried again when that must have ended.
  await notify([{ message: notification, delay_seconds: attempt_deadline_ms / 1_000 }]);
};

/** Schedules a delivery of a recovery for the next probe, or for the end of the one in flight. */
const postpone = async (read: Delivery, health: StoredHealth, work: Work): Promise<undefined> => {
  const scheduled_at = breakerDueAt(health);
  if (scheduled_at === null || scheduled_at === read.scheduled_at) return;
  const { after } = changeDelivery(read, { scheduled_at }, work.deadline.now);
  await commitWork(work, { changes: [saveDelivery(after, read)], conditions: [] });
};
