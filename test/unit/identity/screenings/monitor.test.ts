import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { storesOf } from '../../../../functions/core/dynamodb/stores.ts';
import { idsAt } from '../../../../functions/core/new-id.ts';
import type { Work } from '../../../../functions/core/outbox/unit-of-work.ts';
import type { Customer } from '../../../../functions/identity/customers/model.ts';
import { saveCustomer } from '../../../../functions/identity/customers/table.ts';
import type { Screener } from '../../../../functions/identity/screeners/screener.ts';
import {
  decidedFinding,
  type Screening,
  screeningIdOf,
  searched,
  subjectOf,
} from '../../../../functions/identity/screenings/model.ts';
import { screenWithNewLists } from '../../../../functions/identity/screenings/monitor.ts';
import {
  findMonitoring,
  saveMonitoring,
  saveScreening,
  screeningKey,
} from '../../../../functions/identity/screenings/table.ts';
import { until } from '../../../../local/test/helpers/until.ts';
import {
  aBusinessCustomer,
  aCompletePerson,
  aPerson,
  verified,
} from '../../../helpers/fixtures/customers.ts';
import { aFirstScreening, aMatch } from '../../../helpers/fixtures/screenings.ts';
import { putting, testDatabase } from '../../../helpers/test-database.ts';

class Killed extends Error {}

const newId = idsAt(new Date());
const customers = (count: number): Customer[] =>
  Array.from({ length: count }, () =>
    aCompletePerson({ id: newId('customer'), verification: verified } as object),
  );

const screeningOf = ({ tenant_id, id }: Customer): Screening =>
  aFirstScreening({ tenant_id, customer_id: id }, []);

/** Customers who were screened with `v1`, and lists that have another version now. */
const monitoring = (all: readonly Customer[], screenings = all.map(screeningOf)) => {
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
    const now = new Date();
    const cause = {
      request_id: 'r',
      idempotency_key: null,
      environment: 'sandbox',
      now,
      newId: idsAt(now),
    } as const;
    const deadline = { now, deadline: now.getTime() + 60_000 };
    const work: Work = {
      ...storesOf(connection),
      deadline,
      cause: { ...cause, actor: { type: 'system', id: 'test' } },
    };
    await screenWithNewLists(screener, work);
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

const once = (ids: readonly string[]) =>
  assert.equal(new Set(ids).size, ids.length, 'somebody was searched twice');

describe('a new version of the lists', () => {
  test('is searched once for everybody who was screened, in every shard, and for nobody else', async () => {
    const all = customers(250);
    const { run, lists, versions } = monitoring(all, all.slice(1).map(screeningOf));
    await run();
    assert.deepEqual(new Set(lists.searched), new Set(all.slice(1).map(({ id }) => id)));
    once(lists.searched);
    assert.ok(
      versions()
        .slice(1)
        .every(({ list_version, version }) => list_version === 'v2' && version === 2),
    );
    await run();
    once(lists.searched);
    // Versions have no order: this one sorts before the other.
    lists.version = 'a3';
    await run();
    assert.equal(lists.searched.length, 2 * 249);
  });

  test('that has a new entry of a verified customer emits an event and leaves the customer as it is', async () => {
    const [one] = customers(1) as [Customer];
    const { run, lists, stored, everything } = monitoring([one]);
    lists.finds.add(one.id);
    await run();
    assert.equal(stored(one, one.id).status, 'open');
    assert.deepEqual(
      everything('outbox').map(({ type }) => type),
      ['screening.match_found'],
    );
    const kept = everything('resources').find(({ sk }) => sk === one.id);
    assert.deepEqual([kept?.status, kept?.version], ['active', 1]);
  });

  test('leaves a cleared entry cleared', async () => {
    const [one] = customers(1) as [Customer];
    const of = { tenant_id: one.tenant_id, customer_id: one.id };
    const decision = {
      list: 'ofac',
      entry_id: '102',
      reason: 'Another person.',
      operator_id: 'opr_1',
    };
    const { after } = decidedFinding(aFirstScreening(of), 'clear', decision, new Date());
    const { run, lists, stored, everything } = monitoring([one], [after]);
    lists.finds.add(one.id);
    await run();
    assert.deepEqual(
      [stored(one, one.id).status, stored(one, one.id).list_version],
      ['clear', 'v2'],
    );
    assert.deepEqual(everything('outbox'), []);
  });

  test('leaves a name cleared that cannot be compared, and finds one that was never looked at', async () => {
    const [cleared, older] = customers(2) as [Customer, Customer];
    const { tenant_id } = cleared;
    const names = subjectOf(cleared)?.names ?? [];
    const found = { list_version: 'v1', matches: [], not_compared: ['Ethi'], names };
    const of = { tenant_id, customer_id: cleared.id, subject_id: cleared.id };
    const decision = {
      finding: 'not_comparable',
      reason: 'Searched by hand.',
      operator_id: 'opr_1',
    } as const;
    const { after } = decidedFinding(
      searched(undefined, of, found, new Date()).after,
      'clear',
      decision,
      new Date(),
    );
    const { not_comparable: _, ...stored_earlier } = screeningOf(older);
    const { run, lists, stored, everything } = monitoring(
      [cleared, older],
      [after, stored_earlier as Screening],
    );
    lists.scripts = ['Ethi'];
    await run();
    const kept = stored(cleared, cleared.id);
    assert.deepEqual(
      [kept.status, kept.list_version, kept.not_comparable?.status],
      ['clear', 'v2', 'cleared'],
    );
    assert.deepEqual([stored(older, older.id).status, everything('outbox').length], ['open', 1]);
    lists.version = 'v3';
    await run();
    assert.deepEqual(
      [stored(cleared, cleared.id).status, everything('outbox').length],
      ['clear', 1],
    );
    assert.equal(everything('outbox')[0]?.type, 'screening.not_comparable');
  });

  test('is searched for persons of a business, and not for who was removed, closed or redacted', async () => {
    const person = aPerson({ id: newId('person') });
    const business = aBusinessCustomer({ id: newId('customer'), persons: [person] });
    const redacted = { first_name: null, middle_name: null, last_name: null };
    const [open, closed, empty] = customers(3) as [Customer, Customer, Customer];
    const gone = [{ ...closed, status: 'closed' as const }, { ...empty, ...redacted } as Customer];
    const ofPerson = (id: string) => ({
      ...screeningOf(business),
      id: screeningIdOf(id),
      subject_id: id,
    });
    const removed = newId('person');
    const screenings = [open, closed, empty, business].map(screeningOf);
    const tables = monitoring(
      [open, ...gone, business],
      [...screenings, ofPerson(person.id), ofPerson(removed)],
    );
    await tables.run();
    assert.deepEqual(new Set(tables.lists.searched), new Set([open.id, business.id, person.id]));
    const monitored = tables
      .everything('resources')
      .filter(({ screened_with }) => screened_with !== undefined);
    assert.equal(monitored.length, 3, 'the others are out of the index');
  });
});

describe('nobody is missed or searched twice', () => {
  test('by two workers at once', async () => {
    const { run, lists, versions } = monitoring(customers(120));
    await Promise.all([run(), run()]);
    once(lists.searched);
    assert.ok(versions().every(({ list_version }) => list_version === 'v2'));
  });

  test('by one that comes while another has the lease', async () => {
    const { run, lists } = monitoring(customers(40));
    const { promise: going, resolve: goOn } = Promise.withResolvers<void>();
    lists.waits = going;
    const running = run();
    await until(() => lists.searched.length > 0, 'the first searches');
    await run();
    goOn();
    await running;
    once(lists.searched);
  });

  test('where a worker dies before or after any of its calls, but for what it was doing', async () => {
    const all = customers(3);
    const unharmed = monitoring(all);
    await unharmed.run();
    for (const when of ['before', 'after'] as const)
      for (let at = 1; at <= unharmed.calls(); at++) {
        const { run, lists, later, versions, dying } = monitoring(all);
        Object.assign(dying, { at, when });
        await run().catch((error: unknown) =>
          assert.ok(error instanceof Killed, `${when} ${at}: ${error}`),
        );
        await later();
        await run();
        const reached = versions().map(({ list_version, version }) => [list_version, version]);
        assert.deepEqual(
          reached,
          all.map(() => ['v2', 2]),
          `${when} call ${at}`,
        );
        const counts = Object.values(Object.groupBy(lists.searched, (id) => id)).map(
          (same) => same?.length ?? 0,
        );
        assert.ok(Math.max(...counts) <= 2, `${when} call ${at}: ${counts}`);
      }
  });

  test('where the version changes in the middle of a run', async () => {
    const { run, lists, versions } = monitoring(customers(130));
    const running = run();
    lists.version = 'v3';
    await running;
    await run();
    assert.ok(versions().every(({ list_version }) => list_version === 'v3'));
  });

  test('where a process still knows the version before', async () => {
    const { run, lists, versions } = monitoring(customers(3));
    await run();
    lists.version = 'v3';
    await run();
    lists.version = 'v2';
    await run();
    assert.ok(versions().every(({ list_version }) => list_version === 'v3'));
  });

  test('where the index does not show what was done', async () => {
    const { run, lists, lagging } = monitoring(customers(30));
    lagging();
    await run();
    await run();
    once(lists.searched);
  });
});

test('while its source is down a run ends, and the next one goes on behind those who could not be searched for', async () => {
  const all = customers(40);
  const { run, lists, later, versions } = monitoring(all);
  for (const { id } of all) lists.fails.add(id);
  await assert.rejects(run(), { message: 'no answer' });
  const first = [...lists.searched];
  assert.ok(first.length < all.length);
  await later();
  for (const { id } of all) if (!first.includes(id)) lists.fails.delete(id);
  await run();
  const reached = versions().filter(({ list_version }) => list_version === 'v2').length;
  assert.equal(reached, all.length - first.length);
  lists.fails.clear();
  await run();
  assert.ok(versions().every(({ list_version }) => list_version === 'v2'));
});
