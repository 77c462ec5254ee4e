import assert from 'node:assert/strict';
import { addressesOf, identityOf } from '../../../../functions/identity/customers/model.ts';
import { announceDocument } from '../../../../functions/identity/documents/model.ts';
import { subjectsOf } from '../../../../functions/identity/verifications/subjects.ts';
import { durations } from '../../../helpers/durations.ts';
import {
  aBusinessCustomer,
  anAddress,
  aPerson,
  aRepresentative,
} from '../../../helpers/fixtures/customers.ts';
import { aStoredVerification } from '../../../helpers/fixtures/verifications.ts';
import { test } from '../../../helpers/tests.ts';

const home = anAddress({ city: 'Paris' });
const customer = aBusinessCustomer({
  address: anAddress({ city: 'London' }),
  persons: [
    aPerson({ id: 'prs_1', roles: ['controller'], last_name: 'Byron', address: home }),
    aPerson({ id: 'prs_2', last_name: 'Director' }),
    aRepresentative({ id: 'prs_3' }),
  ],
});
const documents = ['prs_1', 'prs_3', null].map((person_id) => {
  const body = { type: 'passport', content_type: 'image/jpeg', size_bytes: 1, person_id } as const;
  const { tenant_id, id: customer_id } = customer;
  const ids = { id: `doc_${person_id}`, tenant_id, customer_id };
  const announced = announceDocument(body, { ...ids, now: new Date(), durations }).after;
  return { ...announced, status: 'accepted' as const };
});

const subjects = (level: 'standard' | 'enhanced', decides: 'persons' | 'customers') => {
  const stated = { identity: identityOf(customer), addresses: addressesOf(customer) };
  const verification = aStoredVerification({
    level,
    ...stated,
    submitted_at: '2026-11-20T15:04:05.123Z',
  });
  const read = { verification, customer, documents, documentReferences: { named: [], others: [] } };
  return subjectsOf(read, decides, async () => null).map(
    ({ id, last_name, address, documents }) => [
      ...[id, last_name, address?.city],
      documents.map((document) => document.id).join(' '),
    ],
  );
};

test('of a business each person who proves an identity at the level is checked, with the own documents', () => {
  assert.deepEqual(subjects('standard', 'persons'), [['prs_3', 'King', 'London', 'doc_prs_3']]);
  assert.deepEqual(subjects('enhanced', 'persons'), [
    ['prs_3', 'King', 'London', 'doc_prs_3'],
    ['prs_1', 'Byron', 'Paris', 'doc_prs_1'],
  ]);
});

test('who decides over customers gets the business as one, by the names of its representative and the newest passport', () => {
  assert.deepEqual(subjects('enhanced', 'customers'), [
    [customer.id, 'King', 'London', 'doc_prs_3'],
  ]);
});
