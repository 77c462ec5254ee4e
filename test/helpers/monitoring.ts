import assert from 'node:assert/strict';
import { storesOf } from '../../functions/core/dynamodb/stores.ts';
import { idsAt } from '../../functions/core/new-id.ts';
import type { Customer } from '../../functions/identity/customers/model.ts';
import { saveCustomer } from '../../functions/identity/customers/table.ts';
import type { Screener } from '../../functions/identity/screeners/screener.ts';
import { type Screening, screeningIdOf } from '../../functions/identity/screenings/model.ts';
import { screenWithNewLists } from '../../functions/identity/screenings/monitor.ts';
import {
  findMonitoring,
  saveMonitoring,
  saveScreening,
  screeningKey,
} from '../../functions/identity/screenings/table.ts';
import { aCompletePerson, verified } from './fixtures/customers.ts';
import { aFirstScreening, aMatch } from './fixtures/screenings.ts';
import { putting, testDatabase } from './test-database.ts';
import { workAt } from './work.ts';

export class Killed extends Error {}

export const newId = idsAt(new Date());
export const customers = (count: number): Customer[] =>
  Array.from({ length: count }, () =>
    aCompletePerson({ id: newId('customer'), verification: verified } as object),
  );

export const screeningOf = ({ tenant_id, id }: Customer): Screening =>
  aFirstScreening({ tenant_id, customer_id: id }, []);

/** Customers who were screened with `v1`, and lists that have another version now. */
export const monitoring = (all: readonly Customer[], screenings = all.map(screeningOf)) => {
  const lists = {
    version: 'v2',
    searched: [] as string[],
    finds: new Set<string>(),
    fails: new Set<string>(),
    scripts: [] as string[],
    waits: Promise.resolve(),
  };
  let calls = 0;
  /** Ends the worker before or after its n-th call: whatever it asks for then has no effect. */
  const dying = { at: Number.POSITIVE_INFINITY, when: 'before' as 'before' | 'after' };
  const tables = testDatabase(
    [
      ...all.flatMap((one) => saveCustomer(one)),
      ...screenings.map((one) => saveScreening(one, undefined)),
    ],
    {
      before: () => {
        calls += 1;
        if (calls > dying.at || (calls === dying.at && dying.when === 'before')) throw new Killed();
      },
      after: () => {
        if (calls >= dying.at) throw new Killed();
      },
    },
  );
  const { connection, db, give, find } = tables;
  const screener: Screener = {
    version: async () => lists.version,
    screen: async ({ id }) => {
      lists.searched.push(id);
      await lists.waits;
      if (lists.fails.has(id)) throw new Error('no answer');
      return {
        list_version: lists.version,
        matches: lists.finds.has(id) ? [aMatch()] : [],
        not_compared: lists.scripts,
      };
    },
  };
  const run = async () => {
    await screenWithNewLists(screener, workAt(new Date(), storesOf(connection)));
  };
  return {
    ...tables,
    lists,
    run,
    dying,
    calls: () => calls,
    stored: ({ tenant_id }: Pick<Customer, 'tenant_id'>, id: string): Screening =>
      find(screeningKey(tenant_id, screeningIdOf(id))) as Screening,
    /** The worker that had the lease is gone. */
    later: async () => {
      dying.at = Number.POSITIVE_INFINITY;
      const job = await findMonitoring(db);
      if (!job) return;
      const { key, item } = saveMonitoring({ ...job, held_until: null }, undefined) as never;
      give(putting(key, item));
    },
    versions: () =>
      all.map(({ tenant_id, id }) => find(screeningKey(tenant_id, screeningIdOf(id))) as Screening),
  };
};

export const once = (ids: readonly string[]) =>
  assert.equal(new Set(ids).size, ids.length, 'somebody was searched twice');
