import assert from 'node:assert/strict';
import type { IdentityProgress } from '../../../../functions/identity/features/eligibility.ts';
import { anAddress, anIndividual } from '../../../helpers/fixtures/customers.ts';
import { aDocumentReference } from '../../../helpers/fixtures/documents.ts';
import { someProgress } from '../../../helpers/fixtures/features.ts';
import { codes, found, person } from '../../../helpers/requirements.ts';
import { describe, test } from '../../../helpers/tests.ts';

const complete = anIndividual(person);

describe('the call of a requirement', () => {
  const call = (code: string, ...args: Parameters<typeof found>) =>
    found(...args).requirements.currently_due.find((requirement) => requirement.code === code);
  const { id } = complete;

  test('asks for exactly the missing members of an address', () => {
    const customer = anIndividual({ ...person, address: anAddress({ line1: 'a', country: 'GB' }) });
    assert.deepEqual(call('profile.address', customer)?.resolve_with, {
      method: 'PATCH',
      path: `customers/${id}`,
      body: { address: { city: null, postal_code: null } },
    });
  });

  test('announces a passport, and names the other government documents as alternatives', () => {
    const requirement = call('document.government_id', complete);
    const body = (type: string) => ({ type, side: 'front', content_type: null, size_bytes: null });
    assert.deepEqual(requirement?.resolve_with, {
      method: 'POST',
      path: `customers/${id}/documents`,
      body: body('passport'),
    });
    assert.deepEqual(
      requirement?.alternatives.map((alternative) => alternative.body),
      ['national_id', 'drivers_license', 'residence_permit'].map(body),
    );
  });

  test('announces the other side of a document that has come half', () => {
    const half = someProgress([aDocumentReference('national_id', 'accepted', 'front')]);
    const { resolve_with, alternatives } = call('document.government_id', complete, half) ?? {};
    assert.deepEqual(resolve_with?.body, {
      type: 'national_id',
      side: 'back',
      content_type: null,
      size_bytes: null,
    });
    assert.deepEqual(alternatives, []);
  });

  test('reads a document that awaits its upload: the answer holds the link', () => {
    const awaited = aDocumentReference('passport', 'awaiting_upload');
    assert.deepEqual(
      call('document.government_id', complete, someProgress([awaited]))?.resolve_with,
      {
        method: 'GET',
        path: `documents/${awaited.id}`,
        body: null,
      },
    );
  });

  test('asks again for what was rejected or came too late', () => {
    const refused = someProgress([
      aDocumentReference('passport', 'rejected'),
      aDocumentReference('selfie', 'expired'),
    ]);
    assert.equal(call('document.government_id', complete, refused)?.resolve_with?.method, 'POST');
    assert.equal(call('document.selfie', complete, refused)?.resolve_with?.method, 'POST');
  });

  test('begins a verification with what was accepted, names what it does not name, then submits it', () => {
    const documentReferences = [aDocumentReference('passport'), aDocumentReference('selfie')];
    const document_ids = documentReferences.map((paper) => paper.id);
    const step = (progress: IdentityProgress) =>
      call('verification.standard', complete, progress)?.resolve_with;
    const level = 'standard';
    assert.deepEqual(step(someProgress(documentReferences)), {
      method: 'POST',
      path: `customers/${id}/verifications`,
      body: { level, document_ids },
    });
    assert.deepEqual(step(someProgress(documentReferences, {})), {
      method: 'PATCH',
      path: 'verifications/idv_1',
      body: { document_ids },
    });
    assert.deepEqual(step(someProgress(documentReferences, { named: documentReferences })), {
      method: 'POST',
      path: 'verifications/idv_1/submit',
      body: null,
    });
  });

  test('names without what was rejected', () => {
    const [refused, passport, selfie] = [
      aDocumentReference('passport', 'rejected'),
      aDocumentReference('passport'),
      aDocumentReference('selfie'),
    ];
    const progress = someProgress([refused, passport, selfie], { named: [refused, selfie] });
    const body = { document_ids: [selfie.id, passport.id] };
    assert.deepEqual(call('verification.standard', complete, progress)?.resolve_with?.body, body);
  });
});

describe('what waits on us is pending and has no call', () => {
  const documentReferences = [aDocumentReference('passport'), aDocumentReference('selfie')];
  const pending = (progress: IdentityProgress) => found(complete, progress).requirements;

  for (const status of ['processing', 'verified', 'rejected', 'canceled'] as const)
    test(`a verification that is ${status} while its customer is as it was before`, () => {
      const { currently_due, pending_verification } = pending(
        someProgress(documentReferences, { named: documentReferences, status }),
      );
      assert.deepEqual(currently_due, []);
      assert.deepEqual(
        pending_verification.map(({ code, resolve_with }) => [code, resolve_with]),
        [['verification.standard', null]],
      );
    });

  test('a document that is being looked at; meanwhile nothing can be submitted', () => {
    const looked = aDocumentReference('selfie', 'processing');
    const named = [documentReferences[0] as (typeof documentReferences)[0], looked];
    assert.deepEqual(codes(complete, someProgress(named, { named })), [
      [],
      ['document.selfie', 'verification.standard'],
    ]);
  });
});
