/**
 * Every table of the service and every key in them, each with the question it answers. The stack of
 * lib/data-stack.ts builds the tables from `tables`; nothing else knows an attribute that is a key.
 */

type Index = {
  readonly partition: string;
  readonly sort: string;
  /** Attributes the index carries besides the keys; none: keys only. */
  readonly include: readonly string[];
  /** One business can write to one partition of it as often as it creates: it has the write shards of its items. */
  readonly sharded?: true;
};

type Table = {
  readonly sort: boolean;
  readonly indexes: Readonly<Record<string, Index>>;
  /** The attribute (seconds since 1970) after which DynamoDB may delete an item. Expiry that matters is compared in code. */
  readonly expires?: string;
  /** The images of each change that its stream has. */
  readonly stream?: 'NEW_IMAGE' | 'NEW_AND_OLD_IMAGES';
};

/** Table → shape. All keys are strings: `pk`, and `sk` where the table has a sort key. */
export const tables = {
  /** Who holds this key? By the key's hash. Tokens of onboarding links are deleted some time after they end. */
  access: { sort: false, indexes: {}, expires: 'expires_at_s' },
  /** The resources of a tenant. */
  resources: {
    sort: true,
    stream: 'NEW_AND_OLD_IMAGES',
    expires: 'expires_at_s',
    indexes: {
      /** Customers of a tenant with this e-mail, newest first; sparse. */
      by_email: { partition: 'email_key', sort: 'sk', include: [] },
      /** Customers of a tenant by the words of their names; without those that were redacted. */
      by_name: { partition: 'name_key', sort: 'sort_name', include: [], sharded: true },
      /**
       * The resources of a customer (documents, verifications, cards) and of a card
       * (authorizations, transactions), newest first.
       */
      by_parent: {
        partition: 'parent_key',
        sort: 'sk',
        include: ['type', 'side', 'status', 'person_id'],
        sharded: true,
      },
      /** Cards, customers, documents, verifications and transactions of a tenant by what they are filtered by, newest first. */
      by_status: { partition: 'status_key', sort: 'sk', include: [], sharded: true },
      /** Transactions of an authorization, newest first; sparse. */
      by_authorization: { partition: 'authorization_key', sort: 'sk', include: [] },
      /** Verifications of a tenant that wait for a reviewer, newest first; sparse. */
      reviewing: { partition: 'reviewing_key', sort: 'sk', include: [], sharded: true },
      /** Work that waits, by business and kind, of each the soonest first; sparse, 16 to 64 shards. */
      due: { partition: 'schedule_shard', sort: 'scheduled_at', include: [] },
      /** Screenings of all tenants by the version of the lists that was searched; sparse, 16 shards. */
      screened: { partition: 'screened_shard', sort: 'screened_with', include: [] },
    },
  },
  /** Events: the durable log and the outbox in one. */
  outbox: {
    sort: false,
    stream: 'NEW_IMAGE',
    expires: 'expires_at_s',
    indexes: {
      /** Events of a tenant, of what a customer has, of a resource, newest first. A customer's own are those of a resource. */
      by_tenant: {
        partition: 'tenant_key',
        sort: 'event_id',
        include: ['type', 'created_at'],
        sharded: true,
      },
      by_customer: {
        partition: 'customer_key',
        sort: 'event_id',
        include: ['type', 'created_at'],
        sharded: true,
      },
      by_resource: { partition: 'resource_key', sort: 'event_id', include: ['type', 'created_at'] },
      /** Events of a tenant of one type, newest first. */
      by_type: { partition: 'type_key', sort: 'event_id', include: [], sharded: true },
      /** Events that no fan-out has confirmed, as other work that waits; sparse, 16 to 64 shards. */
      due: { partition: 'schedule_shard', sort: 'scheduled_at', include: [] },
    },
  },
  /** Deliveries, their attempts, and how each webhook's endpoint is doing. */
  deliveries: {
    sort: true,
    stream: 'NEW_AND_OLD_IMAGES',
    expires: 'expires_at_s',
    indexes: {
      /** Deliveries of a tenant, of a webhook, of an event, newest first. */
      by_tenant: { partition: 'tenant_key', sort: 'id', include: ['event_type'], sharded: true },
      by_webhook: { partition: 'webhook_key', sort: 'id', include: ['event_type'], sharded: true },
      by_event: { partition: 'event_key', sort: 'id', include: ['event_type'] },
      /** Deliveries of a tenant by status, newest first. */
      by_status: {
        partition: 'status_key',
        sort: 'id',
        include: ['event_type', 'webhook_id'],
        sharded: true,
      },
      /** Deliveries that wait for their webhook, by webhook; sparse. */
      paused: { partition: 'paused_key', sort: 'id', include: [], sharded: true },
      /** Work that waits, by business and kind, of each the soonest first; sparse, 16 to 64 shards. */
      due: { partition: 'schedule_shard', sort: 'scheduled_at', include: [] },
    },
  },
  /** How many there are of what a business has, by the hour in which it was created; from the streams of two tables. */
  counters: { sort: true, indexes: {}, expires: 'expires_at_s' },
  /** The requests with an idempotency key: idempotency records. */
  idempotency: { sort: true, indexes: {}, expires: 'expires_at_s' },
  /** Calls of the API, by request id; written from the logs, so that no request waits for it. */
  requests: {
    sort: false,
    expires: 'expires_at_s',
    indexes: {
      /** Requests of a tenant, newest first; each tenant has several partitions. */
      by_tenant: {
        partition: 'tenant_key',
        sort: 'logged_at',
        include: ['status_class', 'method', 'route', 'actor_id', 'resource_id'],
      },
    },
  },
  /** The simulated issuer's own records, which nothing but its adapter reads or writes. */
  issuer: { sort: false, indexes: {} },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;

/** The attributes that are the keys of a table or of one of its indexes. */
export const keyAttributesOf = ({
  table,
  index,
}: {
  readonly table: TableName;
  readonly index?: string;
}): { readonly partition: string; readonly sort: string } => {
  if (!index) return { partition: 'pk', sort: 'sk' };
  const indexes: Readonly<Record<string, { partition: string; sort: string }>> =
    tables[table].indexes;
  const found = indexes[index];
  if (!found) throw new Error(`${table} has no index ${index}`);
  return found;
};

/** The key of one item. */
export type ItemKey = {
  readonly table: TableName;
  readonly pk: string;
  readonly sk?: string;
  /** The partition is as it is stored, with the suffix of its shard. Only an entry of an index says it so. */
  readonly placed?: true;
};

/** The key of an item of the table of resources. */
export const resourceKey = (pk: string, sk: string): ItemKey => ({ table: 'resources', pk, sk });

/** Which account has this tenant here, and over how many write shards is it spread? One per environment. */
export const tenantKey = (tenant: string): ItemKey => resourceKey(`${tenant}/tenant`, 'tenant');

/**
 * Resources with one item for each id in one partition of a business, which it could write to as
 * often as it creates: these have write shards. The name is the end of the partition, and the sort
 * key is the id.
 */
export const shardedResources: ReadonlySet<string> = new Set([
  ...[
    'customer',
    'person',
    'agreement',
    'document',
    'verification',
    'onboarding-link',
    'screening',
  ],
  ...['card', 'card_token', 'authorization', 'authorization-question', 'transaction'],
  // By the id of a customer.
  ...['open-verification', 'screening-request'],
]);

/** The sort key of a delivery, by which its stream is filtered. */
export const deliverySortKey = 'delivery';

/** The keys of events, and of deliveries with their attempts. Others are in a `table.ts`. */
export const keys = {
  event: (tenant: string, id: string): ItemKey => ({ table: 'outbox', pk: `${tenant}/${id}` }),
  delivery: (tenant: string, id: string): ItemKey => ({
    table: 'deliveries',
    pk: `${tenant}/${id}`,
    sk: deliverySortKey,
  }),
  /** What happened the n-th time? Attempts sort in the order made, behind no more than 9 999. */
  attempt: (tenant: string, deliveryId: string, number: number): ItemKey => ({
    table: 'deliveries',
    pk: partitions.attempts(tenant, deliveryId),
    sk: `attempt#${String(number).padStart(4, '0')}`,
  }),
};

/** The partition that a list reads. */
export const partitions = {
  attempts: (tenant: string, deliveryId: string) => `${tenant}/${deliveryId}`,
  deliveriesOfTenant: (tenant: string) => `${tenant}/delivery`,
  /**
   * The deliveries of a webhook or of an event, in the index of either; for a webhook, those that
   * are paused.
   */
  deliveriesOf: (tenant: string, id: string) => `${tenant}/${id}`,
  deliveriesIn: (tenant: string, status: string) => `${tenant}/delivery/${status}`,
  eventsOfTenant: (tenant: string) => `${tenant}/event`,
  eventsOfType: (tenant: string, type: string) => `${tenant}/event/${type}`,
  eventsOf: (tenant: string, id: string) => `${tenant}/${id}`,
};

/** One hot key of an index slows its whole table, so what everything writes is spread over so many shards. */
export const schedule_shards = { min: 16, max: 64 } as const;

/** Over how many shards this process spreads what is `due`, as the setting `scheduleShards` of the environment says. */
export const scheduleShardCount = (): number =>
  Number(process.env.SCHEDULE_SHARDS ?? schedule_shards.min);

const shardName = (shard: number): string => String(shard).padStart(2, '0');

/** The first shards in their order, as the sweeper walks them. */
export const shardNames = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, shard) => shardName(shard));

/** The partition of the index that no sweep reads: its dead-lettered events wait for an operator. */
export const deadLetterShard = 'dead_letter';

/** The shard, of so many, that something with this id waits in. A count that is doubled splits each shard into two. */
export const shardOf = (id: string, count: number): string =>
  shardName((digitOf(id.at(-1)) + idAlphabet.length * digitOf(id.at(-2))) % count);

const digitOf = (character = ''): number => Math.max(0, idAlphabet.indexOf(character));

/** The characters of a TypeID in their order; the last two of an id are random. */
const idAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * The kinds of items that expire, with the days after which they do; null: they stay until they are
 * redacted.
 */
const defaults = { eventsDays: 400, deliveriesDays: 90, declinedAuthorizationsDays: null } as const;

/** The kinds of things whose end is a setting. */
export type RetentionKind = keyof typeof defaults;

/**
 * When something of a kind ends that was made at a moment: seconds since 1970, or undefined where
 * it does not. The settings of an environment in `RETENTION` replace the defaults.
 */
export const itemExpiresAt = (kind: RetentionKind, createdAt: string): number | undefined => {
  const said: Partial<Record<RetentionKind, number>> = JSON.parse(process.env.RETENTION ?? '{}');
  const days = said[kind] ?? defaults[kind];
  return days === null ? undefined : Math.floor(Date.parse(createdAt) / 1000) + days * day_s;
};

const day_s = 24 * 60 * 60;
