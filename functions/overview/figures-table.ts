import { customerPlaces } from '../customers/table.ts';
import type { Database, Partition } from '../dynamodb/client.ts';
import { countBySpan, sumBySpan } from '../dynamodb/counts.ts';
import { firstIdAt } from '../new-id.ts';
import { type VerificationStatus, verificationStatuses } from '../verifications/states.ts';
import { verificationsInStatus } from '../verifications/table.ts';

/** The most that is counted of a status in one day: reads of 1 MB, each about 4 000 entries. */
const day_reads_max = 8;

/** How many customers and verifications were created in each of these days; verifications by their status now. */
export const createdByDay = async (db: Database, tenant: string, begins: readonly Date[]) => {
  const table = 'resources';
  const counted = (kind: 'customer' | 'verification', place: Partition) =>
    countBySpan(
      db,
      place,
      begins.map((begin) => firstIdAt(kind, begin)),
      day_reads_max,
    );
  const inStatus = (status: VerificationStatus): Partition => ({
    ...{ table, index: 'by_status', partition: verificationsInStatus(tenant, status) },
  });
  const [customers, ...verifications] = await Promise.all([
    Promise.all(customerPlaces(tenant).map((place) => counted('customer', place))).then(sumBySpan),
    ...verificationStatuses.map((status) => counted('verification', inStatus(status))),
  ]);
  const days = begins.map((begin, day) => ({
    day: begin.toISOString().slice(0, 10),
    customers: customers[day]?.count ?? 0,
    verifications: Object.fromEntries(
      verificationStatuses.map((status, of) => [status, verifications[of]?.[day]?.count ?? 0]),
    ) as Record<VerificationStatus, number>,
  }));
  return { days, more: [customers, ...verifications].some((of) => of.some(({ more }) => more)) };
};
