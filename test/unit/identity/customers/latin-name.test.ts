import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { erased } from '../../../../functions/app/redactions/model.ts';
import type { ApiError } from '../../../../functions/core/api-error.ts';
import {
  latinBusinessName,
  latinPersonName,
  requiresLatinNames,
} from '../../../../functions/identity/customers/latin-name.ts';
import { LatinPersonNameInput } from '../../../../functions/identity/customers/latin-name-schema.ts';
import {
  type Customer,
  changeCustomer,
  identityOf,
} from '../../../../functions/identity/customers/model.ts';
import { patchedProfile } from '../../../../functions/identity/customers/profile.ts';
import { identityProfile } from '../../../../functions/identity/customers/requirements.ts';
import { customerOf } from '../../../../functions/identity/customers/table.ts';
import { changePerson } from '../../../../functions/identity/persons/model.ts';
import { subjectOf } from '../../../../functions/identity/screenings/model.ts';
import { cardholderFrom, cardholderOf } from '../../../../functions/issuing/cards/cardholder.ts';
import {
  aBusinessCustomer,
  aCompletePerson,
  anIndividual,
  aRepresentative,
  verified,
} from '../../../helpers/fixtures/customers.ts';
import { test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-28T12:00:00.000Z');
const latin = { first_name: 'Abebe', middle_name: null, last_name: 'Bikila' };
const abebe = (over: Partial<Extract<Customer, { type: 'individual' }>> = {}) =>
  anIndividual({ first_name: 'አበበ', last_name: 'ቢቂላ', ...over });

const codesIn = (act: () => unknown): string[] => {
  try {
    act();
    return [];
  } catch (error) {
    const { errors = [] } = (error as ApiError).details;
    return errors.map((item) => `${'pointer' in item ? item.pointer : ''} ${item.code}`);
  }
};

test('Latin letters of every alphabet and the signs of names are taken, other letters and fillers are not', () => {
  const takes = (last_name: string) => z.safeParse(LatinPersonNameInput, { last_name }).success;
  const names =
    "O’Brien|O'BRIEN|van der Berg|Đoković|Nguyễn Thị Ánh|Straße|Ōta|Ngũgĩ wa Thiong'o|Þórsdóttir|Dvořák, Jr.|Ko‘ngirov";
  for (const name of [...names.split('|'), 'Zoë', 'Anna-Maria', 'I\u0307brahim'])
    assert.ok(takes(name), name);
  for (const name of [
    'ቢቂላ',
    'Bikilaቢ',
    'Иванов',
    'Иvanov',
    'Ωmega',
    '王',
    'O<BRIEN',
    '-',
    '',
    'Bi\u200Bkila',
    'Bi\nkila',
  ])
    assert.equal(takes(name), false, name);
});

test('a Latin name is whole: of a person it has a last name, of a business it is the legal name', () => {
  assert.deepEqual(latinPersonName({ last_name: 'Bikila' }), { ...latin, first_name: null });
  assert.deepEqual([latinPersonName(null), latinBusinessName(undefined)], [null, null]);
  assert.deepEqual(
    codesIn(() => latinPersonName({ first_name: 'Abebe' })),
    ['/latin_name/last_name required'],
  );
  assert.deepEqual(
    codesIn(() => latinBusinessName({})),
    ['/latin_name/legal_name required'],
  );
});

test('a patch changes parts of it, removes it, and is refused for the parts of the other type', () => {
  const patched = (customer: Customer, patch: object) =>
    patchedProfile(customer, patch, now).latin_name;
  assert.deepEqual(
    patched(abebe(), { latin_name: { first_name: 'Abebe', last_name: 'Bikila' } }),
    latin,
  );
  assert.deepEqual(patched(abebe({ latin_name: latin }), { latin_name: { first_name: null } }), {
    ...latin,
    first_name: null,
  });
  assert.deepEqual(patched(abebe({ latin_name: latin }), { last_name: 'Bikila' }), latin);
  assert.equal(patched(abebe({ latin_name: latin }), { latin_name: null }), null);
  const foreign = (customer: Customer, latin_name: object) =>
    codesIn(() => patched(customer, { latin_name }));
  assert.deepEqual(foreign(abebe({ latin_name: latin }), { legal_name: 'A' }), [
    '/latin_name/legal_name unknown_field',
  ]);
  assert.deepEqual(foreign(aBusinessCustomer(), { last_name: 'A' }), [
    '/latin_name/last_name unknown_field',
  ]);
});

test('who was stored before there was one has none, and keeps what was verified', () => {
  const { latin_name: _, persons: __, ...older } = aBusinessCustomer({ verification: verified });
  const { latin_name: ___, ...olderPerson } = aRepresentative();
  const item = {
    ...older,
    metadata: '{}',
    persons: [olderPerson],
    pk: 'biz_1/customer',
    sk: older.id,
  };
  const read = customerOf(item as never);
  assert.deepEqual(
    [read.latin_name, read.persons[0]?.latin_name, read.verification.status],
    [null, null, 'verified'],
  );
  const { latin_names: ____, ...identity } = identityOf(read);
  assert.deepEqual(identityOf(read), identity);
});

test('each change of it ends what was verified, as a change of the name does, of a person too', () => {
  const proof = (before: Customer, latin_name: object | null) =>
    changeCustomer(before, patchedProfile(before, { latin_name } as object, now), now)?.after
      .verification.status;
  const person = abebe({ verification: verified });
  assert.equal(proof(person, latin), 'unverified');
  assert.equal(proof({ ...person, latin_name: latin }, { last_name: 'Bikele' }), 'unverified');
  assert.equal(proof({ ...person, latin_name: latin }, null), 'unverified');
  assert.equal(
    proof(aBusinessCustomer({ verification: verified }), { legal_name: 'Engines' }),
    'unverified',
  );
  const representative = aRepresentative({ verification: verified });
  const business = aBusinessCustomer({ verification: verified, persons: [representative] });
  const change = changePerson(
    business,
    representative,
    { ...representative, latin_name: latin },
    now,
  );
  assert.equal(change?.person.after.verification.status, 'unverified');
  assert.equal(change?.customer.after.verification.status, 'unverified');
});

test('it is screened beside the name, and once where both are the same', () => {
  assert.deepEqual(subjectOf(abebe({ latin_name: latin }))?.names, ['አበበ ቢቂላ', 'Abebe Bikila']);
  const business = aBusinessCustomer({
    legal_name: 'አቢሲኒያ',
    latin_name: { legal_name: 'Abyssinia' },
  });
  assert.deepEqual(subjectOf(business)?.names, ['አቢሲኒያ', 'Abyssinia']);
  const same = { first_name: 'Ada', middle_name: null, last_name: 'King' };
  assert.deepEqual(subjectOf(anIndividual({ latin_name: same }))?.names, ['Ada King']);
});

test('it is the default name on a card, and what an issuer gets', () => {
  assert.equal(cardholderOf(abebe()), 'አበበ ቢቂላ');
  const customer = abebe({ latin_name: latin });
  assert.equal(cardholderOf(customer), 'Abebe Bikila');
  assert.partialDeepStrictEqual(cardholderFrom(customer), {
    first_name: 'Abebe',
    last_name: 'Bikila',
  });
  const business = aBusinessCustomer({
    legal_name: 'አቢሲኒያ',
    latin_name: { legal_name: 'Abyssinia' },
    persons: [aRepresentative({ first_name: 'አበበ', last_name: 'ቢቂላ', latin_name: latin })],
  });
  assert.equal(cardholderOf(business), 'Abebe Bikila');
  assert.equal(cardholderFrom(business).name, 'Abyssinia');
  assert.equal(cardholderOf({ ...business, persons: [] }), 'Abyssinia');
});

test('an environment that compares names by their letters requires it of names that cannot be compared, and of no others', () => {
  const due = (customer: Customer, needsLatin = true) =>
    identityProfile(customer, { required: needsLatin }).filter(({ code }) =>
      code.endsWith('latin_name'),
    );
  const complete = aCompletePerson({ first_name: 'አበበ', last_name: 'ቢቂላ' } as object);
  assert.deepEqual(
    due(complete).map(({ code, resolve_with }) => [code, resolve_with?.body]),
    [['profile.latin_name', { latin_name: { first_name: null, last_name: null } }]],
  );
  assert.deepEqual(due(complete, false), []);
  assert.deepEqual(due({ ...complete, latin_name: latin } as Customer), []);
  for (const last_name of ['Bikila', 'Чехов', '王', 'Παπαδόπουλος'])
    assert.deepEqual(
      due(aCompletePerson({ first_name: null, last_name } as object)),
      [],
      last_name,
    );
  assert.equal(due(aCompletePerson({ middle_name: 'ቢቂላ' } as object)).length, 1);

  const representative = aRepresentative({ last_name: 'ቢቂላ' });
  const business = aBusinessCustomer({ legal_name: 'አቢሲኒያ', persons: [representative] });
  assert.deepEqual(
    due(business).map(({ code, resolve_with }) => [
      code,
      resolve_with?.path,
      resolve_with?.body?.latin_name,
    ]),
    [
      ['profile.latin_name', `customers/${business.id}`, { legal_name: null }],
      [
        `persons.${representative.id}.latin_name`,
        `persons/${representative.id}`,
        { first_name: null, last_name: null },
      ],
    ],
  );
  assert.deepEqual(
    [requiresLatinNames({}), requiresLatinNames({ LATIN_NAMES: 'required' })],
    [false, true],
  );
});

test('erasure removes it', () => {
  assert.equal(erased('customer', abebe({ latin_name: latin })).latin_name, null);
});
