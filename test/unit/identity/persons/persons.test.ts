import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { ApiError } from '../../../../functions/core/api-error.ts';
import type { Customer } from '../../../../functions/identity/customers/model.ts';
import {
  type Person,
  type PersonProfile,
  personRoles,
} from '../../../../functions/identity/customers/persons.ts';
import { noTaxId } from '../../../../functions/identity/customers/profile.ts';
import { saveCustomer } from '../../../../functions/identity/customers/table.ts';
import {
  addPerson,
  changePerson,
  type PersonChange,
  patchedPerson,
  personProfile,
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
import {
  aBusinessCustomer,
  anAddress,
  anIndividual,
  aPerson,
} from '../../../helpers/fixtures/customers.ts';
import { testDatabase } from '../../../helpers/test-database.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const declared = '2026-01-02T03:04:05.678Z';
const others = (count: number) =>
  Array.from({ length: count }, (_, position) =>
    aPerson({ id: `prs_${String(position).padStart(26, '0')}` }),
  );

/** The faults of an error, as pointer and code. */
const faultsOf = (attempt: () => unknown): string[] => {
  try {
    attempt();
    return [];
  } catch (error) {
    const { errors = [] } = (error as ApiError).details;
    return errors.map((item) => `${'pointer' in item ? item.pointer : ''} ${item.code}`);
  }
};

const add = (persons: readonly Person[], profile: Partial<PersonProfile>) =>
  addPerson(aBusinessCustomer({ persons }), aPerson(profile), 'prs_new', now);

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

describe('a business', () => {
  test('has one representative, who is of age', () => {
    const representative = aPerson({ roles: ['representative'] });
    assert.deepEqual(
      faultsOf(() => add([representative], { roles: ['representative'] })),
      ['/roles invalid_value'],
    );
    const child = { roles: ['representative', 'owner'] as const, date_of_birth: '2020-01-01' };
    assert.deepEqual(
      faultsOf(() => add([], child)),
      ['/date_of_birth under_age', '/ownership_percent required'],
    );
    const customer = aBusinessCustomer({ persons: [representative] });
    assert.ok(changePerson(customer, representative, { ...representative, title: 'Chair' }, now));
  });

  const ages: readonly (readonly [roles: PersonProfile['roles'], born: string, fault?: string])[] =
    [
      ...([
        [['controller'], '2020-01-01', 'under_age'],
        [['director'], '2008-11-21', 'under_age'],
      ] as const),
      ...([
        [['owner', 'director'], '2020-01-01', 'under_age'],
        [['director'], '2026-11-21', 'under_age'],
      ] as const),
      ...([
        [['controller'], '2008-11-20'],
        [['director'], '1900-01-01'],
        [['representative'], '2008-11-20'],
      ] as const),
      ...([
        [['owner'], '2020-01-01'],
        [['owner'], '2026-11-20'],
        [['owner'], '2026-11-21', 'too_big'],
      ] as const),
      ...([
        [['owner'], '2999-12-31', 'too_big'],
        [['representative'], '2008-11-21', 'under_age'],
      ] as const),
    ];

  for (const [roles, date_of_birth, fault] of ages)
    test(`who is ${roles.join(' and ')} and born on ${date_of_birth} is ${fault ?? 'taken'}`, () => {
      const owns = roles.includes('owner') ? 1 : null;
      assert.deepEqual(
        faultsOf(() => add([], { roles, date_of_birth, ownership_percent: owns })),
        fault ? [`/date_of_birth ${fault}`] : [],
      );
    });

  test('keeps a birth date of yesterday’s rules when something else changes, and not with another role or date', () => {
    const child = aPerson({ roles: ['director'], date_of_birth: '2020-01-01' });
    const unborn = aPerson({ roles: ['owner'], ownership_percent: 1, date_of_birth: '2999-12-31' });
    const change = (person: Person, profile: Partial<PersonProfile>) =>
      faultsOf(() =>
        changePerson(
          aBusinessCustomer({ persons: [person] }),
          person,
          { ...person, ...profile },
          now,
        ),
      );
    assert.deepEqual(change(child, { title: 'Chair' }), []);
    assert.deepEqual(change(unborn, { title: 'Chair' }), []);
    assert.deepEqual(change(child, { roles: ['controller'] }), ['/date_of_birth under_age']);
    assert.deepEqual(change(child, { date_of_birth: '2020-01-02' }), ['/date_of_birth under_age']);
    assert.deepEqual(change(unborn, { date_of_birth: '2999-12-30' }), ['/date_of_birth too_big']);
  });

  test('has owners with shares, and nobody else has one', () => {
    assert.deepEqual(
      faultsOf(() => add([], { roles: ['owner'] })),
      ['/ownership_percent required'],
    );
    assert.deepEqual(
      faultsOf(() => add([], { ownership_percent: 0 })),
      ['/ownership_percent invalid_value'],
    );
  });

  test('has shares of 100 together at most, to the hundredth', () => {
    const owners = [33.33, 33.33].map((ownership_percent, position) =>
      aPerson({ id: `prs_${position}`, roles: ['owner'], ownership_percent }),
    );
    const owning = (ownership_percent: number) =>
      faultsOf(() => add(owners, { roles: ['owner'], ownership_percent }));
    assert.deepEqual(owning(33.34), []);
    assert.deepEqual(owning(33.35), ['/ownership_percent too_big']);
  });

  test('declares its owners again once a share, an owner or who owns it changes, and only then', () => {
    const owner = aPerson({ id: 'prs_1', roles: ['owner'], ownership_percent: 40 });
    const customer = aBusinessCustomer({ owners_declared_at: declared, persons: [owner] });
    const change = (over: Partial<PersonProfile>) =>
      changePerson(customer, owner, { ...owner, ...over }, now)?.customer;
    const results = [
      change({ ownership_percent: 41 }),
      change({ roles: ['director'], ownership_percent: null }),
      removedPerson(customer, owner, now).customer,
      addPerson(customer, aPerson({ roles: ['owner'], ownership_percent: 1 }), 'prs_new', now)
        .customer,
    ];
    for (const after of results)
      assert.deepEqual(
        [after?.event, after?.after.type === 'business' && after.after.owners_declared_at],
        ['customer.updated', null],
      );
    for (const after of [
      change({ title: 'Chair' }),
      addPerson(customer, aPerson(), 'prs_new', now).customer,
    ])
      assert.deepEqual(
        [after?.event, after?.after.type === 'business' && after.after.owners_declared_at],
        [undefined, declared],
      );
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

const profile = fc.record({
  roles: fc.uniqueArray(fc.constantFrom(...personRoles), { minLength: 1 }),
  ownership_percent: fc.option(
    fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
  ),
});
const step = fc.record({ kind: fc.constantFrom('add', 'change', 'remove'), at: fc.nat(), profile });

test('whatever is added, changed and removed in any order, one represents and the shares are 100 at most', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let customer: Customer = aBusinessCustomer();
      for (const [position, { kind, at, profile }] of steps.entries()) {
        const person: Person | undefined =
          customer.persons[at % Math.max(customer.persons.length, 1)];
        const input = PersonCreate.parse({ ...profile, first_name: 'Ada', last_name: 'King' });
        const given = personProfile(input, noTaxId);
        try {
          const change: PersonChange | undefined =
            kind === 'add' || !person
              ? addPerson(customer, given, `prs_${position}`, now)
              : kind === 'change'
                ? changePerson(customer, person, given, now)
                : removedPerson(customer, person, now);
          if (change) customer = change.customer.after;
        } catch (error) {
          assert.match((error as ApiError).code, /^(validation_failed|person_limit_reached)$/);
        }
        const { persons, version } = customer;
        assert.ok(persons.filter(({ roles }) => roles.includes('representative')).length <= 1);
        assert.ok(
          persons.reduce((sum, one) => sum + Math.round((one.ownership_percent ?? 0) * 100), 0) <=
            10_000,
        );
        assert.ok(
          persons.every(
            ({ roles, ownership_percent }) =>
              roles.includes('owner') === (ownership_percent !== null),
          ),
        );
        assert.ok(persons.length <= persons_max && version <= position + 2);
      }
    }),
  );
});
