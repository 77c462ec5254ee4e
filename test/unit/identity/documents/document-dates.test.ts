import assert from 'node:assert/strict';
import {
  approvedExpiries,
  expiriesRead,
} from '../../../../functions/identity/verifications/expiry.ts';
import { aDocumentReference } from '../../../helpers/fixtures/documents.ts';
import { aStoredVerification } from '../../../helpers/fixtures/verifications.ts';
import { test } from '../../../helpers/tests.ts';

test('an operator states dates of accepted documents of the verification, once each and not in the past', () => {
  const [passport, selfie] = [
    aDocumentReference('passport'),
    aDocumentReference('selfie', 'expired'),
  ];
  const documentReferences = { named: [passport, selfie], others: [] };
  const verification = aStoredVerification();
  const now = new Date('2026-06-30T23:59:59.999Z');
  const dated = (id: string, expires_on = '2026-06-30') => ({ document_id: id, expires_on });
  const stated = [dated(passport.id)];
  assert.deepEqual(approvedExpiries(stated, { documentReferences, verification }, now), stated);
  const wrong = [
    dated(passport.id, '2026-06-29'),
    dated(passport.id),
    dated(selfie.id),
    dated('doc_1'),
  ];
  assert.throws(
    () => approvedExpiries(wrong, { documentReferences, verification }, now),
    ({ details }: { details: { errors: { pointer: string; code: string }[] } }) => {
      assert.deepEqual(
        details.errors.map(({ pointer, code }) => `${pointer} ${code}`),
        [
          '/documents/0/expires_on too_small',
          ...[1, 2, 3].map((position) => `/documents/${position}/document_id invalid_value`),
        ],
      );
      return true;
    },
  );
});

test('of the dates that checks have read those count that are dates, not over, and of documents that the operator states none of', () => {
  const now = new Date('2026-06-30T23:59:59.999Z');
  const dated = (document_id: string, expires_on = '2031-06-30') => ({ document_id, expires_on });
  const wrong = ['2026-06-29', '2031-02-30', '2031-13-01', '310630', '2031-06-30T00:00:00Z'].map(
    (on) => dated('w', on),
  );
  const many = Array.from({ length: 12 }, (_, nth) => ({
    expiries: [dated(`front ${nth}`), dated(`back ${nth}`)],
  }));
  assert.deepEqual(
    expiriesRead([{ expiries: wrong }, { expiries: [dated('a', '2026-06-30')] }], now),
    [dated('a', '2026-06-30')],
  );
  assert.deepEqual(
    expiriesRead(many, now).map(({ document_id }) => document_id),
    Array.from({ length: 10 }, (_, nth) => `front ${nth}`),
  );
  const passport = aDocumentReference('passport');
  const [stated, read] = [[dated(passport.id, '2030-01-01')], [dated(passport.id), dated('other')]];
  const submitted_at = '2026-06-01T00:00:00.000Z';
  const check = (submission: string, expiries: typeof read) => ({
    subject_id: 'cus_1',
    submission,
    provider: 'aws',
    reference: 'r',
    started_at: submission,
    evidence: null,
    latin_name: null,
    expiries,
  });
  const checks = [check('2026-05-01T00:00:00.000Z', [dated('earlier')]), check(submitted_at, read)];
  const verification = aStoredVerification({ submitted_at, checks });
  const documentReferences = { named: [passport], others: [] };
  assert.deepEqual(approvedExpiries(stated, { documentReferences, verification }, now), [
    ...stated,
    dated('other'),
  ]);
});
