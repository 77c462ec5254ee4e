import assert from 'node:assert/strict';
import { searchedName } from '../../../../functions/identity/customers/names.ts';
import { aCompany, aPerson, searchIn } from '../../../helpers/searching-names.ts';
import { test } from '../../../helpers/tests.ts';

type Case = readonly [stored: string, sought: string];

/** Cases as `stored sought`. */
const pairs = (...both: readonly string[]): readonly Case[] =>
  both.map((one) => one.split(' ') as unknown as Case);

const others = [aPerson('Bo', 'Zed'), aCompany('Unrelated')];

/** The stored name is a company’s, one word or more. */
const spellings: Readonly<Record<string, readonly Case[]>> = {
  Latin: pairs(
    'Mueller Müller',
    'Müller Mueller',
    'Müller Muller',
    'Müller MÜLLER',
    'Goethe Göthe',
    'Göthe Goethe',
    'Groß Gross',
    'Gross Groß',
    'Ågård Aagaard',
    'Aagaard Ågård',
    'Sørensen Soerensen',
    'Soerensen Sørensen',
    'Sørensen Sorensen',
    'Kærlig Kaerlig',
    'Bäcker Baecker',
    'Baecker Bäcker',
    'Malmö Malmoe',
    'Malmoe Malmö',
    'Łódź Lodz',
    'Œuvre Oeuvre',
    'Çelik Celik',
    'Öster Oester',
    'Oester Öster',
    'Joe joe',
    'Samuel samue',
    'Nguyễn nguyen',
  ),
  Arabic: [
    ['علي رضا', 'علیرضا'],
    ['أحمد', 'احمد'],
    ['احمد', 'أحمد'],
    ['إبراهيم', 'ابراهیم'],
    ['آمنة', 'امنه'],
    ['مُحَمَّد', 'محمد'],
    ['محـــمد', 'محمد'],
    ['محمد', 'محـــمد'],
    ['كريم', 'کریم'],
    ['مصطفى', 'مصطفی'],
    ['شركة ١٢٣', '123'],
  ],
  Persian: [
    ['رئیسی', 'رئيسي'],
    ['علی\u200cرضا', 'علي رضا'],
    ['علی\u200cرضا', 'علیرضا'],
    ['کریمی', 'كريمي'],
    ['یاسر', 'ياسر'],
    ['کاظمی', 'كاظمي'],
    ['فاطمه', 'فاطمة'],
    ['آرش', 'ارش'],
    ['موسوی', 'موسوي'],
    ['شماره ۴۵۶', '456'],
    ['شماره ۴۵۶', '٤٥٦'],
  ],
  Han: pairs(
    '欧阳小明 小明',
    '欧阳小明 欧阳',
    '海康威视 康威',
    '王小明 王小明',
    '李娜 李',
    '腾讯控股 控股',
    '華為技術 技術',
    '東京電力 電力',
    '中国银行 银行',
    '司马相如 司马',
  ),
  Kana: pairs(
    'たなか たな',
    'タナカ タナ',
    'ﾀﾅｶ タナカ',
    'タナカ ﾀﾅｶ',
    'スズキ ズキ',
    'トヨタ トヨタ',
    'パナソニック ソニック',
    'さくら さくら',
    'ソニー ソニー',
    'がく かく',
  ),
  Hangul: pairs(
    '김민수 민수',
    '김민수 김민',
    '삼성전자 전자',
    '이영희 이영희',
    '박지성 지성',
    '현대자동차 자동차',
    '한국은행 은행',
    '최민호 최',
    '남궁민 남궁',
    '강하늘 하늘',
  ),
  Hebrew: pairs(
    'כהן כהן',
    'כֹּהֵן כהן',
    'כהן כֹּהֵן',
    'לוי לו',
    'שָׁלוֹם שלום',
    'אברהם אבר',
    'בן־גוריון בןגוריון',
    'בן־גוריון גוריון',
    'ישראל ישראל',
    'רבקה רב',
  ),
  Cyrillic: pairs(
    'Иванов иван',
    'Фёдоров Федоров',
    'Федоров Фёдоров',
    'Королёв королев',
    'Чайковский ЧАЙК',
    'Шевченко шевч',
    'Йовович иовович',
    'Їжак іжак',
    'Римский-Корсаков римскийкорсаков',
    'Ћирић ћирић',
  ),
  Devanagari: pairs(
    'शर्मा शर्मा',
    'सिंह सिंह',
    'राजेश राजे',
    'गुप्ता गुप्',
    'पटेल पट',
    'कुमार कुमार',
    'वर्मा वर्',
    'ज़हीर जहीर',
    'अनिल अनिल',
    '१२३ 123',
  ),
  Thai: pairs(
    'สมชาย ชาย',
    'สมชาย สมชาย',
    'กรุงไทย ไทย',
    'สมหญิง หญิง',
    'ธนาคาร ธนา',
    'วิชัย วิชัย',
    'ประยุทธ์ ประ',
    'ปรีชา ปรีชา',
    'สุดา สุ',
    '๑๒๓ 123',
  ),
  signs: [
    ['A.B.C. Trading', 'abc'],
    ['AT&T', 'att'],
    ['O’Brien', 'o brien'],
    ["O'Brien", 'obrien'],
    ['Anna-Maria', 'annamaria'],
    ['Jean-Luc', 'jeanluc'],
    ['H&M', 'hm'],
    ['U.S. Steel', 'us steel'],
    ['Marks & Spencer', 'marksspencer'],
    ['D’Angelo', 'd angelo'],
  ],
};

for (const [script, cases] of Object.entries(spellings))
  test(`${script}: a name is found by another spelling of it, alone and among others`, async () => {
    assert.ok(cases.length >= 10);
    for (const [stored, sought] of cases) {
      const one = aCompany(stored);
      const { all, tables } = await searchIn([one, ...others]);
      assert.deepEqual((await all(sought)).flat(), [searchedName(one)], `${sought} for ${stored}`);
      tables.close();
    }
  });

test('letters that only might be another spelling find no shorter name', async () => {
  const { all } = await searchIn([
    aPerson('Ann', 'John'),
    aPerson('Bo', 'Susan'),
    aPerson('Cy', 'Maria'),
  ]);
  for (const sought of ['joe', 'sue', 'mae', 'ـ', 'ء'])
    assert.deepEqual((await all(sought)).flat(), [], sought);
});

test('another spelling is read in its place of the index, at any number of customers', async () => {
  const many = Array.from({ length: 2_100 }, (_, at) =>
    aPerson('Bo', `A${String(at).padStart(4, '0')}`),
  );
  const stored = [aPerson('Ann', 'Müller'), aPerson('Cy', 'Soerensen'), aPerson('Ali', 'رئیسی')];
  const { tables, page } = await searchIn([...many, ...stored]);
  const found: readonly Case[] = [
    ['muller ann', 'Mueller'],
    ['soerensen cy', 'Sørensen'],
    [searchedName(stored[2] ?? aCompany('')) ?? '', 'رئيسي'],
  ];
  for (const [name, sought] of found)
    assert.deepEqual((await page(sought)).items.map(searchedName), [name], sought);
  tables.sent.length = 0;
  assert.equal((await page('Müller', 1)).items.length, 1);
  assert.ok(tables.sent.filter(({ operation }) => operation === 'Query').length <= 13);
});

test('a page that names as typed fill costs one query, whatever their other spellings', async () => {
  const { tables, page } = await searchIn(['A', 'B', 'C'].map((first) => aPerson(first, 'Müller')));
  tables.sent.length = 0;
  assert.equal((await page('Müller', 2)).items.length, 2);
  assert.deepEqual(
    tables.sent.map(({ operation }) => operation),
    ['Query', 'BatchGet'],
  );
});
