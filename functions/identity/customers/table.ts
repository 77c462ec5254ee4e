import { ApiError } from '../../core/api-error.ts';
import type { Database, Item, Partition } from '../../core/dynamodb/client.ts';
import { entity, indexed } from '../../core/dynamodb/entity.ts';
import { resourceKey } from '../../core/dynamodb/keys.ts';
import { type Lenient, readableOf } from '../../core/dynamodb/list.ts';
import { scheduledAtOf } from '../../core/dynamodb/scheduled-work.ts';
import {
  always,
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

/** The customer as stored. When its redaction goes on is an attribute of the item, where the sweeper looks. */
export const customerOf = (item: Item): Customer => {
  const { redaction, updated_at } = item;
  const scheduled_at = scheduledAtOf(item) ?? updated_at;
  return readStoredCustomer({ ...item, redaction: redaction && { ...redaction, scheduled_at } });
};

export const customers = entity<Customer>({
  name: 'customer',
  missing: 'customer_not_found',
  read: customerOf,
  attributes: (customer, own) => ({
    metadata: textOf(customer.metadata),
    redaction: redactionOf(customer),
    status_key: own.in(customer.status, customer.verification.status),
    // E-mail addresses are compared without regard to case.
    ...(customer.email !== null && { email_key: own.in(customer.email.toLowerCase()) }),
  }),
  due: ({ redaction }) =>
    redaction && redaction.status !== 'done' ? redaction.scheduled_at : null,
});

export const { read: readCustomer, unchanged: customerUnchanged } = customers;

const redactionOf = ({ redaction }: Customer) => {
  if (!redaction) return undefined;
  const { scheduled_at: _, ...stored } = redaction;
  return stored;
};

/** The keys of customers and of what finds them. */
export const customerKeys = {
  customer: customers.key,
  /** Which customer that is not closed has this external_id? */
  externalId: (tenant: string, externalId: string) =>
    resourceKey(`${tenant}/customer-external-id/${externalId}`, 'customer-external-id'),
  /** Which closed customers had this external_id? Any number of them. */
  closedExternalId: (tenant: string, externalId: string, id: string) =>
    resourceKey(closedWith(tenant, externalId), id),
  /** Which verification of this customer is open? One at most. */
  openVerification: (tenant: string, id: string) => resourceKey(`${tenant}/open-verification`, id),
};

/** The partition of those that had this external_id until they were closed. */
export const closedWith = (tenant: string, externalId: string) =>
  `${tenant}/closed-external-id/${externalId}`;

/** The customer for whom something new may begin, and the condition that it still may; a closed one is rejected. */
export const readOpenCustomer = async (db: Database, tenant: string, id: string) => {
  const customer = await readCustomer(db, tenant, id);
  if (customer.status === 'closed') throw customerNotAllowed(customer);
  return { customer, stillOpen: stillInStatus(customer) };
};

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
export const namesOf = (tenant: string): Partition => indexed('by_name', byName(tenant));

const byName = (tenant: string) => `${tenant}/customer-name`;

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
  return sort_name === undefined ? undefined : { name_key: byName(customer.tenant_id), sort_name };
};

/** The writes that put a customer, and the marker of its external_id. */
export const saveCustomer = (customer: Customer, read?: Customer): Write[] => [
  customers.save(customer, read, namePlaceOf(customer)),
  ...externalIdWrites(customer, read),
];

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
