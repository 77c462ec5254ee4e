import assert from 'node:assert/strict';
import type { Entry } from '../../../../functions/identity/screeners/lists/entry.ts';
import { searchIn } from '../../../../functions/identity/screeners/lists/search.ts';
import {
  listed_score_min,
  type ScreeningSubject,
} from '../../../../functions/identity/screeners/screener.ts';
import { test } from '../../../helpers/tests.ts';

type Type = ScreeningSubject['type'];

/** The score of a subject with this name where a list has the other one; undefined where it is clear. */
const scoreOf = (
  listed: string,
  name: string,
  type: Type,
  birth: { readonly listed?: string; readonly own?: string } = {},
): number | undefined => {
  const births = birth.listed ? [birth.listed] : [];
  const entry: Entry = { list: 'ofac', id: '1', type, names: [listed], births, countries: [] };
  const subject = {
    id: 's',
    type,
    names: [name],
    nationality: null,
    country: null,
    birth_date: birth.own ?? null,
  };
  return searchIn([entry])(subject, listed_score_min)[0]?.score;
};

/** A listed name, and names of subjects apart. */
type Row = readonly [listed: string, ...names: readonly string[]];

const namesOf = (rows: readonly Row[]) =>
  rows.flatMap(([listed, ...names]) => names.map((name) => ({ listed, name })));

const found = (type: Type, rows: readonly Row[]) => {
  const missed = namesOf(rows).filter(
    ({ listed, name }) => scoreOf(listed, name, type) === undefined,
  );
  assert.deepEqual(missed, []);
};
const clear = (type: Type, rows: readonly Row[]) => {
  const matched = namesOf(rows).filter(
    ({ listed, name }) => scoreOf(listed, name, type) !== undefined,
  );
  assert.deepEqual(matched, []);
};

test('a company is found whatever its legal form, short or in full, in front or behind, in its own language or in English', () => {
  found('organization', [
    [
      'MAHAN AIR',
      ...[
        'Mahan Air Private Limited',
        'Mahan Air Aktiengesellschaft',
        'Mahan Air Sp. z o.o.',
        'The Mahan Air Company',
      ],
      ...[
        'Mahan Air UG (haftungsbeschränkt)',
        'Mahan Air GmbH & Co. KG',
        'Mahan Air S.à r.l.',
        'PT Mahan Air Tbk',
      ],
      ...[
        'Mahan Air Sociedad Anónima',
        'Mahan Air Sdn. Bhd.',
        'Mahan Air Pvt. Ltd.',
        'Open Joint Stock Company Mahan Air',
      ],
      ...[
        'OOO Mahan Air',
        'Mahan Air Osakeyhtiö',
        'Mahan Air Korlátolt Felelősségű Társaság',
        'Mahan Air spol. s r.o.',
        'MAHAN AIR Co., Ltd.',
      ],
      ...[
        'Mahan Air Besloten Vennootschap',
        'Mahan Air Limited Liability Company',
        'Mahan Air A/S',
        'Mahan Air d.o.o.',
      ],
      ...[
        'Mahan Air Anonim Şirketi',
        'Mahan Air S.p.A.',
        'Mahan Air Kabushiki Kaisha',
        'Aktiebolaget Mahan Air',
      ],
    ],
    ['GAZPROM', 'ПАО Газпром', 'Общество с ограниченной ответственностью Газпром', 'Gazprom JSC'],
    ['A.B.C. TRADING GMBH', 'ABC Trading', 'A B C Trading Ltd', 'A. B. C. Trading'],
    ['QORVATH STIFTUNG', 'Qorvath Stiftung & Co. KG'],
    // Short forms in front of a short name, and forms that follow each other.
    [
      'QORVO',
      'AB Qorvo',
      'AO Qorvo',
      'AS Qorvo',
      'PT Qorvo',
      'Qorvo Sp. z o.o. Sp. k.',
      'Qorvo e.V. GmbH',
    ],
    ['QORVATH', 'Qorvath d.o.o. A/S', 'Qorvath Sdn. Bhd. Pvt. Ltd.'],
  ]);
  clear('organization', [
    [
      'MAHAN AIR',
      'Mahon Fair Ltd',
      'Air GmbH',
      'Mahan GmbH',
      'Mahan Bank AG',
      'Air Limited',
      'Aktiengesellschaft',
    ],
    [
      'A.B.C. TRADING GMBH',
      'Trading GmbH',
      'X.Y.Z. Trading GmbH',
      'ABC GmbH & Co. KG Logistik Hamburg',
    ],
    ['WESTMINSTER MANAGEMENT COMPANY', 'Management Company', 'Management Ltd'],
    ['HARBOUR BANK', 'Meridian Bank', 'Harbour Trust', 'Harbour Foundation'],
  ]);
});

test('titles, suffixes, particles and initials of a person say nothing', () => {
  found('person', [
    [
      'Vladimir Vladimirovich PUTIN',
      ...[
        'Dr. Vladimir Putin',
        'Vladimir Putin Jr.',
        'Vladimir Poutine',
        'Prof. Dr. Vladimir V. Putin',
        'Mr Vladimir Putin',
      ],
      ...[
        'General Vladimir Putin',
        'Vladimir Putin III',
        'PUTIN Vladimir',
        'Vladimir Putin, PhD',
        'Herr Vladimir Putin',
      ],
      ...['Wladimir Putin', 'Vladímir Putin', 'V l a d i m i r Putin', 'Vladimir V. Putin'],
    ],
    [
      'Elian KORWATH',
      'Elian von Korwath',
      'Elian de Korwath',
      'Sheikh Elian al-Korwath',
      'Elian bin Korwath',
    ],
    ['Jean-Claude KORWATH', 'J.-C. Korwath', 'J. C. Korwath', 'Jean Claude Korwath'],
    ['Ben KORWATH', 'Ben Korwath', 'Ben Korwat'],
  ]);
  clear('person', [
    ['Elian KORWATH', 'Dr. Elian Smith', 'Elian Jr.', 'von Elian', 'Sir Korwath Jones'],
    ['Viktor PETROVICH', 'Viktor Petrov'],
  ]);
});

test('names that languages romanize differently are found', () => {
  found('person', [
    [
      'Omar ABD AL-RAHMAN',
      'Omar Abdulrahman',
      'Omar Abdel Rahman',
      'Umar Abdurrahman',
      'Omar Abd-ul-Rahman',
    ],
    [
      'Muammar QADHAFI',
      'Muammar al-Gaddafi',
      'Moammar Gadhafi',
      'Mu’ammar al-Qaddafi',
      'Mouammar Kadhafi',
    ],
    [
      'Sergei CHEMEZOV',
      'Sergei Tschemesow',
      'Sergueï Tchemezov',
      'Siergiej Czemiezow',
      'Sergey Chemezov',
    ],
    [
      'Yuri KOVALCHUK',
      'Iurii Kovalchuk',
      'Juri Kowaltschuk',
      'Youri Kovaltchouk',
      'Jurij Kowalczuk',
      'Юрий Ковальчук',
    ],
    ['Bashar AL-ASSAD', 'Bachar el-Assad', 'Baschar al-Assad', 'Bashar Assad'],
    ['Hasan NASRALLAH', 'Hassan Nasrullah', 'Hasan Nasr Allah', 'Hassan Nasrallah'],
    ['Usama BIN LADIN', 'Osama bin Laden', 'Oussama Ben Laden'],
    ['Salah AL-DIN', 'Salahuddin', 'Salah ad-Din'],
    ['Abd AL-NUR', 'Abdun Nur', 'Abdel Nur', 'Abdul-Nur'],
    ['Boris NEMTSOV', 'Boris Nemzow', 'Борис Немцов', 'Borís Nemtsov'],
    [
      'Aleksandr SHCHERBAKOV',
      'Alexander Schtscherbakow',
      'Александр Щербаков',
      'Alexandre Chtcherbakov',
    ],
  ]);
  clear('person', [
    ['Sergei CHEMEZOV', 'Sergei Shoigu', 'Sergio Gomez', 'Sergei Simonov'],
    ['Muammar QADHAFI', 'Muammar Hadid', 'Ammar Gadot'],
    ['Yuri KOVALCHUK', 'Yuri Gagarin', 'Maria Kovalchuk'],
  ]);
});

test('a middle name that the list does not have costs nothing with the same birth date alone', () => {
  const listed = 'Vladimir ZHIRINOV';
  const same = { listed: '1960-05-01', own: '1960-05-01' };
  for (const name of [
    'Vladimir Alexander Zhirinov',
    'Vladimir Alexander Maria Zhirinov',
    'Wladimir A. Schirinow',
  ])
    assert.ok(scoreOf(listed, name, 'person', same), name);
  for (const birth of [
    { listed: '1960', own: '1960-05-01' },
    { listed: '1960-05-02', own: '1960-05-01' },
    {},
  ])
    assert.equal(
      scoreOf(listed, 'Vladimir Alexander Zhirinov', 'person', birth),
      undefined,
      JSON.stringify(birth),
    );
  for (const name of ['Vladimir Zhirinov Alexander', 'Alexander Vladimir Petrov'])
    assert.equal(scoreOf(listed, name, 'person', same), undefined, name);
});

test('a score that rounds to the least one is one', () => {
  assert.equal(scoreOf('Vladimir ZHIRINOV', 'V l a d i m i r Zhirinov', 'person'), 1);
  const entry: Entry = {
    list: 'ofac',
    id: '1',
    type: 'person',
    names: ['Elian KORWATH'],
    births: [],
    countries: [],
  };
  const subject = {
    id: 's',
    type: 'person',
    names: ['Ellan Korwat'],
    nationality: null,
    country: null,
    birth_date: null,
  } as const;
  const [match] = searchIn([entry])(subject, 0.5);
  assert.ok(match && match.score < 1);
  assert.equal(match.score, Math.round(match.score * 1000) / 1000);
  assert.equal(searchIn([entry])(subject, match.score)[0]?.score, match.score);
});
