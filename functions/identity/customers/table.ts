import { ApiError } from '../../core/api-error.ts';
import type { Database, Item, Partition } from '../../core/dynamodb/client.ts';
import { resourceKey } from '../../core/dynamodb/keys.ts';
import { type Lenient, readableOf } from '../../core/dynamodb/list.ts';
import { scheduledAtOf, scheduleFields } from '../../core/dynamodb/scheduled-work.ts';
import {
  always,
  asRead,
  type ConditionCheck,
  has,
  isFreeFor,
  isNew,
  textOf,
  type Write,
} from '../../core/dynamodb/writes.ts';
import { type Customer, customerNotAllowed } from './model.ts';
import { searchedName } from './names.ts';
import { readStoredCustomer } from './stored-form.ts';

/** The partitions of a tenant's customers. */
export const customerPartitions = {
  all: (tenant: string) => `${tenant}/customer`,
  in: (tenant: string, status: string, verification: string) =>
    `${tenant}/customer/${status}/${verification}`,
  /** E-mail addresses are compared without regard to case. */
  byEmail: (tenant: string, email: string) => `${tenant}/customer/${email.toLowerCase()}`,
  byName: (tenant: string) => `${tenant}/customer-name`,
  /** Those that had this external_id until they were closed. */
  closedWith: (tenant: string, externalId: string) => `${tenant}/closed-external-id/${externalId}`,
};

/** The keys of customers and of what finds them. */
export const customerKeys = {
  customer: (tenant: string, id: string) => resourceKey(customerPartitions.all(tenant), id),
  /** Which customer that is not closed has this external_id? */
  externalId: (tenant: string, externalId: string) =>
    resourceKey(`${tenant}/customer-external-id/${externalId}`, 'customer-external-id'),
  /** Which closed customers had this external_id? Any number of them. */
  closedExternalId: (tenant: string, externalId: string, id: string) =>
    resourceKey(customerPartitions.closedWith(tenant, externalId), id),
  /** Which verification of this customer is open? One at most. */
  openVerification: (tenant: string, id: string) => resourceKey(`${tenant}/open-verification`, id),
};

/** The customer, or `customer_not_found`. */
export const readCustomer = async (db: Database, tenant: string, id: string): Promise<Customer> => {
  const item = await db.get(customerKeys.customer(tenant, id));
  if (!item) throw new ApiError('customer_not_found');
  return customerOf(item);
};

/** The customer for whom something new may begin, and the condition that it still may; a closed one is rejected. */
export const readOpenCustomer = async (db: Database, tenant: string, id: string) => {
  const customer = await readCustomer(db, tenant, id);
  if (customer.status === 'closed') throw customerNotAllowed(customer);
  return { customer, stillOpen: stillInStatus(customer) };
};

/** The condition that everything a decision read of a customer still holds. */
export const customerUnchanged = ({
  tenant_id,
  id,
  version,
}: Pick<Customer, 'tenant_id' | 'id' | 'version'>): ConditionCheck => ({
  key: customerKeys.customer(tenant_id, id),
  attribute: 'version',
  is: version,
});

/** The condition that a customer still has the status that was read. */
export const stillInStatus = ({
  tenant_id,
  id,
  status,
}: Pick<Customer, 'tenant_id' | 'id' | 'status'>): ConditionCheck => ({
  key: customerKeys.customer(tenant_id, id),
  attribute: 'status',
  is: status,
});

/** The customers of a tenant by their names. */
export const namesOf = (tenant: string): Partition => ({
  table: 'resources',
  index: 'by_name',
  partition: customerPartitions.byName(tenant),
});

/** Where a customer is among the names of its tenant; undefined without a name. */
export const namePosition = (customer: Customer): string | undefined => {
  const name = searchedName(customer);
  return name && `${name}/${customer.id}`;
};

/** The place of a customer in the index by names; undefined where it has no name. */
export const namePlaceOf = (
  customer: Customer,
): { readonly name_key: string; readonly sort_name: string } | undefined => {
  const sort_name = namePosition(customer);
  return sort_name === undefined
    ? undefined
    : { name_key: customerPartitions.byName(customer.tenant_id), sort_name };
};

/**
 * The writes that put a customer: a new one under its id, a changed one only over the version that
 * was read.
 */
export const saveCustomer = (customer: Customer, read?: Customer): Write[] => {
  const { tenant_id: tenant, id, email, status, verification } = customer;
  const { redaction: job, ...stored } = customer;
  const metadata = textOf(customer.metadata);
  const key = customerKeys.customer(tenant, id);
  const { scheduled_at, ...redaction } = job ?? { scheduled_at: null };
  const item = {
    ...stored,
    metadata,
    ...(job && {
      redaction,
      ...scheduleFields(key, id, job.status === 'done' ? null : scheduled_at),
    }),
    status_key: customerPartitions.in(tenant, status, verification.status),
    ...(email !== null && { email_key: customerPartitions.byEmail(tenant, email) }),
    ...namePlaceOf(customer),
  };
  const saved: Write = { kind: 'put', key, item, when: read ? asRead(read.version) : isNew };
  return [saved, ...externalIdWrites(customer, read)];
};

/** An external_id belongs to one customer that is not closed: its marker moves in the same transaction, and one stays. */
const externalIdWrites = (customer: Customer, read?: Customer): Write[] => {
  const { tenant_id: tenant, id } = customer;
  const before = read && read.status !== 'closed' ? read.external_id : null;
  const after = customer.status === 'closed' ? null : customer.external_id;
  const forgotten =
    read?.status === 'closed' && read.external_id !== customer.external_id
      ? read.external_id
      : null;
  if (forgotten !== null)
    return [
      { kind: 'delete', key: customerKeys.closedExternalId(tenant, forgotten, id), when: always },
    ];
  if (before === after) return [];
  const freed: Write[] =
    before === null
      ? []
      : [
          {
            kind: 'delete',
            key: customerKeys.externalId(tenant, before),
            when: has('customer_id', id),
          },
        ];
  // A closed customer keeps its own until it is redacted, beside others that had the same.
  if (customer.status === 'closed' && before !== null)
    return [
      ...freed,
      {
        kind: 'put',
        key: customerKeys.closedExternalId(tenant, before, id),
        item: {},
        when: isNew,
      },
    ];
  if (after === null) return freed;
  const item = { customer_id: id };
  const onConflict = new ApiError('external_id_taken');
  const when = isFreeFor('customer_id', id);
  return [
    ...freed,
    { kind: 'put', key: customerKeys.externalId(tenant, after), item, when, onConflict },
  ];
};

/** Those of some ids that are customers. */
export const readCustomers = async (
  db: Database,
  tenant: string,
  ids: readonly string[],
  wanted: Lenient = {},
): Promise<Customer[]> => {
  const items =
    ids.length > 0 ? await db.batch(ids.map((id) => customerKeys.customer(tenant, id))) : [];
  const found = items.filter((item) => item !== undefined);
  return readableOf(found, customerOf, wanted);
};

/** The customer as stored, without what only the indexes need. */
export const customerOf = (item: Item): Customer => {
  const {
    pk,
    sk,
    email_key,
    name_key,
    sort_name,
    status_key,
    scheduled_at,
    schedule_shard,
    sweeps,
    redaction,
    ...customer
  } = item;
  const job = redaction && {
    ...redaction,
    scheduled_at: scheduledAtOf(item) ?? customer.updated_at,
  };
  return readStoredCustomer({ ...customer, ...(job !== undefined && { redaction: job }) });
};
