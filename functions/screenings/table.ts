import { ApiError } from '../api-error.ts';
import type { Database, Item, Partition } from '../dynamodb/client.ts';
import type { ItemKey } from '../dynamodb/keys.ts';
import { filteredPage, type Page, type Wanted } from '../dynamodb/list.ts';
import { asRead, type ConditionCheck, isNew, type Write } from '../dynamodb/writes.ts';
import { type Screening, screeningIdOf } from './model.ts';
import type { ScreeningStatus } from './states.ts';

/** The key of a screening. */
export const screeningKey = (tenant: string, id: string): ItemKey => ({
  table: 'resources',
  pk: screeningsOfTenant(tenant),
  sk: id,
});

const screeningsOfTenant = (tenant: string) => `${tenant}/screening`;
/** The partition of a tenant’s screenings in a status. */
export const screeningsInStatus = (tenant: string, status: ScreeningStatus) => `${tenant}/screening/${status}`;
const screeningsOfCustomer = (tenant: string, customerId: string) => `${tenant}/${customerId}/screening`;

/** The screening, or `screening_not_found`. */
export const readScreening = async (db: Database, tenant: string, id: string): Promise<Screening> => {
  const item = await db.get(screeningKey(tenant, id));
  if (!item) throw new ApiError('screening_not_found');
  return screeningOf(item);
};

/** The screenings of subjects, in their order; undefined for one that was never screened. */
export const screeningsOf = async (
  db: Database,
  tenant: string,
  subjectIds: readonly string[],
): Promise<(Screening | undefined)[]> => {
  const items = await db.batch(subjectIds.map((id) => screeningKey(tenant, screeningIdOf(id))));
  return items.map((item) => item && screeningOf(item));
};

/** The condition that a screening is as it was read, or that there is still none. */
export const screeningUnchanged = (
  tenant: string,
  subjectId: string,
  read: Pick<Screening, 'version'> | undefined,
): ConditionCheck => {
  const key = screeningKey(tenant, screeningIdOf(subjectId));
  return read ? { key, attribute: 'version', is: read.version } : { key, absent: true };
};

/** What puts a screening. */
export const saveScreening = (after: Screening, before: Screening | undefined): Write => {
  const { tenant_id, customer_id, id, status, version } = after;
  const item = {
    ...{ data: after, version, status },
    parent_key: screeningsOfCustomer(tenant_id, customer_id),
    status_key: screeningsInStatus(tenant_id, status),
  };
  const when = before ? asRead(before.version) : isNew;
  return { kind: 'put', key: screeningKey(tenant_id, id), item, when };
};

/** The screening as stored. */
export const screeningOf = ({ data }: Item): Screening => data as Screening;

type ScreeningFilter = {
  readonly customer_id?: string | undefined;
  readonly status?: ScreeningStatus | undefined;
};

/** One page of the tenant's screenings that fit a filter, newest subjects first. */
export const pageOfScreenings = (
  db: Database,
  tenant: string,
  filter: ScreeningFilter,
  wanted: Wanted,
): Promise<Page<Screening>> => {
  const { customer_id, status } = filter;
  const listed = {
    own: { table: 'resources', partition: screeningsOfTenant(tenant) },
    partitions: partitionOf(tenant, filter),
    filter: customer_id !== undefined && status !== undefined ? { status } : undefined,
    keyOf: ({ sk }: Item) => screeningKey(tenant, String(sk)),
    read: screeningOf,
    fits: (one: Screening) => status === undefined || one.status === status,
  } as const;
  return filteredPage(db, listed, wanted);
};

const partitionOf = (tenant: string, { customer_id, status }: ScreeningFilter): Partition | undefined => {
  if (customer_id !== undefined)
    return { table: 'resources', index: 'by_parent', partition: screeningsOfCustomer(tenant, customer_id) };
  return status && { table: 'resources', index: 'by_status', partition: screeningsInStatus(tenant, status) };
};
