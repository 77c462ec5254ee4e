import assert from 'node:assert/strict';
import type { ApiError } from '../../../../functions/core/api-error.ts';
import {
  CustomerPatch,
  checkMergedProfile,
} from '../../../../functions/identity/customers/input.ts';
import type { Customer } from '../../../../functions/identity/customers/model.ts';
import {
  noTaxId,
  patchedProfile,
  profileOf,
} from '../../../../functions/identity/customers/profile.ts';
import { identityProfile } from '../../../../functions/identity/customers/requirements.ts';
import {
  aBusinessCustomer,
  anAddress,
  anIndividual,
  aPerson,
  aRepresentative,
} from '../../../helpers/fixtures/customers.ts';
import { describe, test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-20T15:04:05.123Z');

const patched = (customer: Customer, patch: unknown) => {
  const { data, error } = CustomerPatch.safeParse(patch);
  assert.ok(data, JSON.stringify(error?.issues));
  return checkMergedProfile(patchedProfile(customer, data, now));
};
const faults = (customer: Customer, patch: unknown) => {
  try {
    patched(customer, patch);
    return [];
  } catch (error) {
    const { errors = [] } = (error as ApiError).details;
    return errors.map((item) => `${'pointer' in item ? item.pointer : ''} ${item.code}`);
  }
};

test('a profile has every field of its type, unset ones null', () => {
  const shared = {
    external_id: null,
    email: null,
    phone: null,
    address: null,
    metadata: {},
    ...noTaxId,
  };
  const person = { type: 'individual', first_name: 'Ada', last_name: 'King' } as const;
  const empty = { middle_name: null, latin_name: null, date_of_birth: null, nationality: null };
  assert.deepEqual(profileOf(person, noTaxId), { ...shared, ...person, ...empty });
  const company = { type: 'business', legal_name: 'A', incorporation_country: 'GB' } as const;
  assert.deepEqual(profileOf(company, noTaxId), {
    ...shared,
    ...company,
    latin_name: null,
    registration_number: null,
    entity_type: null,
    industry_code: null,
    website: null,
    ownership_exemption: null,
    owners_declared_at: null,
  });
});

describe('a business declares its owners', () => {
  const declaredAt = (customer: Customer, owners_declared: boolean | null) => {
    const profile = patched(customer, { owners_declared });
    return profile.type === 'business' && profile.owners_declared_at;
  };
  const earlier = '2026-01-02T03:04:05.678Z';

  test('once, at the moment of the change, until it takes that back', () => {
    assert.equal(declaredAt(aBusinessCustomer(), true), now.toISOString());
    assert.equal(declaredAt(aBusinessCustomer({ owners_declared_at: earlier }), true), earlier);
    for (const no of [false, null])
      assert.equal(declaredAt(aBusinessCustomer({ owners_declared_at: earlier }), no), null);
  });

  test('and keeps what it declared through every other change', () => {
    const profile = patched(aBusinessCustomer({ owners_declared_at: earlier }), {
      website: 'https://example.com',
    });
    assert.deepEqual(profile.type === 'business' && [profile.owners_declared_at, profile.website], [
      earlier,
      'https://example.com',
    ]);
  });

  test('as no individual can', () => {
    for (const owners_declared of [true, false, null])
      assert.deepEqual(faults(anIndividual(), { owners_declared }), [
        '/owners_declared unknown_field',
      ]);
  });
});

test('a website is an address of the web, and an industry four digits', () => {
  const of = (fields: object) => CustomerPatch.safeParse(fields).success;
  for (const website of [
    'https://example.com',
    'http://www.example.co.uk/shop?a=1#b',
    'HTTPS://EXAMPLE.COM',
  ])
    assert.ok(of({ website }), website);
  const wrong = [
    'example.com',
    'ftp://example.com',
    'https://localhost',
    'https://a@example.com',
    'https://exa mple.com',
  ];
  for (const website of [
    ...wrong,
    `https://example.com/${'a'.repeat(2_048)}`,
    'https://example.com/\u200b',
  ])
    assert.ok(!of({ website }), website);
  assert.ok(of({ industry_code: '5734' }));
  for (const industry_code of ['573', '57345', '5A34', '５７３４'])
    assert.ok(!of({ industry_code }), industry_code);
});

test('an identity needs a postal code only where the country has them', () => {
  const codes = (customer: Customer) =>
    identityProfile(customer).map(({ code, resolve_with }) => [code, resolve_with?.body]);
  const place = { line1: '1 Main Street', city: 'A' };
  const person = (country: string) =>
    anIndividual({
      date_of_birth: '1990-04-23',
      nationality: 'GB',
      address: anAddress({ ...place, country }),
    });
  for (const country of ['AE', 'QA', 'PA']) assert.deepEqual(codes(person(country)), []);
  assert.deepEqual(codes(person('GB')), [['profile.address', { address: { postal_code: null } }]]);
});

describe('the identity of a business needs', () => {
  const address = anAddress({ line1: '1 Main Street', city: 'A', country: 'AE' });
  const due = (over: Partial<Extract<Customer, { type: 'business' }>>) =>
    identityProfile(aBusinessCustomer({ address, owners_declared_at: now.toISOString(), ...over }));
  const codes = (over: Parameters<typeof due>[0]) => due(over).map(({ code }) => code);

  test('a representative and a controller, who may be one', () => {
    assert.deepEqual(codes({}), ['persons.representative', 'persons.controller']);
    assert.deepEqual(codes({ persons: [aRepresentative()] }), []);
    const persons = [aRepresentative({ id: 'prs_1', roles: ['representative'] })];
    assert.deepEqual(
      due({ persons }).map(({ code, alternatives }) => [code, alternatives]),
      [
        [
          'persons.controller',
          [
            {
              method: 'PATCH',
              path: 'persons/prs_1',
              body: { roles: ['representative', 'controller'] },
            },
          ],
        ],
      ],
    );
  });

  test('its owners declared, unless it is exempt', () => {
    const persons = [aRepresentative()];
    assert.deepEqual(codes({ persons, owners_declared_at: null }), ['persons.owners_declared']);
    assert.deepEqual(
      codes({ persons, owners_declared_at: null, ownership_exemption: 'listed' }),
      [],
    );
  });

  test('the profile of each person by whom it is known, by the person’s call', () => {
    const owner = (ownership_percent: number) =>
      aPerson({ id: 'prs_2', first_name: null, roles: ['owner'], ownership_percent });
    assert.deepEqual(codes({ persons: [aRepresentative(), owner(24.99)] }), []);
    assert.deepEqual(
      due({ persons: [owner(25), aRepresentative()] }).map(({ code, resolve_with }) => [
        code,
        resolve_with,
      ]),
      [
        ['date_of_birth', null],
        ['nationality', null],
        ['address', { line1: null, city: null, postal_code: null, country: null }],
      ].map(([name, value]) => [
        `persons.prs_2.${name}`,
        { method: 'PATCH', path: 'persons/prs_2', body: { [String(name)]: value } },
      ]),
    );
  });
});

describe('a patch', () => {
  const customer = anIndividual({
    email: 'ada@example.com',
    middle_name: 'Augusta',
    metadata: { a: '1', b: '2' },
    address: anAddress({ city: 'London', country: 'GB', postal_code: 'SW1Y 4LB' }),
    tax_id_last4: '6789',
    tax_id_encrypted: 'c2VhbGVk',
    tax_id_fingerprint: 'bWFj',
  });

  test('changes what it names and keeps the rest, the tax id too', () => {
    const profile = patched(customer, { email: 'king@example.com' });
    assert.equal(profile.email, 'king@example.com');
    assert.deepEqual({ ...customer, ...profile, email: null }, { ...customer, email: null });
  });

  test('of nothing is the same profile', () =>
    assert.deepEqual({ ...customer, ...patched(customer, {}) }, customer));

  test('clears with null: a field, a member of the address, a pair of the metadata, the whole of either', () => {
    assert.equal(patched(customer, { email: null }).email, null);
    assert.deepEqual(
      patched(customer, { address: { city: null } }).address,
      anAddress({ country: 'GB', postal_code: 'SW1Y 4LB' }),
    );
    assert.equal(patched(customer, { address: null }).address, null);
    assert.equal(
      patched(customer, { address: { city: null, country: null, postal_code: null } }).address,
      null,
    );
    assert.deepEqual(patched(customer, { metadata: { a: null, c: '3' } }).metadata, {
      b: '2',
      c: '3',
    });
    assert.deepEqual(patched(customer, { metadata: null }).metadata, {});
  });

  test('cannot clear a name that is required', () => {
    assert.equal(CustomerPatch.safeParse({ last_name: null }).success, false);
    assert.equal(CustomerPatch.safeParse({ legal_name: null }).success, false);
  });

  test('cannot reach what the service alone decides', () => {
    for (const name of [
      'id',
      'tenant_id',
      'type',
      'status',
      'version',
      'verification',
      'tax_id_last4',
      'tax_id_encrypted',
      'tax_id_fingerprint',
    ])
      assert.equal(CustomerPatch.safeParse({ [name]: 'x' }).success, false, name);
  });

  test('cannot name a field of the other type, each of which is named', () => {
    const foreign = { legal_name: 'A', website: null, email: 'a@example.com' };
    assert.deepEqual(faults(customer, foreign), [
      '/legal_name unknown_field',
      '/website unknown_field',
    ]);
    assert.deepEqual(faults(aBusinessCustomer(), { date_of_birth: '1990-04-23' }), [
      '/date_of_birth unknown_field',
    ]);
  });

  test('is held to the rules of what it merges to', () => {
    assert.deepEqual(faults(customer, { address: { postal_code: '75001' } }), [
      '/address/postal_code invalid_format',
    ]);
    assert.deepEqual(faults(customer, { address: { country: 'FR' } }), [
      '/address/postal_code invalid_format',
    ]);
    assert.deepEqual(faults(customer, { address: { country: 'FR', postal_code: '75001' } }), []);
    const more = Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`k${n}`, 'v']));
    assert.deepEqual(faults(customer, { metadata: more }), ['/metadata too_long']);
    assert.deepEqual(faults(customer, { metadata: { ...more, a: null } }), []);
  });
});
