import type { Database } from '../../core/dynamodb/client.ts';
import { countUpTo } from '../../core/dynamodb/list.ts';
import { undeliveredPlaces } from '../../delivery/deliveries/list-table.ts';
import { screeningsInStatus } from '../../identity/screenings/table.ts';
import { verificationsInReview } from '../../identity/verifications/table.ts';

/** The highest count; `more` is true above it. */
const counted = 100;

/** How many deliveries did not arrive, up to what is counted. */
export const countUndelivered = (db: Database, tenant: string) =>
  countUpTo(db, undeliveredPlaces(tenant), counted);

/** How many verifications wait for a reviewer, up to what is counted. */
export const countReviewing = (db: Database, tenant: string) =>
  countUpTo(
    db,
    { table: 'resources', index: 'reviewing', partition: verificationsInReview(tenant) },
    counted,
  );

/** How many screenings have entries to decide about, up to what is counted. */
export const countOpenScreenings = (db: Database, tenant: string) =>
  countUpTo(
    db,
    { table: 'resources', index: 'by_status', partition: screeningsInStatus(tenant, 'open') },
    counted,
  );
