/**
 * Every table of the service and every key in them, each with the question it answers.
 * lib/data-stack.ts builds the tables from `tables`; nothing else knows an attribute that is a key.
 */

type Index = {
  readonly partition: string;
  readonly sort: string;
  /** Attributes the index carries besides the keys; none: keys only. */
  readonly include: readonly string[];
};

type Table = {
  readonly sort: boolean;
  readonly indexes: Readonly<Record<string, Index>>;
  /** The attribute (seconds since 1970) after which DynamoDB may delete an item. Expiry that matters is compared in code. */
  readonly expires?: string;
  readonly stream?: true;
};

/** Table → shape. All keys are strings: `pk`, and `sk` where the table has a sort key. */
export const tables = {
  /** Who holds this key? By the key's hash. */
  access: { sort: false, indexes: {} },
  /** The nouns of a tenant. */
  resources: {
    sort: true,
    indexes: {
      /** Customers of a tenant with this e-mail, newest first; sparse. */
      by_email: { partition: 'email_key', sort: 'sk', include: [] },
    },
  },
  /** Events: the durable log and the outbox in one. */
  outbox: {
    sort: false,
    stream: true,
    expires: 'expires_at_s',
    indexes: {
      /** Events of a tenant, of a customer, of a resource, newest first. */
      by_tenant: { partition: 'tenant_key', sort: 'event_id', include: ['type', 'created_at'] },
      by_customer: { partition: 'customer_key', sort: 'event_id', include: ['type', 'created_at'] },
      by_resource: { partition: 'resource_key', sort: 'event_id', include: ['type', 'created_at'] },
      /** Events no fan-out has confirmed; 16 shards. */
      undispatched: { partition: 'undispatched', sort: 'event_id', include: [] },
    },
  },
  /** What a key did: replay records. */
  idempotency: { sort: true, indexes: {}, expires: 'expires_at_s' },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;

/** Where one item lies. */
export type ItemKey = { readonly table: TableName; readonly pk: string; readonly sk?: string };

/** The key of each kind of item; partitions of lists are in `partitions`. */
export const keys = {
  /** Whose key hashes (sha256, hex) to this? */
  apiKey: (hash: string): ItemKey => ({ table: 'access', pk: hash }),
  /** Which account has this tenant here? One per environment. */
  tenant: (tenant: string): ItemKey => ({ table: 'resources', pk: `${tenant}/tenant`, sk: 'tenant' }),
  account: (tenant: string, id: string): ItemKey => ({ table: 'resources', pk: partitions.accounts(tenant), sk: id }),
  customer: (tenant: string, id: string): ItemKey => ({ table: 'resources', pk: partitions.customers(tenant), sk: id }),
  /** Which customer that is not closed has this external_id? */
  externalId: (tenant: string, externalId: string): ItemKey => ({
    table: 'resources',
    pk: `${tenant}/customer-external-id`,
    sk: externalId,
  }),
  event: (tenant: string, id: string): ItemKey => ({ table: 'outbox', pk: `${tenant}/${id}` }),
  /** Did this key already act on this path? */
  replay: (tenant: string, idempotencyKey: string, operation: string, pathIds: readonly string[]): ItemKey => ({
    table: 'idempotency',
    pk: partitions.replays(tenant, idempotencyKey),
    sk: [operation, ...pathIds].join('/'),
  }),
};

/** The partition that a list reads. */
export const partitions = {
  accounts: (tenant: string) => `${tenant}/account`,
  customers: (tenant: string) => `${tenant}/customer`,
  /** E-mail addresses are compared without regard to case. */
  customersByEmail: (tenant: string, email: string) => `${tenant}/customer/${email.toLowerCase()}`,
  replays: (tenant: string, idempotencyKey: string) => `${tenant}/${idempotencyKey}`,
  eventsOfTenant: (tenant: string) => `${tenant}/event`,
  eventsOf: (tenant: string, id: string) => `${tenant}/${id}`,
};

/** One hot key of an index slows its whole table, so what every event writes is spread over this many. */
const undispatchedShards = 16;

/** The shard of `undispatched` in which an event waits for its fan-out. */
export const undispatchedShard = (eventId: string): string => {
  const last = idAlphabet.indexOf(eventId.at(-1) ?? '');
  return `undispatched#${String(last % undispatchedShards).padStart(2, '0')}`;
};

/** The characters of a TypeID in their order; the last one of an id is random. */
const idAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';
