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
      by_tenant: { partition: 'tenant_key', sort: 'event_id', include: ['type', 'created_at'] },
      by_customer: { partition: 'customer_key', sort: 'event_id', include: ['type', 'created_at'] },
      by_resource: { partition: 'resource_key', sort: 'event_id', include: ['type', 'created_at'] },
      /** Events no fan-out has confirmed; 16 shards. */
      undispatched: { partition: 'undispatched', sort: 'event_id', include: [] },
    },
  },
  /** Replay records. */
  idempotency: { sort: true, indexes: {}, expires: 'expires_at_s' },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;
