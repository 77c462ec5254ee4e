import assert from 'node:assert/strict';
import type { PersonProfile } from '../../../../functions/identity/customers/persons.ts';
import { saveCustomer } from '../../../../functions/identity/customers/table.ts';
import {
  addPerson,
  changePerson,
  patchedPerson,
  persons_max,
  personsOf,
  removedPerson,
  toPersonResource,
} from '../../../../functions/identity/persons/model.ts';
import {
  checkMergedPerson,
  PersonCreate,
  PersonPatch,
} from '../../../../functions/identity/persons/schema.ts';
import { readPerson, savePerson } from '../../../../functions/identity/persons/table.ts';
import { add, declared, faultsOf, now } from '../../../helpers/business-persons.ts';
import {
  aBusinessCustomer,
  anAddress,
  anIndividual,
  aPerson,
} from '../../../helpers/fixtures/customers.ts';
import { testDatabase } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';

const others = (count: number) =>
  Array.from({ length: count }, (_, position) =>
    aPerson({ id: `prs_${String(position).padStart(26, '0')}` }),
  );

describe('a person', () => {
  test('is added last, with version 1, and raises the version of its business', () => {
    const { person, customer } = add([aPerson()], { first_name: 'Mary' });
    assert.deepEqual(
      [person.event, person.before, person.after.version, person.after.customer_id],
      ['person.created', undefined, 1, customer.after.id],
    );
    assert.deepEqual(personsOf(customer.after).at(-1), person.after);
    assert.deepEqual([customer.after.version, customer.event], [2, undefined]);
  });

  test('shows no ids of the tenant and nothing of its tax id but the last four', () => {
    const encrypted = {
      tax_id_last4: '6789',
      tax_id_encrypted: 'ciphertext',
      tax_id_fingerprint: 'print',
    };
    const [person = assert.fail()] = personsOf(
      aBusinessCustomer({ persons: [aPerson(encrypted)] }),
    );
    const shown = JSON.stringify(toPersonResource(person));
    for (const hidden of ['ciphertext', 'print', person.tenant_id])
      assert.ok(!shown.includes(hidden), hidden);
  });

  test('changes by a merge patch, and not by one without a difference', () => {
    const person = aPerson({
      roles: ['director'],
      phone: '+441632960961',
      address: anAddress({ city: 'London' }),
    });
    const customer = aBusinessCustomer({ persons: [person] });
    const changed = (patch: object) =>
      changePerson(customer, person, patchedPerson(person, PersonPatch.parse(patch)), now);
    assert.equal(changed({ phone: '+441632960961', address: { city: 'London' } }), undefined);
    const { person: after } =
      changed({ phone: null, roles: ['controller', 'controller'] }) ?? assert.fail();
    assert.deepEqual(
      [after.after.phone, after.after.roles, after.after.version],
      [null, ['controller'], 2],
    );
  });

  test('is stored without the ids of its customer, also after a change', async () => {
    const business = aBusinessCustomer({ persons: [aPerson()] });
    const [owned = assert.fail()] = personsOf(business);
    const { db } = testDatabase([...saveCustomer(business), ...savePerson(owned)]);
    const { customer, person } = await readPerson(db, business.tenant_id, owned.id);
    const changed =
      changePerson(customer, person, { ...person, title: 'Chair' }, now) ?? assert.fail();
    const { updated_at, version } = changed.person.after;
    assert.deepEqual(changed.customer.after.persons, [
      aPerson({ title: 'Chair', updated_at, version }),
    ]);
  });

  test('stays verified when a name or a postal code of it that was stored with blanks is sent again', () => {
    const stored = {
      first_name: ' Ada',
      last_name: 'King  Noel ',
      address: anAddress({ postal_code: ' 75001 ' }),
    };
    const verification = { status: 'verified', level: 'enhanced', verified_at: declared } as const;
    const person = aPerson({ ...stored, verification });
    const customer = aBusinessCustomer({ persons: [person] });
    const changed = (patch: object) =>
      changePerson(customer, person, patchedPerson(person, PersonPatch.parse(patch)), now)?.person
        .after;
    const again = changed({
      first_name: ' Ada',
      last_name: 'King  Noel ',
      address: { postal_code: ' 75001 ' },
    });
    assert.deepEqual([again?.last_name, again?.address?.postal_code], ['King Noel', '75001']);
    assert.deepEqual(again?.verification, verification);
    assert.deepEqual(changed({ title: 'Chair' })?.last_name, 'King  Noel ');
    assert.deepEqual(changed({ last_name: 'KingNoel' })?.verification.status, 'unverified');
    assert.deepEqual(
      changed({ address: { postal_code: '75002' } })?.verification.level,
      'standard',
    );
  });

  test('has a postal code of the country that it has after the patch', () => {
    const person = aPerson({ address: anAddress({ country: 'GB' }) });
    const profile = patchedPerson(person, PersonPatch.parse({ address: { postal_code: '75001' } }));
    assert.deepEqual(
      faultsOf(() => checkMergedPerson(profile)),
      ['/address/postal_code invalid_format'],
    );
  });

  test('who is verified is so no more under another name, and at an address that moved by the identity alone', () => {
    const person = aPerson({
      verification: { status: 'verified', level: 'enhanced', verified_at: declared },
    });
    const after = (over: Partial<PersonProfile>) =>
      changePerson(aBusinessCustomer({ persons: [person] }), person, { ...person, ...over }, now)
        ?.person.after;
    assert.equal(after({ last_name: 'Byron' })?.verification.status, 'unverified');
    assert.equal(after({ address: anAddress({ city: 'Paris' }) })?.verification.level, 'standard');
    assert.deepEqual(
      after({ roles: ['controller'], title: 'Chair' })?.verification,
      person.verification,
    );
  });

  test('is removed as it was', () => {
    const person = aPerson();
    const { person: removed, customer } = removedPerson(
      aBusinessCustomer({ persons: [person] }),
      person,
      now,
    );
    assert.deepEqual(
      [removed.event, removed.after.version, customer.after.persons],
      ['person.removed', 2, []],
    );
  });

  test('is of an open business that has less than 20', () => {
    assert.throws(() => addPerson(anIndividual(), aPerson(), 'prs_new', now), {
      code: 'business_required',
    });
    assert.doesNotThrow(() => add(others(persons_max - 1), {}));
    assert.throws(() => add(others(persons_max), {}), { code: 'person_limit_reached' });
    const closed = aBusinessCustomer({ status: 'closed', persons: [aPerson()] });
    const [person = assert.fail()] = closed.persons;
    for (const change of [
      () => addPerson(closed, aPerson(), 'prs_new', now),
      () => changePerson(closed, person, { ...person, title: 'Chair' }, now),
      () => removedPerson(closed, person, now),
    ])
      assert.throws(change, { code: 'action_not_allowed' });
  });
});

test('a body has roles and names, and a share of two decimals at most', () => {
  const body = { roles: ['owner'], first_name: null, last_name: 'King' };
  const of = (fields: object) => PersonCreate.safeParse({ ...body, ...fields }).success;
  for (const ownership_percent of [0, 0.01, 33.33, 100])
    assert.ok(of({ ownership_percent }), String(ownership_percent));
  for (const ownership_percent of [-1, 100.01, 33.333, 1e-7, '40', Number.NaN])
    assert.ok(!of({ ownership_percent }), String(ownership_percent));
  for (const wrong of [
    { roles: [] },
    { roles: ['boss'] },
    { last_name: null },
    { tenant_id: 'biz_1' },
    { title: '' },
  ])
    assert.ok(!of(wrong), JSON.stringify(wrong));
});
