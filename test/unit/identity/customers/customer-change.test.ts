import assert from 'node:assert/strict';
import { CustomerPatch } from '../../../../functions/identity/customers/input.ts';
import {
  changeCustomer,
  changePersons,
  newCustomer,
} from '../../../../functions/identity/customers/model.ts';
import type { Person } from '../../../../functions/identity/customers/persons.ts';
import {
  noTaxId,
  patchedProfile,
  profileOf,
} from '../../../../functions/identity/customers/profile.ts';
import {
  aBusinessCustomer,
  anAddress,
  anIndividual,
  aPerson,
  aRepresentative,
  verified,
} from '../../../helpers/fixtures/customers.ts';
import { describe, test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const born = (date_of_birth: string) =>
  profileOf({ type: 'individual', first_name: 'Ada', last_name: 'King', date_of_birth }, noTaxId);
const create = (date_of_birth: string, at: string) =>
  newCustomer(born(date_of_birth), 'cus_1', 'biz_1', new Date(at)).after;

test('a new customer is active, unverified and of version 1', () => {
  const { status, status_reason, verification, version, created_at, updated_at, id, tenant_id } =
    create('1990-04-23', now.toISOString());
  assert.deepEqual(
    { status, status_reason, verification, version, created_at, updated_at, id, tenant_id },
    {
      status: 'active',
      status_reason: null,
      verification: { status: 'unverified', level: null, verified_at: null },
      version: 1,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
      id: 'cus_1',
      tenant_id: 'biz_1',
    },
  );
});

describe('a customer is of age from the first instant, UTC, of the 18th birthday', () => {
  const birthdays: readonly [born: string, lastTooYoung: string, firstOfAge: string][] = [
    ['2008-11-20', '2026-11-19T23:59:59.999Z', '2026-11-20T00:00:00.000Z'],
    ['2008-01-01', '2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z'],
    ['2008-12-31', '2026-12-30T23:59:59.999Z', '2026-12-31T00:00:00.000Z'],
    ['2008-02-29', '2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00.000Z'],
    ['2010-03-01', '2028-02-29T23:59:59.999Z', '2028-03-01T00:00:00.000Z'],
  ];
  for (const [day, lastTooYoung, firstOfAge] of birthdays)
    test(`born on ${day}`, () => {
      assert.throws(() => create(day, lastTooYoung), { code: 'validation_failed' });
      assert.equal(create(day, firstOfAge).status, 'active');
    });
});

test('the error for a child points at the birth date and says that the day counts in UTC', () => {
  const detail = 'A customer is at least 18 years old. The day counts in UTC.';
  const errors = [{ pointer: '/date_of_birth', code: 'under_age', detail }];
  assert.throws(() => create('2020-01-01', now.toISOString()), {
    code: 'validation_failed',
    details: { errors },
  });
});

test('nobody is born in the future', () => {
  assert.throws(() => create('2999-01-01', now.toISOString()), { code: 'validation_failed' });
});

test('a change that changes nothing gives the same object back', () => {
  const customer = anIndividual({
    metadata: { b: '2', a: '1' },
    address: anAddress({ city: 'London' }),
  });
  const same = {
    ...customer,
    metadata: { a: '1', b: '2' },
    address: anAddress({ city: 'London' }),
  };
  assert.equal(changeCustomer(customer, same, now), undefined);
});

test('a change raises the version by one and notes the moment', () => {
  const customer = anIndividual({ version: 4 });
  const changed = changeCustomer(customer, { ...customer, email: 'ada@example.com' }, now);
  const after = {
    ...customer,
    email: 'ada@example.com',
    version: 5,
    updated_at: now.toISOString(),
  };
  assert.deepEqual(changed, { before: customer, after, event: 'customer.updated' });
});

test('a closed customer cannot be changed, not even by nothing', () => {
  const customer = anIndividual({ status: 'closed' });
  const details = { current_status: 'closed', allowed_actions: ['redact'] };
  assert.throws(() => changeCustomer(customer, customer, now), {
    code: 'action_not_allowed',
    details,
  });
});

test('a suspended customer can be changed', () => {
  const customer = anIndividual({ status: 'suspended' });
  assert.equal(
    changeCustomer(customer, { ...customer, phone: '+441632960961' }, now)?.after.phone,
    '+441632960961',
  );
});

test('a birth date that would make a child of the customer is rejected', () => {
  const customer = anIndividual();
  assert.throws(() => changeCustomer(customer, { ...customer, date_of_birth: '2020-01-01' }, now), {
    code: 'validation_failed',
  });
});

describe('a verified identity', () => {
  const person = anIndividual({
    verification: verified,
    date_of_birth: '1990-04-23',
    nationality: 'GB',
  });
  const company = aBusinessCustomer({ verification: verified, persons: [aRepresentative()] });
  test('stays verified when names that were stored with blanks are sent again, and are stored tidied', () => {
    const stored = anIndividual({
      verification: verified,
      first_name: 'Ada ',
      last_name: ' King\u200b  Noel',
    });
    const patched = (patch: object) => {
      const profile = patchedProfile(stored, CustomerPatch.parse(patch), now);
      return changeCustomer(stored, profile, now)?.after as typeof stored | undefined;
    };
    const again = patched({ first_name: 'Ada ', last_name: ' King\u200b  Noel' });
    assert.deepEqual(
      [again?.first_name, again?.last_name, again?.verification],
      ['Ada', 'King Noel', verified],
    );
    const other = patched({ email: 'ada@example.com' });
    assert.deepEqual(
      [other?.first_name, other?.last_name, other?.verification],
      ['Ada ', ' King\u200b  Noel', verified],
    );
    assert.equal(patched({ last_name: 'King' })?.verification.status, 'unverified');
    const business = aBusinessCustomer({ verification: verified, legal_name: 'Engines  Ltd ' });
    const profile = patchedProfile(
      business,
      CustomerPatch.parse({ legal_name: 'Engines  Ltd ' }),
      now,
    );
    assert.deepEqual(changeCustomer(business, profile, now)?.after.verification, verified);
  });

  const touching = [
    [person, { first_name: 'Augusta' }],
    [person, { middle_name: 'Augusta' }],
    [person, { last_name: 'Lovelace' }],
    [person, { date_of_birth: '1990-04-24' }],
    [person, { date_of_birth: null }],
    [person, { nationality: 'FR' }],
    [company, { legal_name: 'Difference Engines Ltd' }],
    [company, { incorporation_country: 'FR' }],
    [company, { registration_number: '1' }],
  ] as const;
  for (const [customer, over] of touching)
    test(`is unverified again after ${JSON.stringify(over)}`, () => {
      const changed = changeCustomer(customer, { ...customer, ...over } as typeof customer, now);
      assert.deepEqual(changed?.after.verification, {
        status: 'unverified',
        level: null,
        verified_at: null,
      });
    });

  const harmless = [
    [person, { email: 'ada@example.com' }],
    [person, { address: anAddress({ city: 'Paris' }) }],
    [person, { metadata: { a: '1' } }],
    [person, { tax_id_last4: '1234', tax_id_encrypted: 'c2VhbGVk' }],
    [company, { website: 'https://example.com' }],
  ] as const;
  for (const [customer, over] of harmless)
    test(`stays verified after ${JSON.stringify(over)}`, () => {
      const changed = changeCustomer(customer, { ...customer, ...over } as typeof customer, now);
      assert.deepEqual(changed?.after.verification, verified);
    });
});

describe('a verified address', () => {
  const enhanced = { ...verified, level: 'enhanced' } as const;
  const address = anAddress({ line1: '1 St James’s Square', city: 'London', country: 'GB' });
  const person = anIndividual({ verification: enhanced, address });
  const company = aBusinessCustomer({ verification: enhanced, address });
  const touching = [
    [person, { address: anAddress({ ...address, line1: '2 St James’s Square' }) }],
    [person, { address: null }],
    [company, { address: anAddress({ ...address, city: 'Paris' }) }],
  ] as const;
  for (const [customer, over] of touching)
    test(`leaves the identity alone proven after ${JSON.stringify(over)}`, () => {
      const changed = changeCustomer(customer, { ...customer, ...over } as typeof customer, now);
      assert.deepEqual(changed?.after.verification, verified);
    });

  test('stays proven after another change', () => {
    const changed = changeCustomer(person, { ...person, phone: '+441632960961' }, now);
    assert.deepEqual(changed?.after.verification, enhanced);
  });
});

describe('a verified business', () => {
  const enhanced = { ...verified, level: 'enhanced' } as const;
  const [first, second, third] = [
    aRepresentative({ id: 'prs_1', roles: ['representative'] }),
    aRepresentative({ id: 'prs_2', roles: ['controller'] }),
    aPerson({ id: 'prs_3', roles: ['owner', 'director'], ownership_percent: 24.99 }),
  ];
  const company = aBusinessCustomer({ verification: enhanced, persons: [third, first, second] });
  const after = (...persons: readonly Person[]) =>
    changePersons(company, persons, now).after.verification;
  const unverified = { status: 'unverified', level: null, verified_at: null };

  test('is unverified when who it is known by changes: the representative, controllers, owners of a quarter and more', () => {
    assert.deepEqual(after(third, first), unverified);
    assert.deepEqual(after(third, { ...first, last_name: 'Lovelace' }, second), unverified);
    assert.deepEqual(after(third, first, { ...second, nationality: 'FR' }), unverified);
    assert.deepEqual(after({ ...third, ownership_percent: 25 }, first, second), unverified);
    assert.deepEqual(
      after(third, { ...first, roles: ['controller'] }, { ...second, roles: ['representative'] }),
      unverified,
    );
  });

  test('keeps its identity when their address moves, and all of it when others change', () => {
    assert.deepEqual(after(third, first, { ...second, address: null }), verified);
    assert.deepEqual(after(first, second), enhanced);
    assert.deepEqual(
      after({ ...third, last_name: 'Byron', address: anAddress() }, first, second),
      enhanced,
    );
    assert.deepEqual(
      after(third, { ...first, email: 'ada@example.com', title: 'Chair' }, second),
      enhanced,
    );
  });
});

test('an identity that was not verified keeps its standing when it changes', () => {
  for (const status of ['unverified', 'pending', 'rejected'] as const) {
    const verification = { status, level: null, verified_at: null };
    const customer = anIndividual({ verification });
    assert.deepEqual(
      changeCustomer(customer, { ...customer, first_name: 'Augusta' }, now)?.after.verification,
      verification,
    );
  }
});
