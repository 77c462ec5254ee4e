import { retryOnConflict } from '../dynamodb/retry-on-conflict.ts';
import type { Job, JobPass } from '../job.ts';
import { clock, durations } from '../jobs/batch.ts';
import type { Batch, JobKind } from '../jobs/run-job.ts';
import { deepEqual } from '../json.ts';
import type { AccountMessage, WebhookKey } from '../messages.ts';
import { commitWork, type Work } from '../unit-of-work.ts';
import { isOpen, resetHealth, restedHealth } from '../webhooks/health.ts';
import { reconcileNow, saveHealth } from '../webhooks/health-table.ts';
import {
  type EndpointStanding,
  endWebhookReconciliation,
  findStanding,
  findWebhookReconciliation,
  isTenantSuspended,
  pageOfWebhooks,
  webhooksMax,
} from '../webhooks/table.ts';
import { type Reconciliation, reconciliationOf } from './claim.ts';
import { changeDelivery, type Delivery, deliveryMessage, transitionDelivery } from './model.ts';
import { notify, notifyEndpoint } from './notify.ts';
import { type DeliveryStatus, deliveryStatuses, isUndelivered } from './states.ts';
import { deliveriesOfWebhookIn, pausedDeliveriesOf, saveDelivery } from './table.ts';

/** The job of a webhook is stored in its endpoint's health. */
type DeliveryReconciliationJob = Job & { readonly standing: EndpointStanding };

/**
 * Aligns the open deliveries of a webhook with what it now is: disabled or an account suspended pauses, deleted cancels,
 * and where it may be called what was paused comes back, oldest first. Each batch is written with the health that it rests on,
 * so a breaker that opens meanwhile, or a newer cause, stops the next batch.
 */
export const deliveryReconciliation = (of: WebhookKey): JobKind<DeliveryReconciliationJob> => ({
  find: async (work) => {
    const standing = await findStanding(work.db, of.tenant_id, of.webhook_id);
    const { webhook, health, suspended } = standing;
    const { job } = health;
    if (!job) return undefined;
    // While the breaker is open nothing comes back: when it closes it asks for that itself.
    if (isOpen(health) && reconciliationOf(webhook, suspended) === 'resume') return undefined;
    return { ...job, standing };
  },
  batch: ({ standing }, pass, work) => {
    const reconciliation = reconciliationOf(standing.webhook, standing.suspended);
    return reconciliation === 'resume' ? resume(of, pass, work) : pauseOrCancel(of, reconciliation, pass, work);
  },
  save: (next, { standing: { health } }) => {
    const owner = { id: of.webhook_id, tenant_id: of.tenant_id };
    return saveHealth(owner, { ...health, job: next ? jobOf(next) : null }, clock.now());
  },
});

const jobOf = ({ requested_at, token, pass, held_until, scheduled_at }: Job): Job => ({
  ...{ requested_at, token, pass, held_until, scheduled_at },
});

/** What still waits for an attempt is paused; of a deleted webhook all that did not arrive is canceled. */
const statusesOf: Record<'pause' | 'cancel', readonly DeliveryStatus[]> = {
  pause: ['pending', 'retrying'],
  cancel: deliveryStatuses.filter(isUndelivered),
};

const pauseOrCancel = async (
  of: WebhookKey,
  reconciliation: 'pause' | 'cancel',
  { cursor }: JobPass,
  work: Work,
): Promise<Batch<DeliveryReconciliationJob>> => {
  const page = await deliveriesOfWebhookIn(work.db, of, statusesOf[reconciliation], cursor ?? undefined);
  const changes = page.items.flatMap((read) => moved(read, reconciliation, work.deadline.now) ?? []);
  const writes = changes.map(({ before, after }) => saveDelivery(after, before));
  return { changes: writes, conditions: [], cursor: page.next, moved: writes.length > 0 };
};

const resume = async (of: WebhookKey, { cursor }: JobPass, work: Work): Promise<Batch<DeliveryReconciliationJob>> => {
  const page = await pausedDeliveriesOf(work.db, of, cursor ?? undefined);
  const changes = page.items.flatMap((read) => moved(read, 'resume', work.deadline.now) ?? []);
  return {
    changes: changes.map(({ before, after }) => saveDelivery(after, before)),
    conditions: [],
    cursor: page.next,
    moved: changes.length > 0,
    after: () => notify(changes.map(({ after }) => ({ message: deliveryMessage(after) }))),
  };
};

/** The delivery as it is now to be, where that differs. */
const moved = (read: Delivery, reconciliation: Reconciliation, now: Date) => {
  const next = transitionDelivery(read, reconciliation, { now, durations });
  return next && !deepEqual(next, read) ? changeDelivery(read, next, now) : undefined;
};

/**
 * Makes due what follows for the webhooks of an account that was suspended or reactivated: what is open of each is to be
 * paused, or comes back. Each webhook aligns itself with what the account then is.
 */
export const reconcileAccount = async ({ tenant_id }: Omit<AccountMessage, 'kind'>, work: Work): Promise<void> => {
  const { now } = work.deadline;
  const reconciled = await retryOnConflict(async () => {
    const token = await findWebhookReconciliation(work.db, tenant_id);
    if (token === undefined) return [];
    const [{ items }, suspended] = await Promise.all([
      pageOfWebhooks(work.db, tenant_id, { limit: webhooksMax }),
      isTenantSuspended(work.db, tenant_id),
    ]);
    // As where one webhook is disabled or enabled: nothing is probed, or all is tried anew.
    const become = suspended ? restedHealth : resetHealth;
    const writes = items.map(({ webhook, health }) =>
      saveHealth(webhook, reconcileNow({ ...health, ...become(health, now) }, now), now),
    );
    await commitWork(work, { changes: [...writes, endWebhookReconciliation(tenant_id, token)], conditions: [] });
    return items;
  });
  for (const { webhook } of reconciled) await notifyEndpoint({ tenant_id, webhook_id: webhook.id }, now);
};
