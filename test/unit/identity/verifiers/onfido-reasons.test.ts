import assert from 'node:assert/strict';
import { verificationErrors } from '../../../../functions/identity/verifications/errors.ts';
import type { Report } from '../../../../functions/identity/verifiers/onfido/client.ts';
import {
  decisionOfReports,
  expiriesOf,
  reasonsOf,
} from '../../../../functions/identity/verifiers/onfido/reasons.ts';
import { aSentDocument, aSubject } from '../../../helpers/fixtures/subjects.ts';
import { describe, test } from '../../../helpers/tests.ts';

/** A report in doubt at one place of its breakdown, as Onfido nests it. */
const aReport = (name: string, place: string, over: Partial<Report> = {}): Report => {
  const doubt = { result: 'consider' };
  const [group = '', leaf] = place.split('.');
  const clear = { result: 'clear', breakdown: { other_thing: { result: 'clear' } } };
  const node = leaf
    ? {
        ...doubt,
        breakdown: { [leaf]: doubt, another: { result: 'clear' }, third: { result: null } },
      }
    : doubt;
  return {
    name,
    result: 'consider',
    sub_result: null,
    breakdown: { clear_group: clear, [group]: node },
    ...over,
  };
};

const reasonsFor = (...reports: Report[]) => {
  const result = decisionOfReports(reports, aSubject());
  return result.outcome === 'review' ? result.evidence?.reasons : result;
};

describe('a doubt of Onfido', () => {
  for (const [name, places] of Object.entries(reasonsOf))
    for (const [place, code] of Object.entries(places))
      test(`${name} ${place} is ${code}, where fraud is suspected too`, () => {
        const report = aReport(name, place, { sub_result: 'suspected' });
        assert.deepEqual(reasonsFor(report), { outcome: verificationErrors[code].leads_to, code });
      });

  for (const [place, code] of Object.entries(reasonsOf.document ?? {}).filter(
    ([, one]) => one === 'suspected_fraud',
  ))
    test(`${place} rejects nobody while Onfido suspects nothing: ${code}`, () => {
      for (const sub_result of ['caution', 'rejected', null])
        assert.deepEqual(reasonsFor(aReport('document', place, { sub_result })), [
          'unknown_reason',
        ]);
    });

  test('that is not in the table is for an operator, also beside one that is', () => {
    const unknown = aReport('document', 'data_consistency.nationality');
    assert.deepEqual(reasonsFor(unknown), ['unknown_reason']);
    const known = aReport('facial_similarity_photo', 'face_comparison.face_match');
    assert.deepEqual(reasonsFor(unknown, known)?.toString(), 'unknown_reason,selfie_mismatch');
    assert.deepEqual(
      reasonsFor(aReport('facial_similarity_photo', 'visual_authenticity.spoofing_detection')),
      ['unknown_reason'],
    );
    assert.deepEqual(reasonsFor({ name: 'document', result: 'consider' }), ['unknown_reason']);
    assert.deepEqual(reasonsFor({ name: 'known_faces', result: 'unidentified' }), [
      'unknown_reason',
    ]);
    assert.deepEqual(reasonsFor({ name: 'document', result: null }), ['unknown_reason']);
  });

  test('about a list is for an operator, never a rejection', () => {
    const listed = { name: 'watchlist_enhanced', result: 'consider' };
    const fraud = aReport('document', 'police_record', { sub_result: 'suspected' });
    assert.deepEqual(reasonsFor(listed), ['sanctions_match']);
    assert.deepEqual(reasonsFor(listed, fraud), ['sanctions_match', 'suspected_fraud']);
  });

  test('beside others counts by its code: a rejection first, then in the order of the codes', () => {
    const expired = aReport('document', 'data_validation.document_expiration', {
      sub_result: 'suspected',
    });
    const selfie = aReport('facial_similarity_photo', 'image_integrity.face_detected');
    const fraud = aReport('document', 'visual_authenticity.fonts', { sub_result: 'suspected' });
    assert.deepEqual(reasonsFor(selfie, expired), {
      outcome: 'requires_input',
      code: 'document_expired',
    });
    assert.deepEqual(reasonsFor(selfie, fraud), { outcome: 'rejected', code: 'suspected_fraud' });
  });

  test('about the first name of a person with one name is for an operator', () => {
    const result = decisionOfReports(
      [aReport('document', 'data_comparison.first_name')],
      aSubject({ first_name: null }),
    );
    assert.equal(result.outcome, 'review');
  });
});

test('an operator sees what was compared, and nothing else of a report', () => {
  const document = aReport('document', 'data_consistency.nationality', {
    properties: {
      first_name: 'ADA',
      last_name: 'KING',
      mrz_line1: 'P<GBR',
      date_of_expiry: '2031-05-31',
    },
  });
  const compared = { first_name: { result: 'clear' }, last_name: { result: null } };
  const breakdown = {
    ...document.breakdown,
    data_comparison: { result: 'clear', breakdown: compared },
  };
  const score = { face_match: { result: 'clear', properties: { score: 0.756 } } };
  const face = { face_comparison: { result: 'clear', breakdown: score } };
  const reports = [
    { ...document, breakdown },
    { name: 'facial_similarity_photo', result: 'clear', breakdown: face },
  ];
  const result = decisionOfReports(
    reports,
    aSubject({ first_name: 'Ada', last_name: 'King', date_of_birth: null }),
  );
  assert.deepEqual(result, {
    outcome: 'review',
    evidence: {
      fields: [
        { field: 'expiry_date', profile: null, document: '2031-05-31', agrees: null },
        { field: 'first_name', profile: 'Ada', document: 'ADA', agrees: true },
        { field: 'last_name', profile: 'King', document: 'KING', agrees: null },
        { field: 'date_of_birth', profile: null, document: null, agrees: null },
      ],
      similarity: 76,
      reasons: ['unknown_reason'],
    },
  });
});

test('the date of expiry is of every side of the identity document, the front first', () => {
  const card = (side: 'front' | 'back') => ({
    ...aSentDocument('national_id', { id: side, side }),
    read: async () => null,
  });
  const documents = [
    card('back'),
    card('front'),
    { ...aSentDocument('selfie'), read: async () => null },
  ];
  const dated = (date_of_expiry: unknown) =>
    expiriesOf(
      [{ name: 'document', result: 'clear', properties: { date_of_expiry } }],
      aSubject({ documents }),
    );
  const expires_on = '2031-05-31';
  assert.deepEqual(dated(expires_on), [
    { document_id: 'front', expires_on },
    { document_id: 'back', expires_on },
  ]);
  assert.deepEqual(dated(null), []);
});
