import { Failure } from '../../domain/failure.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import type { Database } from '../database.ts';
import { listPage, type Page, type Wanted } from '../list.ts';
import { keys, partitions } from '../table.ts';
import { verificationOf } from './verifications.ts';

/** One page holds fewer than this, so that its bodies and their customer are one BatchGetItem of at most 100 keys. */
const bodiesMax = 99;

/** One page of a customer's verifications, newest first. The customer is looked for in the same round trip as the bodies. */
export const pageOfVerifications = async (
  db: Database,
  tenant: string,
  customerId: string,
  wanted: Wanted,
): Promise<Page<Verification>> => {
  const partition = partitions.verificationsOf(tenant, customerId);
  const place = { table: 'resources', index: 'by_parent', partition } as const;
  const { items, next } = await listPage(db, place, { ...wanted, limit: Math.min(wanted.limit, bodiesMax) });
  const bodies = items.map(({ sk }) => keys.verification(tenant, String(sk)));
  const [customer, ...found] = await db.batch([keys.customer(tenant, customerId), ...bodies]);
  if (!customer) throw new Failure('customer_not_found');
  return { items: found.filter((item) => item !== undefined).map(verificationOf), next };
};

/** One page of the tenant's verifications that wait for a reviewer, newest first. */
export const pageOfReviewing = async (db: Database, tenant: string, wanted: Wanted): Promise<Page<Verification>> => {
  const place = { table: 'resources', index: 'reviewing', partition: partitions.reviewing(tenant) } as const;
  const { items, next } = await listPage(db, place, wanted);
  const bodies = items.length > 0 ? await db.batch(items.map(({ sk }) => keys.verification(tenant, String(sk)))) : [];
  const found = bodies.filter((item) => item !== undefined).map(verificationOf);
  return { items: found.filter(({ reviewing }) => reviewing), next };
};
