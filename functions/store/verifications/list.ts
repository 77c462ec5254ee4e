import type { Verification } from '../../domain/verifications/verification.ts';
import { readCustomer } from '../customers/customers.ts';
import type { Database, Item } from '../database.ts';
import { indexedPage, type Page, type Wanted } from '../list.ts';
import { keys, partitions } from '../table.ts';
import { verificationOf } from './verifications.ts';

/** One page of a customer's verifications, newest first. The customer is looked for in the same round trip as the index. */
export const pageOfVerifications = async (
  db: Database,
  tenant: string,
  customerId: string,
  wanted: Wanted,
): Promise<Page<Verification>> => {
  const partition = partitions.verificationsOf(tenant, customerId);
  const places = { table: 'resources', index: 'by_parent', partition } as const;
  const [page] = await Promise.all([
    indexedPage(db, { places, ...bodiesIn(tenant) }, wanted),
    readCustomer(db, tenant, customerId),
  ]);
  return page;
};

/** One page of the tenant's verifications that wait for a reviewer, newest first. */
export const pageOfReviewing = (db: Database, tenant: string, wanted: Wanted): Promise<Page<Verification>> => {
  const places = { table: 'resources', index: 'reviewing', partition: partitions.reviewing(tenant) } as const;
  return indexedPage(db, { places, ...bodiesIn(tenant), fits: ({ reviewing }) => reviewing }, wanted);
};

const bodiesIn = (tenant: string) => ({
  keyOf: ({ sk }: Item) => keys.verification(tenant, String(sk)),
  read: verificationOf,
});
