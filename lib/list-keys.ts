import { keys, partitions, type TableName } from '../functions/dynamodb/keys.ts';
import { scheduleFields } from '../functions/dynamodb/scheduled-work.ts';

/** A stored item, as far as its place in filtered lists follows from it. */
export type Listed = {
  readonly pk: string;
  readonly sk?: string;
  readonly tenant_id?: string;
  readonly webhook_id?: string;
  readonly status?: string;
  readonly type?: string;
  readonly verification?: { readonly status: string };
  readonly event_id?: string;
  readonly created_at?: string;
  /** How an event that no fan-out had confirmed was marked before it was due as all else is. */
  readonly undispatched?: string;
  readonly schedule_shard?: string;
};

/**
 * The keys that the store writes an item with so that filtered lists find it, and the sweeper; none for what neither looks
 * for. For items that were written before there were such keys.
 */
export const listKeysOf = (table: TableName, item: Listed): Readonly<Record<string, unknown>> => {
  const { pk, sk, tenant_id: tenant = '', webhook_id = '', status = '', type = '', verification } = item;
  if (table === 'outbox') return { type_key: partitions.eventsOfType(tenant, type), ...scheduledOf(item) };
  if (table === 'deliveries')
    return {
      ...(sk === 'delivery' && { open_key: partitions.deliveriesIn(tenant, status) }),
      ...(sk === 'delivery' && status === 'paused' && { paused_key: partitions.deliveriesOf(tenant, webhook_id) }),
    };
  if (table !== 'resources') return {};
  if (pk === partitions.cards(tenant)) return { status_key: partitions.cardsIn(tenant, status, type) };
  if (pk === partitions.documents(tenant)) return { status_key: partitions.documentsIn(tenant, status) };
  if (pk === partitions.verifications(tenant)) return { status_key: partitions.verificationsIn(tenant, status) };
  if (pk !== partitions.customers(tenant)) return {};
  return { status_key: partitions.customersIn(tenant, status, verification?.status ?? '') };
};

const scheduledOf = ({ tenant_id = '', event_id = '', created_at = '', undispatched, schedule_shard }: Listed) =>
  undispatched === undefined || schedule_shard !== undefined
    ? {}
    : scheduleFields(keys.event(tenant_id, event_id), event_id, created_at);

/** The tables that have such lists. */
export const listedTables = ['resources', 'outbox', 'deliveries'] as const satisfies readonly TableName[];
