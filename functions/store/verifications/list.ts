import type { Verification } from '../../domain/verifications/verification.ts';
import type { Database, Item, Partition } from '../database.ts';
import { filteredPage, type Page, type Wanted } from '../list.ts';
import { keys, partitions } from '../table.ts';
import { verificationOf } from './verifications.ts';

export type VerificationFilter = {
  readonly customer_id?: string | undefined;
  readonly status?: Verification['status'] | undefined;
  /** Those that wait for a person. */
  readonly reviewing?: 'true' | undefined;
};

/** One page of the tenant's verifications that fit a filter, newest first: an index says which, the table says what they are. */
export const pageOfVerifications = (
  db: Database,
  tenant: string,
  filter: VerificationFilter,
  wanted: Wanted,
): Promise<Page<Verification>> => {
  const { customer_id, status, reviewing } = filter;
  const listed = {
    own: { table: 'resources', partition: partitions.verifications(tenant) },
    places: placesOf(tenant, filter),
    filter: customer_id !== undefined && status !== undefined ? { status } : undefined,
    keyOf: ({ sk }: Item) => keys.verification(tenant, String(sk)),
    read: verificationOf,
    fits: (one: Verification) =>
      (status === undefined || one.status === status) && (reviewing === undefined || one.reviewing),
  } as const;
  return filteredPage(db, listed, wanted);
};

/** The index that has the fewest others beside those that fit; undefined where nothing is filtered. */
const placesOf = (tenant: string, { customer_id, status, reviewing }: VerificationFilter): Partition | undefined => {
  const table = 'resources';
  if (customer_id !== undefined)
    return { table, index: 'by_parent', partition: partitions.verificationsOf(tenant, customer_id) };
  if (reviewing) return { table, index: 'reviewing', partition: partitions.reviewing(tenant) };
  return status && { table, index: 'by_status', partition: partitions.verificationsIn(tenant, status) };
};
