import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ApiError } from '../../../../functions/core/api-error.ts';
import type { Customer } from '../../../../functions/identity/customers/model.ts';
import type { Person, PersonProfile } from '../../../../functions/identity/customers/persons.ts';
import { noTaxId } from '../../../../functions/identity/customers/profile.ts';
import {
  addPerson,
  changePerson,
  type PersonChange,
  personProfile,
  persons_max,
  removedPerson,
} from '../../../../functions/identity/persons/model.ts';
import { PersonCreate } from '../../../../functions/identity/persons/schema.ts';
import { add, declared, faultsOf, now, profile } from '../../../helpers/business-persons.ts';
import { aBusinessCustomer, aPerson } from '../../../helpers/fixtures/customers.ts';
import { describe, test } from '../../../helpers/tests.ts';

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
