import assert from 'node:assert/strict';
import { test } from '../../test/helpers/tests.ts';
import { requiredPerson, requirementLink, requirementText } from '../src/api/requirements.ts';

test('a requirement is named in words; after a decision it is the message that the customer sees', () => {
  const named = { code: 'profile.date_of_birth', description: 'The date of birth.' };
  assert.equal(requirementText(named), 'Date of birth');
  const ofPerson = {
    code: 'persons.prs_01jd5fq7k9e8xv3m2n4p6r8t0w.document.selfie',
    description: 'A picture.',
  };
  assert.equal(requirementText(ofPerson), 'Selfie');
  assert.equal(requiredPerson(ofPerson.code), 'prs_01jd5fq7k9e8xv3m2n4p6r8t0w');
  assert.equal(requiredPerson('persons.owners_declared'), undefined);
  const decided = {
    ...named,
    description: 'The document shows an age below the minimum. Check the date of birth.',
  };
  assert.equal(requirementText(decided), decided.description);
  assert.equal(
    requirementText({ code: 'mandate', description: 'The mandate is signed.' }),
    'Missing: The mandate is signed.',
  );
});

const cases: readonly (readonly [string, Parameters<typeof requirementLink>[0], string | null])[] =
  [
    [
      'a field of the profile',
      { method: 'PATCH', path: 'customers/cus_1', body: { date_of_birth: null } },
      '/customers/cus_1/edit?fields=date_of_birth',
    ],
    [
      'fields within the profile',
      { method: 'PATCH', path: 'customers/cus_1', body: { address: { city: null, line1: null } } },
      '/customers/cus_1/edit?fields=address.city%2Caddress.line1',
    ],
    [
      'owners to declare',
      { method: 'PATCH', path: 'customers/cus_1', body: { owners_declared: true } },
      '/customers/cus_1/persons',
    ],
    [
      'a person',
      {
        method: 'POST',
        path: 'customers/cus_1/persons',
        body: { roles: ['controller'], last_name: null },
      },
      '/customers/cus_1/persons/new?role=controller',
    ],
    [
      'a field of a person',
      { method: 'PATCH', path: 'persons/prs_1', body: { nationality: null } },
      '/persons/prs_1?fields=nationality',
    ],
    [
      'a document',
      {
        method: 'POST',
        path: 'customers/cus_1/documents',
        body: { type: 'national_id', side: 'back', size_bytes: null },
      },
      '/customers/cus_1/documents/new?type=national_id&side=back',
    ],
    [
      'an upload that is awaited',
      { method: 'GET', path: 'documents/doc_1', body: null },
      '/documents/doc_1',
    ],
    [
      'a verification',
      {
        method: 'POST',
        path: 'customers/cus_1/verifications',
        body: { level: 'enhanced', document_ids: [] },
      },
      '/customers/cus_1/verifications?begin=enhanced',
    ],
    [
      'the documents of a verification',
      { method: 'PATCH', path: 'verifications/idv_1', body: { document_ids: ['doc_1'] } },
      '/verifications/idv_1',
    ],
    [
      'a submission',
      { method: 'POST', path: 'verifications/idv_1/submit', body: {} },
      '/verifications/idv_1',
    ],
    [
      'a feature',
      { method: 'POST', path: 'customers/cus_1/features/virtual_cards/activate', body: {} },
      '/customers/cus_1/features?feature=virtual_cards',
    ],
    [
      'a suspended customer',
      { method: 'POST', path: 'customers/cus_1/reactivate', body: {} },
      '/customers/cus_1',
    ],
    ['a call of a later version', { method: 'POST', path: 'mandates', body: {} }, null],
  ];

for (const [what, call, link] of cases)
  test(`${what} leads to ${link ?? 'no page'}`, () => {
    assert.equal(requirementLink(call), link);
  });
