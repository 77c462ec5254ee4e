import { retryOnConflict } from '../../core/dynamodb/commit.ts';
import { durations, savedOne } from '../../core/jobs/batch.ts';
import type { DeliveryMessage } from '../../core/messages.ts';
import { commitWork, type Work } from '../../core/outbox/unit-of-work.ts';
import { breakerDueAt, claimProbe, isOpen, isProbeDue } from '../webhooks/health.ts';
import { breakerUnchanged, type StoredHealth, saveHealth } from '../webhooks/health-table.ts';
import {
  admissionOf,
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
  const isSent = first && !isOpen(first.leased.health);
  if (isSent && (await savedOne(work, first.write))) return first.leased;
  return retryOnConflict(
    async () => {
      const [readOne] = await findNotified(work.db, [notification]);
      const found = readOne?.();
      const current = found && leasing(notification, token, found, work);
      if (!current) return found?.delivery && notifyAfterLease(found.delivery, notification, work);
      const { leased, read, write } = current;
      switch (admissionOf(found.health, leased.trigger, work.deadline.now)) {
        case 'send':
          return (await savedOne(work, write)) ? leased : undefined;
        case 'probe':
          return asProbe(leased, read, work);
        case 'pause':
          return pause(read, found.health, work);
        case 'postpone':
          return postpone(read, found.health, work);
        case 'notify_after_probe':
          // A resend stays due, and is tried again when the probe in flight must have ended.
          await notify([{ message: notification, delay_seconds: attempt_deadline_ms / 1_000 }]);
          return undefined;
      }
    },
    { exhausted: () => undefined },
  );
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

/** The delivery as the probe of its endpoint, for which both are saved together. */
const asProbe = async (
  { delivery, trigger, health }: LeasedDelivery,
  read: Delivery,
  work: Work,
): Promise<LeasedDelivery | undefined> => {
  const { now } = work.deadline;
  const probe = {
    token: delivery.lease?.token ?? '',
    until: leaseEnd(now),
    delivery_id: read.id,
    asked: trigger !== 'recovery',
  };
  const probing = claimProbe(health, probe, now);
  if (!probing) return undefined;
  const next = { ...health, ...probing };
  const owner = { id: read.webhook_id, tenant_id: read.tenant_id };
  await commitWork(work, {
    changes: [saveHealth(owner, next, now), saveDelivery(delivery, read)],
    conditions: [],
  });
  return { delivery, trigger, health: { ...next, version: health.version + 1 } };
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

/** Schedules a delivery of a recovery for the next probe, or for the end of the one in flight. */
const postpone = async (read: Delivery, health: StoredHealth, work: Work): Promise<undefined> => {
  const scheduled_at = breakerDueAt(health);
  if (scheduled_at === null || scheduled_at === read.scheduled_at) return;
  const { after } = changeDelivery(read, { scheduled_at }, work.deadline.now);
  await commitWork(work, { changes: [saveDelivery(after, read)], conditions: [] });
};
