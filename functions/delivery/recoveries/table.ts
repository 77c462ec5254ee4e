import { ApiError } from '../../core/api-error.ts';
import type { Database, Item } from '../../core/dynamodb/client.ts';
import { type ItemKey, itemExpiresAt, keys, partitions } from '../../core/dynamodb/keys.ts';
import { listPage, type Page } from '../../core/dynamodb/list.ts';
import { positionOf, scheduleFields } from '../../core/dynamodb/scheduled-work.ts';
import {
  absent,
  optional,
  reading,
  required,
  resourceKeys,
  storedForm,
} from '../../core/dynamodb/stored-form.ts';
import { jobFields } from '../../core/dynamodb/stored-job.ts';
import { asRead, has, isNew, type Write } from '../../core/dynamodb/writes.ts';
import { firstIdAt } from '../../core/new-id.ts';
import type { Delivery } from '../deliveries/model.ts';
import { deliveryOf } from '../deliveries/table.ts';
import { webhookKeys, webhookOf } from '../webhooks/table.ts';
import type { Recovery } from './model.ts';

/** What does this recovery send again, and how far is it? */
export const recoveryKey = (tenant: string, id: string): ItemKey => ({
  table: 'deliveries',
  pk: `${tenant}/${id}`,
  sk: 'recovery',
});

/** The recovery, or the error. */
export const readRecovery = async (db: Database, tenant: string, id: string): Promise<Recovery> => {
  const recovery = await findRecovery(db, tenant, id);
  if (!recovery) throw new ApiError('recovery_not_found');
  return recovery;
};

/** The recovery, if it is still kept. */
export const findRecovery = async (
  db: Database,
  tenant: string,
  id: string,
): Promise<Recovery | undefined> => {
  const item = await db.get(recoveryKey(tenant, id));
  return item && recoveryOf(item);
};

/** Saves a recovery, scheduled while it runs; a changed one only over the one that was read. */
export const saveRecovery = (
  { scheduled_at, ...recovery }: Recovery,
  read?: Pick<Recovery, 'token'>,
): Write => {
  const key = recoveryKey(recovery.tenant_id, recovery.id);
  const expires_at_s = itemExpiresAt('deliveriesDays', recovery.created_at);
  const due = scheduleFields(
    key,
    recovery.id,
    recovery.status === 'running' || recovery.passes_again ? scheduled_at : null,
  );
  return {
    kind: 'put',
    key,
    item: { ...recovery, ...due, expires_at_s },
    when: read ? has('token', read.token) : isNew,
  };
};

/** The recovery as stored. */
export const recoveryOf = (item: Item): Recovery => {
  const { scheduled_at, updated_at } = item;
  // A sweep that notified it has postponed it as well: it was due before.
  const position = typeof scheduled_at === 'string' && positionOf(scheduled_at);
  const at = position && !position.notified ? position.at : updated_at;
  return readStoredRecovery({ ...item, scheduled_at: at });
};

/** How a recovery is stored. */
const recoveryForm = storedForm<Recovery>({
  ...resourceKeys,
  ...jobFields,
  webhook_id: required,
  status: required,
  scope: required,
  since: required,
  until: required,
  rate_per_second: required,
  status_reason: absent(null),
  event_types: absent(null),
  matched: absent(0),
  sent: absent(0),
  paced_until: absent(null),
  passes_again: optional,
});

export const readStoredRecovery = reading('deliveries', 'recovery', recoveryForm);

/** A page of the failed deliveries of a webhook in the time of a recovery, newest first, read consistently. */
export const failedDeliveries = async (
  db: Database,
  { tenant_id, webhook_id, since, until }: Recovery,
  cursor: string | null,
): Promise<Page<Delivery>> => {
  const place = {
    table: 'deliveries',
    index: 'by_status',
    partition: partitions.deliveriesIn(tenant_id, 'failed'),
  } as const;
  const range = {
    from: firstIdAt('delivery', new Date(since)),
    below: cursor ?? firstIdAt('delivery', new Date(until)),
  };
  const { items, next } = await listPage(
    db,
    place,
    { ...range, limit: batch_size },
    { webhook_id },
  );
  const bodies = await deliveriesAt(
    db,
    tenant_id,
    items.map(({ id }) => String(id)),
  );
  return { items: bodies.filter((one) => one !== undefined), next };
};

/** The deliveries of these ids, in their order. */
export const deliveriesAt = async (db: Database, tenant: string, ids: readonly string[]) => {
  const items = ids.length > 0 ? await db.batch(ids.map((id) => keys.delivery(tenant, id))) : [];
  return items.map((item) => item && deliveryOf(item));
};

/** How many are read at once: the limit of a DynamoDB batch. */
export const batch_size = 100;

/** How many recoveries of a business run at once; of a webhook it is one. */
export const running_recoveries_max = 5;

/** The running recoveries of a business, and the version of the item that lists them. */
export type RunningRecoveries = {
  readonly recoveries: readonly Recovery[];
  readonly version: number;
};

const runningKey = (tenant: string): ItemKey => ({
  table: 'deliveries',
  pk: `${tenant}/running-recoveries`,
  sk: 'running-recoveries',
});

type StoredRunning = { readonly recovery_ids: readonly string[]; readonly version: number };

/** How the ids of the running recoveries are stored. */
const runningForm = storedForm<StoredRunning>({ version: required, recovery_ids: absent([]) });

export const readStoredRunning = reading('deliveries', 'running recoveries', runningForm);

/** The webhook, or the error, and the running recoveries of its business: those of the list whose own item says so. */
export const readWebhookAndRunning = async (db: Database, tenant: string, webhookId: string) => {
  const [item, list] = await db.batch([webhookKeys.webhook(tenant, webhookId), runningKey(tenant)]);
  const webhook = webhookOf(item);
  if (!webhook) throw new ApiError('webhook_not_found');
  const { recovery_ids, version } = list
    ? readStoredRunning(list)
    : { recovery_ids: [], version: 0 };
  const items =
    recovery_ids.length > 0
      ? await db.batch(recovery_ids.map((id) => recoveryKey(tenant, id)))
      : [];
  const all = items.flatMap((one) => (one ? [recoveryOf(one)] : []));
  const running: RunningRecoveries = {
    recoveries: all.filter(({ status }) => status === 'running'),
    version,
  };
  return { webhook, running };
};

/** Lists a new recovery among the running ones, over the list that was read, or the error. */
export const reserveRecovery = (
  { recoveries, version }: RunningRecoveries,
  { id, tenant_id, webhook_id }: Pick<Recovery, 'id' | 'tenant_id' | 'webhook_id'>,
): Write => {
  const ids = recoveries.map((one) => one.id);
  const same = recoveries.find((one) => one.webhook_id === webhook_id);
  const isFull = ids.length >= running_recoveries_max;
  const limit = same
    ? `A webhook has one running recovery at a time: ${same.id}.`
    : `A business has ${running_recoveries_max} running recoveries at a time: ${ids.join(', ')}.`;
  if (same || isFull)
    throw new ApiError('recovery_limit_reached', {
      detail: `${limit} Wait until one has ended, or cancel one.`,
    });
  return {
    kind: 'put',
    key: runningKey(tenant_id),
    item: { recovery_ids: [...ids, id], version: version + 1 },
    when: version === 0 ? isNew : asRead(version),
  };
};
