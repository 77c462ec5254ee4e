import assert from 'node:assert/strict';
import type { Customer } from '../../../../functions/identity/customers/model.ts';
import {
  decidedFinding,
  type Screening,
  screeningIdOf,
  searched,
  subjectOf,
} from '../../../../functions/identity/screenings/model.ts';
import { aBusinessCustomer, aPerson } from '../../../helpers/fixtures/customers.ts';
import { aFirstScreening } from '../../../helpers/fixtures/screenings.ts';
import { customers, monitoring, newId, once, screeningOf } from '../../../helpers/monitoring.ts';
import { describe, test } from '../../../helpers/tests.ts';

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
