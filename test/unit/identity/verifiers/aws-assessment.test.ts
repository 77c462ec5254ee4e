import assert from 'node:assert/strict';
import type { TextLine } from '../../../../functions/core/aws/textract.ts';
import {
  assessed,
  type ComparedPerson,
  type Likeness,
} from '../../../../functions/identity/verifiers/aws/assessment.ts';
import { zoneIn } from '../../../../functions/identity/verifiers/aws/zone.ts';
import { asRead, cardZone, passportZone } from '../../../helpers/fixtures/zones.ts';
import { describe, test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const ada: ComparedPerson = {
  first_name: 'Ada',
  middle_name: null,
  last_name: 'King',
  date_of_birth: '1990-04-23',
  nationality: 'GB',
  remedied_errors: [],
};

type Seen = {
  readonly lines?: readonly TextLine[];
  readonly likeness?: Likeness;
  readonly person?: Partial<ComparedPerson>;
  readonly type?: 'passport' | 'national_id';
};
const found = ({
  lines = asRead(passportZone()),
  likeness = 98.2,
  person = {},
  type = 'passport',
}: Seen = {}) =>
  assessed({ ...ada, ...person }, { type, reading: zoneIn(lines) ?? 'no_zone', likeness }, now);

/** The outcome with its code, or with its reasons. */
const outcome = (seen: Seen) => {
  const finding = found(seen);
  if (finding.outcome === 'requires_input') return finding.code;
  assert.ok(finding.outcome === 'review' && finding.evidence);
  return [...finding.evidence.reasons];
};

describe('a document that agrees is left to an operator, who sees what was read', () => {
  for (const [name, lines] of [
    ['passport', passportZone()],
    ['identity card', cardZone()],
  ] as const)
    test(name, () => {
      const fields = [
        { field: 'expiry_date', profile: null, document: '2031-01-01', agrees: true },
        { field: 'last_name', profile: 'King', document: 'KING', agrees: true },
        { field: 'first_name', profile: 'Ada', document: 'ADA', agrees: true },
        { field: 'date_of_birth', profile: '1990-04-23', document: '1990-04-23', agrees: true },
        { field: 'nationality', profile: 'GB', document: 'GB', agrees: true },
      ];
      assert.deepEqual(found({ lines: asRead(['UNITED KINGDOM', ...lines]) }), {
        outcome: 'review',
        evidence: { fields, similarity: 98.2, reasons: [] },
      });
    });
});

test('a Latin name is compared too: it decides for a name in letters that no table has, and suffices beside another', () => {
  const latin = (first_name: string, last_name: string) => ({
    first_name,
    middle_name: null,
    last_name,
  });
  const ethiopic = { first_name: 'አዳ', last_name: 'ኪንግ' };
  assert.deepEqual(outcome({ person: { ...ethiopic, latin_name: latin('Ada', 'King') } }), []);
  assert.equal(
    outcome({ person: { ...ethiopic, latin_name: latin('Ada', 'Byron') } }),
    'name_mismatch',
  );
  assert.deepEqual(outcome({ person: { ...ethiopic, latin_name: null } }), []);
  const agrees = (person: object) => {
    const finding = found({ person });
    assert.ok(finding.outcome === 'review');
    return finding.evidence?.fields.find(({ field }) => field === 'last_name')?.agrees;
  };
  assert.equal(agrees({ ...ethiopic, latin_name: null }), null);
  assert.equal(agrees({ ...ethiopic, latin_name: latin('Ada', 'King') }), true);
  assert.equal(agrees({ last_name: 'Кинг', latin_name: latin('Ada', 'King') }), true);
});

test('the specimen of ICAO 9303 part 4 is read', () => {
  const lines = [
    'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
    'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
  ];
  const zone = zoneIn(asRead(lines));
  assert.ok(typeof zone === 'object');
  assert.deepEqual(
    [zone.last, zone.first, zone.birth_date, zone.expiry_date],
    ['ERIKSSON', 'ANNA MARIA', '740812', '120415'],
  );
});

describe('a fault that better input may fix is asked for', () => {
  const [, second = ''] = passportZone();
  const cases: Readonly<Record<string, readonly [Seen, string]>> = {
    'an expired document': [
      { lines: asRead(passportZone({ expiry: '261119' })) },
      'document_expired',
    ],
    'another name': [{ person: { last_name: 'Byron' } }, 'name_mismatch'],
    'another birth date': [{ person: { date_of_birth: '1990-04-24' } }, 'date_of_birth_mismatch'],
    'another century': [{ person: { date_of_birth: '2090-04-23' } }, 'date_of_birth_mismatch'],
    'another face': [{ likeness: 79.9 }, 'selfie_mismatch'],
    'no face on one of both': [{ likeness: 'no_face' }, 'selfie_mismatch'],
    'a wrong check digit': [
      { lines: asRead([passportZone()[0] ?? '', second.replace('900423', '900424')]) },
      'document_unreadable',
    ],
    'a reader that is not sure': [{ lines: asRead(passportZone(), 79) }, 'document_unreadable'],
    'a passport without its zone': [{ lines: asRead(['PASSPORT', 'KING']) }, 'document_unreadable'],
    'what is worst first': [
      { lines: asRead(passportZone({ expiry: '200101' })), likeness: 3 },
      'document_expired',
    ],
  };
  for (const [name, [seen, code]] of Object.entries(cases))
    test(name, () => assert.equal(outcome(seen), code));

  test('once: what comes again is left to an operator', () => {
    const person = { last_name: 'Byron', remedied_errors: ['name_mismatch'] } as const;
    assert.deepEqual(outcome({ person }), ['name_mismatch']);
    assert.equal(outcome({ person, likeness: 12 }), 'selfie_mismatch');
  });
});

describe('what nobody can fix is left to an operator', () => {
  test('another nationality: people have two', () =>
    assert.deepEqual(outcome({ person: { nationality: 'FR' } }), ['nationality_mismatch']));
  test('a card without a zone', () =>
    assert.deepEqual(outcome({ lines: asRead(['CARTA DI IDENTITA']), type: 'national_id' }), [
      'no_machine_readable_zone',
    ]));
  test('a picture that the reader does not take', () => {
    const finding = assessed(
      ada,
      { type: 'passport', reading: 'not_taken', likeness: 'not_taken' },
      now,
    );
    assert.deepEqual(finding, {
      outcome: 'review',
      evidence: { fields: [], similarity: null, reasons: ['not_accepted_by_provider'] },
    });
  });
});

describe('dates and countries are those of the zone', () => {
  const fieldOf = (name: string, printed: object, person: Partial<ComparedPerson> = {}) => {
    const finding = found({ lines: asRead(passportZone(printed)), person });
    assert.ok(finding.outcome === 'review');
    const { document, agrees } =
      finding.evidence?.fields.find(({ field }) => field === name) ?? assert.fail();
    return [document, agrees];
  };
  test('the last day counts', () =>
    assert.deepEqual(fieldOf('expiry_date', { expiry: '261120' }), ['2026-11-20', true]));
  test('a year far off is not believed', () =>
    assert.deepEqual(fieldOf('expiry_date', { expiry: '991231' }), ['2099-12-31', null]));
  test('an unknown day is not compared', () =>
    assert.deepEqual(fieldOf('date_of_birth', { birth: '9004<<' }), [null, null]));
  test('who is over a hundred', () =>
    assert.deepEqual(
      fieldOf('date_of_birth', { birth: '200423' }, { date_of_birth: '1920-04-23' }),
      ['1920-04-23', true],
    ));
  for (const [printed, nationality] of [
    ['D', 'DE'],
    ['GBD', 'GB'],
    ['RKS', 'XK'],
    ['FRA', 'FR'],
  ] as const)
    test(printed, () =>
      assert.deepEqual(fieldOf('nationality', { nationality: printed }, { nationality }), [
        nationality,
        true,
      ]),
    );
  test('who has none', () =>
    assert.deepEqual(fieldOf('nationality', { nationality: 'XXA' }), ['XXA', null]));
});

describe('a zone is found as readers read it', () => {
  const [first = '', second = ''] = passportZone();
  for (const [name, lines] of Object.entries({
    'among other lines': ['PASSPORT', '23 APR / AVR 90', first, second, 'GBR'],
    'with blanks': [first.replace('<<', ' < < '), second],
    'with quotation marks': [first.replaceAll('<<', '«'), second],
    'with too few fillers': [first.slice(0, -7), second],
    'with too many fillers': [`${first}<<`, second],
    'with a zero for an O': [first.replace('KING', 'K1NG'), second],
  }))
    test(name, () => assert.equal(typeof zoneIn(asRead(lines)), 'object'));
});
