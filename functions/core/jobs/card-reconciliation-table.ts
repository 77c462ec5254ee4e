import { randomUUID } from 'node:crypto';
import type { Database, Item } from '../dynamodb/client.ts';
import type { ItemKey } from '../dynamodb/keys.ts';
import { scheduledAtOf, scheduleFields } from '../dynamodb/scheduled-work.ts';
import { reading, required, storedForm } from '../dynamodb/stored-form.ts';
import { jobFields } from '../dynamodb/stored-job.ts';
import { always, has, type Write } from '../dynamodb/writes.ts';
import { type Job, newJob } from '../job.ts';

/** Reconciles the cards of a customer with its status and features. One job at most for each customer. */
export type CardReconciliationJob = Job & {
  readonly tenant_id: string;
  readonly customer_id: string;
};

export const readStoredReconciliation = reading(
  'resources',
  'card reconciliation',
  storedForm<CardReconciliationJob>({ ...jobFields, tenant_id: required, customer_id: required }),
  'customer_id',
);

/** The key of the job. The sweeper detects the kind from the name of the partition. */
export const reconciliationKey = (tenant: string, customerId: string): ItemKey => ({
  table: 'resources',
  pk: `${tenant}/${customerId}/card-reconciliation`,
  sk: 'card-reconciliation',
});

/** The customer whose cards are reconciled. */
export type Holding = Pick<CardReconciliationJob, 'tenant_id' | 'customer_id'>;

/**
 * The job that reconciles the cards of a customer, for every transaction that changes what they may do. The newest cause
 * replaces the one before, so that a pass that has not seen it cannot end the job.
 */
export const requestReconciliation = (
  { tenant_id, id: customer_id }: { readonly tenant_id: string; readonly id: string },
  now: Date,
): Write => putJob({ tenant_id, customer_id, ...newJob(randomUUID(), now) }, always);

/** The job, if there is one. */
export const findReconciliation = async (
  db: Database,
  { tenant_id, customer_id }: Holding,
): Promise<CardReconciliationJob | undefined> => {
  const item = await db.get(reconciliationKey(tenant_id, customer_id));
  return item && reconciliationJobOf(item);
};

/** Saves the next step of a job, or ends it. Stale when another worker has written it since. */
export const saveReconciliation = (
  next: CardReconciliationJob | undefined,
  { tenant_id, customer_id, token }: CardReconciliationJob,
): Write => {
  const when = has('token', token);
  return next
    ? putJob(next, when)
    : { kind: 'delete', key: reconciliationKey(tenant_id, customer_id), when };
};

/** The job as stored. */
export const reconciliationJobOf = (item: Item): CardReconciliationJob =>
  readStoredReconciliation({ ...item, scheduled_at: scheduledAtOf(item) ?? undefined });

const putJob = ({ scheduled_at, ...job }: CardReconciliationJob, when: Write['when']): Write => {
  const key = reconciliationKey(job.tenant_id, job.customer_id);
  return {
    kind: 'put',
    key,
    item: { ...job, ...scheduleFields(key, job.customer_id, scheduled_at) },
    when,
  };
};
