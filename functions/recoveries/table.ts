import { ApiError } from '../api-error.ts';
import type { Delivery } from '../deliveries/model.ts';
import { deliveryOf } from '../deliveries/table.ts';
import type { Database, Item } from '../dynamodb/client.ts';
import { endOf, keys, partitions } from '../dynamodb/keys.ts';
import { listPage, type Page } from '../dynamodb/list.ts';
import { positionOf, scheduleFields } from '../dynamodb/scheduled-work.ts';
import { has, isNew, type Write } from '../dynamodb/writes.ts';
import { firstIdAt } from '../new-id.ts';
import type { Recovery } from './model.ts';

/** The recovery, or the error. */
export const readRecovery = async (db: Database, tenant: string, id: string): Promise<Recovery> => {
  const recovery = await findRecovery(db, tenant, id);
  if (!recovery) throw new ApiError('recovery_not_found');
  return recovery;
};

/** The recovery, if it is still kept. */
export const findRecovery = async (db: Database, tenant: string, id: string): Promise<Recovery | undefined> => {
  const item = await db.get(keys.recovery(tenant, id));
  return item && recoveryOf(item);
};

/** Saves a recovery, scheduled while it runs; a changed one only over the one that was read. */
export const saveRecovery = ({ scheduled_at, ...recovery }: Recovery, read?: Pick<Recovery, 'token'>): Write => {
  const key = keys.recovery(recovery.tenant_id, recovery.id);
  const expires_at_s = endOf('deliveriesDays', recovery.created_at);
  const due = scheduleFields(key, recovery.id, recovery.status === 'running' ? scheduled_at : null);
  return {
    kind: 'put',
    key,
    item: { ...recovery, ...due, expires_at_s },
    when: read ? has('token', read.token) : isNew,
  };
};

/** The recovery, without the attributes of the sweeper. */
export const recoveryOf = (item: Item): Recovery => {
  const { pk, sk, scheduled_at, schedule_shard, sweeps, expires_at_s, ...recovery } = item;
  // A sweep that notified it has postponed it as well: it was due before.
  const position = typeof scheduled_at === 'string' && positionOf(scheduled_at);
  return { ...recovery, scheduled_at: position && !position.notified ? position.at : recovery.updated_at } as Recovery;
};

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
  const { items, next } = await listPage(db, place, { ...range, limit: readTogether }, { webhook_id });
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
export const readTogether = 100;
