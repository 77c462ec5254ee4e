import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { Document } from '../../functions/identity/documents/model.ts';
import { atProvider } from '../../functions/identity/verifications/checks.ts';
import { chosenVerifier, forgetCheck } from '../../functions/identity/verifiers/chosen.ts';
import { forcedOutcome } from '../../functions/identity/verifiers/onfido/onfido.ts';
import type { Subject } from '../../functions/identity/verifiers/verifier.ts';
import { deciding, type Given, inMinutes } from '../helpers/deciding.ts';
import { anAddress } from '../helpers/fixtures/customers.ts';
import { aSentDocument, aSubject, identityDocuments } from '../helpers/fixtures/subjects.ts';
import { identityVerifierContract } from '../helpers/identity-verifier-contract.ts';
import { secretNames, sharedOnfido } from './stand-in.ts';

const onfido = await sharedOnfido();
const verifier = chosenVerifier('onfido');
beforeEach(() => onfido.clear());

const world = (over: Given = {}) =>
  deciding({ documents: identityDocuments(), read: () => Buffer.from('abc'), ...over });

const documents = ['passport', 'selfie'].map((type) => ({
  ...aSentDocument(type as Document['type']),
  read: async () => Buffer.from('abc'),
}));

identityVerifierContract('Onfido', () => ({
  verifier: {
    ...verifier,
    look: (reference: string, subject: Subject) =>
      verifier.look(reference, { ...subject, documents }),
  },
  stored: onfido.stored,
  started: (reference) =>
    onfido.checks.filter(({ applicant_id }) => applicant_id === reference).length,
}));

describe('a verification at Onfido', () => {
  test('is one subject, its files and one check with our ids, which decides when it is complete', async () => {
    const { run, stored, customer } = world();
    await run(verifier);
    const { id, tenant_id } = stored();
    assert.deepEqual(
      [stored().status, onfido.applicants.length, onfido.live_photos.length],
      ['processing', 1, 1],
    );
    assert.deepEqual(
      onfido.documents.map(({ type, bytes }) => [type, bytes]),
      [['passport', 3]],
    );
    const [check] = onfido.checks;
    assert.deepEqual(check?.report_names, ['document', 'facial_similarity_photo']);
    assert.deepEqual(
      [check?.tags, check?.document_ids],
      [[tenant_id, id, customer.id], onfido.documents.map((one) => one.id)],
    );
    const [applicant] = onfido.applicants;
    assert.equal(applicant?.dob, (customer as { date_of_birth?: string }).date_of_birth);
    onfido.finish('clear');
    await run(verifier, inMinutes(1));
    assert.deepEqual([stored().status, onfido.checks.length], ['verified', 1]);
  });

  for (const [ours, country] of [
    ['GB', 'GBR'],
    ['XK', 'RKS'],
  ] as const)
    test(`has the address by the names that Onfido has for countries: ${country}`, async () => {
      await world({
        customer: { address: anAddress({ line1: '1 Square', city: 'Town', country: ours }) },
      }).run(verifier);
      assert.deepEqual(onfido.applicants[0]?.address, {
        country,
        line1: '1 Square',
        town: 'Town',
        postcode: '-',
      });
    });

  test('of an address has the document that proves it, and a report about it', async () => {
    const { run } = world({
      level: 'enhanced',
      documents: [...identityDocuments(), aSentDocument('proof_of_address')],
    });
    await run(verifier);
    assert.ok(onfido.checks[0]?.report_names.includes('proof_of_address'));
    assert.equal(onfido.checks[0]?.document_ids.length, 2);
  });

  test('is asked for again with a new subject after better input, and with the newest document', async () => {
    onfido.decide([{ name: 'document', result: 'consider', breakdown: expired }]);
    const [passport, selfie] = identityDocuments();
    const { run, stored, change } = world({
      documents: [passport, selfie, aSentDocument('passport')] as Document[],
    });
    await run(verifier);
    await run(verifier, inMinutes(1));
    assert.equal(stored().last_error?.code, 'document_expired');
    assert.equal(onfido.documents.length, 1, 'the older passport is not sent');
    onfido.decide('clear');
    change({
      status: 'processing',
      submitted_at: '2026-11-21T15:00:00.000Z',
      scheduled_at: '2026-11-21T15:00:00.000Z',
    });
    await run(verifier);
    await run(verifier, inMinutes(1));
    assert.deepEqual(
      [stored().status, onfido.applicants.length, onfido.checks.length],
      ['verified', 2, 2],
    );
  });
});

const expired = {
  data_validation: {
    result: 'consider',
    breakdown: { document_expiration: { result: 'consider' } },
  },
};

describe('one subject, one document, one check', () => {
  test('wherever a worker dies', async () => {
    onfido.decide('clear');
    const fetching = globalThis.fetch;
    const killable = async (
      around: (when: 'before' | 'after') => void,
      work: () => Promise<unknown>,
    ) => {
      globalThis.fetch = async (...asked) => {
        around('before');
        const answer = await fetching(...asked);
        around('after');
        return answer;
      };
      await work().finally(() => {
        globalThis.fetch = fetching;
      });
    };
    const whole = world();
    await killable(whole.around, () => whole.run(verifier));
    const calls = whole.calls();
    assert.ok(calls > 14, `${calls}`);
    for (const when of ['before', 'after'] as const)
      for (let at = 1; at <= calls; at++) {
        onfido.clear();
        onfido.decide('clear');
        const { run, stored, around } = world();
        await killable(around, () => run(verifier, new Date(), { at, when }));
        await run(verifier, inMinutes(2));
        await run(verifier, inMinutes(8));
        assert.equal(stored().status, 'verified', `${when} call ${at}`);
        assert.deepEqual(
          [onfido.applicants, onfido.documents, onfido.live_photos, onfido.checks].map(
            ({ length }) => length,
          ),
          [1, 1, 1, 1],
          `${when} call ${at}`,
        );
      }
  });

  for (const effect of ['lost', 'answer_lost', 'failed', 'too_many'] as const)
    for (const on of [
      'POST /applicants',
      'PUT /applicants',
      'POST /documents',
      'POST /live_photos',
      'POST /checks',
    ])
      test(`where ${on} is ${effect}`, async () => {
        const { run, stored } = world();
        onfido.decide('clear');
        onfido.fail({ on, effect });
        for (const minutes of [0, 1, 6, 36]) await run(verifier, inMinutes(minutes));
        assert.equal(stored().status, 'verified');
        assert.deepEqual(
          [onfido.applicants, onfido.documents, onfido.live_photos, onfido.checks].map(
            ({ length }) => length,
          ),
          [1, 1, 1, 1],
        );
      });
});

describe('in the sandbox', () => {
  for (const [last_name, status, code] of [
    ['Document Unreadable', 'requires_input', 'document_unreadable'],
    ['Name Mismatch', 'requires_input', 'name_mismatch'],
    ['Suspected Fraud', 'rejected', 'suspected_fraud'],
    ['Selfie Mismatch', 'requires_input', 'selfie_mismatch'],
    ['Address Mismatch', 'requires_input', 'address_mismatch'],
  ] as const)
    test(`the last name ${last_name} has Onfido find so, once`, async () => {
      const documents = [...identityDocuments(), aSentDocument('proof_of_address')];
      const { run, stored, change } = world({
        level: 'enhanced',
        customer: { last_name },
        documents,
      });
      onfido.decide('clear');
      await run(verifier);
      await run(verifier, inMinutes(1));
      assert.deepEqual([stored().status, stored().last_error?.code], [status, code]);
      if (status === 'rejected') return;
      const submitted_at = '2026-11-21T15:00:00.000Z';
      change({
        status: 'processing',
        submitted_at,
        scheduled_at: submitted_at,
        remedied_errors: [code],
      });
      await run(verifier);
      await run(verifier, inMinutes(1));
      assert.equal(stored().status, 'verified');
    });

  test('another name forces nothing, nor a report that is not asked for', () => {
    for (const last_name of ['King', 'Address Mismatch', 'Sanctions Match', null])
      assert.deepEqual(
        forcedOutcome({ last_name, remedied_errors: [] }, ['document', 'facial_similarity_photo']),
        {},
      );
    const reports = ['document', 'watchlist_standard'];
    assert.deepEqual(
      forcedOutcome({ last_name: 'sanctions match', remedied_errors: [] }, reports),
      {
        consider: ['watchlist_standard'],
      },
    );
  });

  test('alone: in live a name forces nothing', async (t) => {
    Object.assign(process.env, {
      ENVIRONMENT: 'live',
      ONFIDO_API_TOKEN_SECRET: secretNames.live_token,
    });
    t.after(() =>
      Object.assign(process.env, {
        ENVIRONMENT: 'sandbox',
        ONFIDO_API_TOKEN_SECRET: secretNames.token,
      }),
    );
    await world({ customer: { last_name: 'Suspected Fraud' } }).run(verifier);
    const made = onfido.exchanges.find(
      ({ method, url }) => method === 'POST' && url.pathname === '/checks',
    );
    assert.deepEqual(Object.keys(made?.sent ?? {}), [
      'applicant_id',
      'report_names',
      'document_ids',
      'tags',
    ]);
  });
});

describe('what Onfido does not take', () => {
  const sent = [
    ['passport', { content_type: 'image/webp' }, 'document_type_not_supported'],
    ['passport', { size_bytes: 10_000_001 }, 'document_type_not_supported'],
    ['selfie', { content_type: 'image/webp' }, 'selfie_mismatch'],
    ['passport', { inspected: null }, 'document_unreadable'],
  ] as const;
  for (const [type, over, code] of sent)
    test(`asks for something better: ${type} ${JSON.stringify(over)}`, async () => {
      const all = identityDocuments().map((one) =>
        one.type === type ? { ...one, ...over } : one,
      ) as Document[];
      const { run, stored } = world({ documents: all });
      await run(verifier);
      assert.deepEqual([stored().last_error?.code, onfido.checks.length], [code, 0]);
    });

  test('is for an operator where nothing that the customer sends would help', async () => {
    const { run, stored } = world({ customer: { last_name: 'King$' } });
    await run(verifier);
    assert.deepEqual(
      [stored().reviewing, stored().checks[0]?.evidence?.reasons],
      [true, ['not_accepted_by_provider']],
    );
  });
});

describe('a redaction', () => {
  test('leaves nothing of the person, also of a check that was being started, and is repeated until Onfido answers', async () => {
    const { run, stored } = world();
    await run(verifier);
    const [check] = stored().checks;
    assert.ok(check);
    await verifier.begin(
      { ...atProvider(stored().id, check), key: 'idv_2/cus_2/at', reference: null },
      aSubject(),
    );
    onfido.fail(
      { on: 'DELETE', effect: 'failed' },
      { on: 'DELETE', effect: 'failed' },
      { on: 'DELETE', effect: 'failed' },
    );
    await assert.rejects(forgetCheck(stored().id, check), { code: 'unavailable' });
    await forgetCheck(stored().id, check);
    await forgetCheck('idv_2', {
      ...check,
      subject_id: 'cus_2',
      submission: 'at',
      reference: null,
    });
    assert.deepEqual(
      [onfido.applicants, onfido.documents, onfido.live_photos, onfido.checks],
      [[], [], [], []],
    );
  });
});
