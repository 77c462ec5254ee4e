import assert from 'node:assert/strict';
import {
  analyse,
  type DocumentAnalysis,
} from '../../../../functions/identity/verifiers/aws/analyse.ts';
import {
  adaWith,
  analysisThatReads,
  aPicture,
} from '../../../helpers/fixtures/document-analysis.ts';
import { asRead, cardZone, passportZone } from '../../../helpers/fixtures/zones.ts';
import { describe, test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const selfie = (over: object = {}) => aPicture({ type: 'selfie', ...over });

/** The requests, by the ids of documents. */
const recorded = (analysis: DocumentAnalysis) => {
  const asked: string[] = [];
  const readText: DocumentAnalysis['readText'] = (bytes) => {
    asked.push(`read ${bytes}`);
    return analysis.readText(bytes);
  };
  const compareFaces: DocumentAnalysis['compareFaces'] = (one, other) => {
    asked.push(`compare ${one} ${other}`);
    return analysis.compareFaces(one, other);
  };
  return { analysis: { readText, compareFaces }, asked };
};

const reasonsOf = async (
  ...[subject, analysis]: [Parameters<typeof analyse>[0], DocumentAnalysis?]
) => {
  const result = await analyse(subject, analysis ?? analysisThatReads(passportZone()), now);
  return result.outcome === 'review' ? result.evidence?.reasons : result;
};

describe('of a person’s documents', () => {
  test('the newest with a picture is looked at, every side, and the newest selfie', async () => {
    const { analysis, asked } = recorded(analysisThatReads(cardZone()));
    const [old, first] = [aPicture(), selfie()];
    const front = aPicture({ type: 'national_id', side: 'front' });
    const blurred = aPicture({ type: 'national_id', side: 'back' });
    const back = aPicture({ type: 'national_id', side: 'back' });
    const second = selfie();
    const proof = aPicture({ type: 'proof_of_address' });
    assert.deepEqual(
      await reasonsOf(adaWith(old, first, front, blurred, back, second, proof), analysis),
      [],
    );
    const expected = [`read ${front.id}`, `read ${back.id}`, `compare ${second.id} ${front.id}`];
    assert.deepEqual(asked.toSorted(), expected.toSorted());
  });

  for (const [name, picture, asked] of [
    ['HEIC', { content_type: 'image/heic' }, []],
    ['WebP', { content_type: 'image/webp' }, []],
    ['over 10 MB', { size_bytes: 10 * 1024 * 1024 + 1 }, []],
    ['PDF, which has no face', { content_type: 'application/pdf' }, ['read passport']],
    ['over 5 MB, too large for faces', { size_bytes: 5 * 1024 * 1024 + 1 }, ['read passport']],
    ['without bytes', { read: async () => null }, []],
  ] as const)
    test(`a document that is ${name} is left to an operator with the reason`, async () => {
      const watch = recorded(analysisThatReads(passportZone()));
      const document = aPicture({
        id: 'passport',
        read: async () => Buffer.from('passport'),
        ...picture,
      });
      assert.deepEqual(await reasonsOf(adaWith(document, selfie()), watch.analysis), [
        'not_accepted_by_provider',
      ]);
      assert.deepEqual(watch.asked, asked);
    });

  test('the date of expiry is read of every side, unless it is over or not known', async () => {
    const side = (name: 'front' | 'back') =>
      aPicture({ id: name, type: 'national_id', side: name });
    const read = async (expiry: string) => {
      const subject = {
        ...adaWith(side('front'), side('back'), selfie()),
        remedied_errors: ['document_expired'] as const,
      };
      const result = await analyse(subject, analysisThatReads(cardZone({ expiry })), now);
      return result.outcome === 'review' ? result.expiries : assert.fail(result.outcome);
    };
    const [front, back] = ['front', 'back'].map((id) => ({
      document_id: id,
      expires_on: '2031-01-01',
    }));
    assert.deepEqual(await read('310101'), [front, back]);
    for (const expiry of ['251231', '990101']) assert.equal(await read(expiry), undefined);
  });

  test('one damaged picture is asked for again', async () => {
    const analysis: DocumentAnalysis = {
      ...analysisThatReads([]),
      readText: async () => 'unreadable',
    };
    assert.deepEqual(await reasonsOf(adaWith(aPicture(), selfie()), analysis), {
      outcome: 'requires_input',
      code: 'document_unreadable',
    });
  });

  test('the side with the zone counts, whatever the other one is', async () => {
    const analysis: DocumentAnalysis = {
      ...analysisThatReads([]),
      readText: async (bytes) => (String(bytes) === 'back' ? asRead(cardZone()) : 'unreadable'),
    };
    const side = (name: 'front' | 'back') =>
      aPicture({ id: name, type: 'national_id', side: name });
    assert.deepEqual(await reasonsOf(adaWith(side('front'), side('back'), selfie()), analysis), []);
  });
});

describe('a service that does not answer', () => {
  const failing = (error: Error): DocumentAnalysis => ({
    ...analysisThatReads(passportZone()),
    compareFaces: () => Promise.reject(error),
  });
  const subject = adaWith(aPicture(), selfie());

  test('now is asked again later', async () => {
    const throttled = Object.assign(new Error('slow down'), { name: 'ThrottlingException' });
    await assert.rejects(analyse(subject, failing(throttled), now), { code: 'unavailable' });
  });

  test('because it may not is our fault', async () => {
    const denied = Object.assign(new Error('no'), { name: 'AccessDeniedException' });
    await assert.rejects(analyse(subject, failing(denied), now), denied);
  });
});
