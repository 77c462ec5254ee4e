import { randomUUID } from 'node:crypto';
import type { Database, Item } from '../../core/dynamodb/client.ts';
import type { ItemKey } from '../../core/dynamodb/keys.ts';
import { scheduleFields } from '../../core/dynamodb/scheduled-work.ts';
import { absent, nested, reading, required, storedForm } from '../../core/dynamodb/stored-form.ts';
import { jobFields } from '../../core/dynamodb/stored-job.ts';
import {
  asRead,
  type ConditionCheck,
  isNew,
  type SingleWrite,
} from '../../core/dynamodb/writes.ts';
import { type Job, newJob } from '../../core/job.ts';
import { breakerDueAt, type Health, untriedHealth } from './health.ts';

/** The health of an endpoint as stored beside its deliveries, with the job that reconciles them. */
export type StoredHealth = Health & {
  /** Reconciles the open deliveries with their webhook: pauses, cancels or resumes them. */
  readonly job: Job | null;
  readonly version: number;
};

/** How is this webhook's endpoint, and is work for it scheduled? */
export const healthKey = (tenant: string, webhookId: string): ItemKey => ({
  table: 'deliveries',
  pk: `${tenant}/${webhookId}`,
  sk: 'health',
});

/** An endpoint that nothing was sent to yet. */
export const noHealth: StoredHealth = { ...untriedHealth, job: null, version: 0 };

/** Health that is not written any more expires with the last delivery of its webhook. */
const keptSeconds = 90 * 24 * 60 * 60;

type Owner = { readonly id: string; readonly tenant_id: string };

/** Saves the health over the one that was read. It is scheduled for its job, or for the breaker. */
export const saveHealth = (
  { id, tenant_id }: Owner,
  health: StoredHealth,
  now: Date,
): SingleWrite => {
  const [scheduled_at = null] = [health.job?.scheduled_at, breakerDueAt(health)]
    .filter((at) => typeof at === 'string')
    .toSorted();
  const set = Object.entries(health).filter(([, value]) => value !== null);
  const expires_at_s = Math.floor(now.getTime() / 1000) + keptSeconds;
  const key = healthKey(tenant_id, id);
  return {
    kind: 'put',
    key,
    item: {
      ...Object.fromEntries(set),
      ...scheduleFields(key, id, scheduled_at),
      version: health.version + 1,
      expires_at_s,
    },
    when: health.version === 0 ? isNew : asRead(health.version),
  };
};

/** Schedules the reconciliation of the deliveries of a webhook, and replaces one that is running. */
export const reconcileNow = (health: StoredHealth, now: Date): StoredHealth => ({
  ...health,
  job: newJob(randomUUID(), now),
});

/** The condition that the breaker keeps its state, and so schedules what is paused. */
export const breakerUnchanged = ({ id, tenant_id }: Owner, { state }: Health): ConditionCheck => ({
  key: healthKey(tenant_id, id),
  attribute: 'state',
  is: state,
});

/** The current health of an endpoint. */
export const findHealth = async (db: Database, { id, tenant_id }: Owner): Promise<StoredHealth> =>
  healthOf(await db.get(healthKey(tenant_id, id)));

/** The health as stored; an endpoint that nothing was sent to has none yet. */
export const healthOf = (item: Item | undefined): StoredHealth =>
  item ? readStoredHealth(item) : noHealth;

type Call = NonNullable<Health['probe']>;

/** How the health of an endpoint is stored: what is null is not. */
const healthForm = storedForm<StoredHealth>({
  state: required,
  version: required,
  consecutive_failures: absent(0),
  probe_step: absent(0),
  warnings: absent(0),
  since: absent(null),
  last_success_at: absent(null),
  last_failure_at: absent(null),
  failing_since: absent(null),
  next_probe_at: absent(null),
  paused_until: absent(null),
  probed: absent(null),
  warned_at: absent(null),
  probe: nested(storedForm<Call>({ token: required, until: required }), absent(null)),
  job: nested(storedForm<Job>(jobFields), absent(null)),
});

export const readStoredHealth = reading('deliveries', 'health', healthForm);
