import { retryOnConflict } from '../../core/dynamodb/commit.ts';
import type { Page } from '../../core/dynamodb/list.ts';
import type { UnreadableItem } from '../../core/dynamodb/stored-form.ts';
import { logUnreadable } from '../../core/dynamodb/unreadable.ts';
import type { Job, JobPass } from '../../core/job.ts';
import { clock, durations } from '../../core/jobs/batch.ts';
import type { Batch, JobKind } from '../../core/jobs/run-job.ts';
import { deepEqual } from '../../core/json.ts';
import type { AccountMessage, WebhookKey } from '../../core/messages.ts';
import { commitWork, type Work } from '../../core/outbox/unit-of-work.ts';
import { isOpen, resetHealth, withProbesStopped } from '../webhooks/health.ts';
import { reconcileNow, saveHealth } from '../webhooks/health-table.ts';
import {
  type Endpoint,
  endWebhookReconciliation,
  findEndpoint,
  findWebhookReconciliation,
  isTenantSuspended,
  pageOfWebhooks,
  webhooksMax,
} from '../webhooks/table.ts';
import { type Reconciliation, reconciliationOf } from './claim-rules.ts';
import { deliveriesOfWebhookIn, type OpenDeliveries, pausedDeliveriesOf } from './list-table.ts';
import { changeDelivery, type Delivery, deliveryMessage, transitionDelivery } from './model.ts';
import { notify, notifyEndpoint } from './notify.ts';
import { type DeliveryStatus, deliveryStatuses, isUndelivered } from './states.ts';
import { saveDelivery } from './table.ts';

/** The job of a webhook is stored in its endpoint's health. */
type DeliveryReconciliationJob = Job & { readonly endpoint: Endpoint };

/**
 * Reconciles the open deliveries of a webhook: pauses them if it is disabled or its account suspended, cancels them if it is
 * deleted, else resumes paused ones, oldest first. Each batch is saved with the health that was read, so a breaker that opens
 * meanwhile, or a newer cause, stops the next batch.
 */
export const deliveryReconciliation = (of: WebhookKey): JobKind<DeliveryReconciliationJob> => ({
  find: async (work) => {
    const endpoint = await findEndpoint(work.db, of.tenant_id, of.webhook_id);
    const { webhook, health, suspended } = endpoint;
    const { job } = health;
    if (!job) return undefined;
    // While the breaker is open nothing is resumed. Closing it starts this job again.
    if (isOpen(health) && reconciliationOf(webhook, suspended) === 'resume') return undefined;
    return { ...job, endpoint };
  },
  batch: ({ endpoint }, pass, work) => {
    const reconciliation = reconciliationOf(endpoint.webhook, endpoint.suspended);
    return reconciliation === 'resume'
      ? resume(of, pass, work)
      : pauseOrCancel(of, reconciliation, pass, work);
  },
  save: (next, { endpoint: { health } }) => {
    const owner = { id: of.webhook_id, tenant_id: of.tenant_id };
    return saveHealth(owner, { ...health, job: next ? jobOf(next) : null }, clock.now());
  },
  notifyAgain: () => notifyEndpoint(of, clock.now()),
});

const jobOf = ({ requested_at, token, pass, held_until, scheduled_at }: Job): Job => ({
  requested_at,
  token,
  pass,
  held_until,
  scheduled_at,
});

/** A pause concerns what waits for an attempt; a cancellation everything undelivered. */
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
  const page = reported(
    await deliveriesOfWebhookIn(work.db, of, statusesOf[reconciliation], cursor ?? undefined),
  );
  const changes = page.items.flatMap(
    (read) => reconciled(read, reconciliation, work.deadline.now) ?? [],
  );
  const writes = changes.map(({ before, after }) => saveDelivery(after, before));
  return { changes: writes, conditions: [], cursor: page.next, moved: writes.length > 0 };
};

const resume = async (
  of: WebhookKey,
  { cursor }: JobPass,
  work: Work,
): Promise<Batch<DeliveryReconciliationJob>> => {
  const page = reported(await pausedDeliveriesOf(work.db, of, cursor ?? undefined));
  const changes = page.items.flatMap((read) => reconciled(read, 'resume', work.deadline.now) ?? []);
  return {
    changes: changes.map(({ before, after }) => saveDelivery(after, before)),
    conditions: [],
    cursor: page.next,
    moved: changes.length > 0,
    after: () => notify(changes.map(({ after }) => ({ message: deliveryMessage(after) }))),
  };
};

/** Logs the deliveries of a page that are unreadable, which sets off an alarm. They stay as they are until they are repaired. */
export const reported = ({ unreadable, ...page }: OpenDeliveries): Page<Delivery> => {
  for (const error of unreadable) logUnreadable(error);
  return page;
};

/** The change of a delivery; undefined if there is none. */
const reconciled = (read: Delivery, reconciliation: Reconciliation, now: Date) => {
  const next = transitionDelivery(read, reconciliation, { now, durations });
  return next && !deepEqual(next, read) ? changeDelivery(read, next, now) : undefined;
};

/**
 * Schedules the reconciliation of every webhook of an account that was suspended or reactivated. An unreadable webhook stops
 * no other; the job fails for it and stays scheduled until it is repaired.
 */
export const reconcileAccount = async (
  { tenant_id }: Omit<AccountMessage, 'kind'>,
  work: Work,
): Promise<void> => {
  const { now } = work.deadline;
  const { webhooks, unreadable } = await retryOnConflict(async () => {
    const unreadable: UnreadableItem[] = [];
    const token = await findWebhookReconciliation(work.db, tenant_id);
    if (token === undefined) return { webhooks: [], unreadable };
    const leaveOut = (error: UnreadableItem) => unreadable.push(error);
    const [{ items }, suspended] = await Promise.all([
      pageOfWebhooks(work.db, tenant_id, { limit: webhooksMax, leaveOut }),
      isTenantSuspended(work.db, tenant_id),
    ]);
    // As when one webhook is disabled or enabled: nothing is probed, or the counters start again.
    const become = suspended ? withProbesStopped : resetHealth;
    const writes = items.map(({ webhook, health }) =>
      saveHealth(webhook, reconcileNow({ ...health, ...become(health, now) }, now), now),
    );
    const end = unreadable.length > 0 ? [] : [endWebhookReconciliation(tenant_id, token)];
    if (writes.length + end.length > 0)
      await commitWork(work, { changes: [...writes, ...end], conditions: [] });
    return { webhooks: items, unreadable };
  });
  for (const { webhook } of webhooks)
    await notifyEndpoint({ tenant_id, webhook_id: webhook.id }, now);
  const [first, ...others] = unreadable;
  for (const error of others) logUnreadable(error);
  if (first) throw first;
};
