import { commit } from '../../functions/core/dynamodb/commit.ts';
import { idsAt } from '../../functions/core/new-id.ts';
import type { Customer } from '../../functions/identity/customers/model.ts';
import { searchedName } from '../../functions/identity/customers/names.ts';
import { pageByName } from '../../functions/identity/customers/search-table.ts';
import { saveCustomer } from '../../functions/identity/customers/table.ts';
import { aBusinessCustomer, anIndividual } from './fixtures/customers.ts';
import { spreadBy } from './spread.ts';
import { testDatabase } from './test-database.ts';

const deadline = { now: new Date(), deadline: Date.now() + 60_000 };
const tenant = anIndividual().tenant_id;
const newId = idsAt(new Date('2026-03-01T00:00:00Z'));

export const aPerson = (first_name: string | null, last_name: string, over = {}) =>
  anIndividual({ id: newId('customer'), first_name, last_name, ...over });
export const aCompany = (legal_name: string) =>
  aBusinessCustomer({ id: newId('customer'), legal_name });

/** Searches among these customers; the names in the order in which they are found. */
export const searchIn = async (customers: readonly Customer[], shards = 1) => {
  const since = '2026-01-01T00:00:00.000Z';
  const saved = customers.map((one) => saveCustomer(one));
  const tables =
    shards === 1
      ? testDatabase(saved.flat())
      : testDatabase([], { shards: spreadBy([{ since, shards }]) });
  // A commit finds the shard of each.
  if (shards > 1)
    for (const writes of saved)
      await commit(tables.connection, { writes, conditions: [] }, deadline);
  const page = (name: string, limit = 25, below?: string, more = {}) =>
    pageByName(tables.db, tenant, { name, ...more }, { limit, below });
  const all = async (name: string, limit = 25, more = {}) => {
    const pages: string[][] = [];
    let next: string | null | undefined;
    do {
      const found = await page(name, limit, next ?? undefined, more);
      pages.push(found.items.map((one) => searchedName(one) ?? ''));
      next = found.next;
    } while (next !== null);
    return pages;
  };
  return { tables, page, all };
};
