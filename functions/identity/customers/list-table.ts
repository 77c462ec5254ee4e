import type { Database, Partition } from '../../core/dynamodb/client.ts';
import { indexed } from '../../core/dynamodb/entity.ts';
import {
  type FilterBy,
  filteredPage,
  isWithin,
  listPage,
  type Page,
  type PageRequest,
  pageOfIds,
  readableOf,
} from '../../core/dynamodb/list.ts';
import type { Customer } from './model.ts';
import { matcherOf, searchedName, wordsOfName } from './names.ts';
import type { VerificationSummary } from './persons.ts';
import { customerStatuses, summaryStatuses } from './states.ts';
import { closedWith, customerKeys, customerOf, customers, readCustomers } from './table.ts';

export type CustomerFilter = FilterBy<Customer, 'email' | 'external_id' | 'status'> & {
  /** With a comma between two. */
  readonly ids?: string | undefined;
  readonly name?: string | undefined;
  readonly verification_status?: VerificationSummary['status'] | undefined;
};

/** One page of the tenant's customers that fit a filter, newest first. */
export const pageOfCustomers = (
  db: Database,
  tenant: string,
  filter: CustomerFilter,
  wanted: PageRequest,
): Promise<Page<Customer>> => {
  if (filter.external_id !== undefined) return withExternalId(db, tenant, filter, wanted);
  if (filter.ids !== undefined)
    return pageOfIds(filter.ids, wanted, async (ids) =>
      (await readCustomers(db, tenant, ids, wanted)).filter((customer) => fits(customer, filter)),
    );
  const listed = {
    partitions: partitionsOf(tenant, filter),
    fits: (one: Customer) => fits(one, filter),
  };
  return filteredPage(db, customers.listed(tenant, listed), wanted);
};

/** Where the index lists those who fit a filter; undefined where nothing is filtered. */
const partitionsOf = (
  tenant: string,
  { email, status, verification_status }: CustomerFilter,
): Partition[] | undefined => {
  if (email !== undefined)
    return [indexed('by_email', customers.partitionsOf(tenant).in(email.toLowerCase()))];
  if (status === undefined && verification_status === undefined) return undefined;
  return customerPlaces(tenant, { status, verification_status });
};

/** The partitions of the index that have the customers of a tenant, all or in a status: each customer is in one. */
export const customerPlaces = (
  tenant: string,
  { status, verification_status }: Pick<CustomerFilter, 'status' | 'verification_status'> = {},
): Partition[] => {
  const own = customers.partitionsOf(tenant);
  const verifications = verification_status ? [verification_status] : summaryStatuses;
  return (status ? [status] : customerStatuses).flatMap((one) =>
    verifications.map((other) => indexed('by_status', own.in(one, other))),
  );
};

/**
 * The customer that has an external_id, and those that had it until they were closed. The reads are
 * consistent, since a business looks its customer up by the external_id right after creating it.
 * The marker is looked at first, so that none is missed while it is closed.
 */
const withExternalId = async (
  db: Database,
  tenant: string,
  filter: CustomerFilter,
  wanted: PageRequest,
) => {
  const { external_id = '', status } = filter;
  const marker = await db.get(customerKeys.externalId(tenant, external_id));
  const open =
    marker && isWithin(String(marker.customer_id), wanted) ? String(marker.customer_id) : undefined;
  const partition = closedWith(tenant, external_id);
  const [snapshot, closed] = await Promise.all([
    open === undefined || status === 'closed'
      ? undefined
      : db.get(customerKeys.customer(tenant, open)),
    status === undefined || status === 'closed'
      ? listPage(db, { table: 'resources', partition, consistent: true }, wanted)
      : { items: [], next: null },
  ]);
  const ids = closed.items.map(({ sk }) => String(sk)).filter((id) => id !== open);
  const named = readableOf(snapshot ? [snapshot] : [], customerOf, wanted);
  const found = [...named, ...(await readCustomers(db, tenant, ids, wanted))];
  const newestFirst = found.toSorted((one, other) => (one.id < other.id ? 1 : -1));
  const items = newestFirst.slice(0, wanted.limit);
  const next = newestFirst.length > wanted.limit ? (items.at(-1)?.id ?? null) : closed.next;
  return { items: items.filter((customer) => fits(customer, filter)), next };
};

/** Whether a customer matches every filter. */
export const fits = (
  customer: Customer,
  { ids, name, email, external_id, status, verification_status }: CustomerFilter,
) =>
  (ids === undefined || ids.split(',').includes(customer.id)) &&
  (name === undefined || matcherOf(wordsOfName(name)).has(searchedName(customer) ?? '')) &&
  (email === undefined || customer.email?.toLowerCase() === email.toLowerCase()) &&
  (external_id === undefined || customer.external_id === external_id) &&
  (status === undefined || customer.status === status) &&
  (verification_status === undefined || customer.verification.status === verification_status);
