import { randomUUID } from 'node:crypto';
import type { Database, Item } from '../dynamodb/client.ts';
import { keys } from '../dynamodb/keys.ts';
import { scheduleFields } from '../dynamodb/scheduled-work.ts';
import { asRead, type ConditionCheck, isNew, type SingleWrite } from '../dynamodb/writes.ts';
import { type Job, newJob } from '../job.ts';
import { breakerDueAt, type Health, untriedHealth } from './health.ts';

/** How an endpoint is doing, as stored beside its deliveries, and the work that its webhook's deliveries wait for. */
export type StoredHealth = Health & {
  /** Aligns what is open with what the webhook has become: pauses it, cancels it, or brings back what was paused. */
  readonly job: Job | null;
  readonly version: number;
};

/** An endpoint that nothing was sent to yet. */
export const noHealth: StoredHealth = { ...untriedHealth, job: null, version: 0 };

/** Health that nobody writes any more is of no webhook that is used; it goes with the last of its deliveries. */
const keptSeconds = 90 * 24 * 60 * 60;

/** Whose health it is. */
type Owner = { readonly id: string; readonly tenant_id: string };

/** What puts an endpoint's health over the one that was read. It is due when its job is, or the breaker. */
export const saveHealth = ({ id, tenant_id }: Owner, health: StoredHealth, now: Date): SingleWrite => {
  const [scheduled_at = null] = [health.job?.scheduled_at, breakerDueAt(health)]
    .filter((at) => typeof at === 'string')
    .toSorted();
  const said = Object.entries(health).filter(([, value]) => value !== null);
  const expires_at_s = Math.floor(now.getTime() / 1000) + keptSeconds;
  const key = keys.webhookHealth(tenant_id, id);
  return {
    kind: 'put',
    key,
    item: {
      ...Object.fromEntries(said),
      ...scheduleFields(key, id, scheduled_at),
      version: health.version + 1,
      expires_at_s,
    },
    when: health.version === 0 ? isNew : asRead(health.version),
  };
};

/** Makes the alignment of a webhook's deliveries due now, over any that was under way. */
export const reconcileNow = (health: StoredHealth, now: Date): StoredHealth => ({
  ...health,
  job: newJob(randomUUID(), now),
});

/** The fact that the breaker keeps deliveries waiting, and so is due itself. */
export const breakerUnchanged = ({ id, tenant_id }: Owner, { state }: Health): ConditionCheck => ({
  key: keys.webhookHealth(tenant_id, id),
  attribute: 'state',
  is: state,
});

/** How an endpoint is doing now. */
export const findHealth = async (db: Database, { id, tenant_id }: Owner): Promise<StoredHealth> =>
  healthOf(await db.get(keys.webhookHealth(tenant_id, id)));

/** The health as stored; an endpoint that nothing was sent to has none yet. */
export const healthOf = (item: Item | undefined): StoredHealth => {
  if (!item) return noHealth;
  const { pk, sk, scheduled_at, schedule_shard, sweeps, expires_at_s, ...health } = item;
  return { ...noHealth, ...health };
};
