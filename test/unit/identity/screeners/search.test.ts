import assert from 'node:assert/strict';
import type { Entry } from '../../../../functions/identity/screeners/lists/entry.ts';
import { searchIn } from '../../../../functions/identity/screeners/lists/search.ts';
import { personSimilarity } from '../../../../functions/identity/screeners/names.ts';
import { plainWords } from '../../../../functions/identity/screeners/plain-words.ts';
import {
  matches_max,
  type ScreeningSubject,
} from '../../../../functions/identity/screeners/screener.ts';
import { wordSimilarity } from '../../../../functions/identity/screeners/word-similarity.ts';
import { test } from '../../../helpers/tests.ts';

const entry = (id: string, names: string[], more: Partial<Entry> = {}): Entry => ({
  list: 'ofac',
  id,
  type: 'person',
  names,
  births: [],
  countries: [],
  ...more,
});

const search = searchIn([
  entry('1', ['Ilyan Temur QORVATH', 'Elian KORWATH'], {
    births: ['1961-03-12', '1970/1972'],
    countries: ['RU'],
  }),
  entry('2', ['Abdul Rahman AL-TARUKI']),
  entry('3', ['Зденка Пржикладова']),
  entry('4', ['MERIDIAN HARBOUR TRADING CO., LTD.'], { type: 'organization', countries: ['PA'] }),
  entry('5', ['QORVATH STAR'], { type: 'other' }),
]);

const person = (name: string, more: Partial<ScreeningSubject> = {}): ScreeningSubject => ({
  id: 'cus_1',
  type: 'person',
  names: [name],
  birth_date: null,
  nationality: null,
  country: null,
  ...more,
});
const scores = (subject: ScreeningSubject, min = 0.86) =>
  Object.fromEntries(search(subject, min).map(({ entry_id, score }) => [entry_id, score]));
const found = (name: string, more: Partial<ScreeningSubject> = {}) =>
  Object.keys(scores(person(name, more)));

test('words are in Latin letters, without marks, case and apostrophes', () => {
  assert.deepEqual(plainWords("  Ch'un-So’ng  ŁUKASZ Straße, Jr. "), [
    'chun',
    'song',
    'lukasz',
    'strasse',
    'jr',
  ]);
  assert.deepEqual(plainWords('Владимир'), ['vladimir']);
});

test('Jaro-Winkler, as published, and less for words of other lengths', () => {
  for (const [one, other, similarity] of [
    ['martha', 'marhta', 0.961],
    ['jellyfish', 'smellyfish', 0.896],
    ['mo', 'mohammed', 0],
  ] as const)
    assert.equal(wordSimilarity(one, other).toFixed(3), similarity.toFixed(3), `${one} ${other}`);
});

test('an alias counts as much as the name, in any order, with small errors and other spellings', () => {
  assert.equal(scores(person('Ilyan Temur Qorvath'))['1'], 1);
  assert.equal(scores(person('QORVATH TEMUR ILYAN'))['1'], 1);
  assert.equal(scores(person('Elian Korwath'))['1'], 1);
  for (const name of [
    'Ilyan Qorvat',
    'Iljan Temur Quorvath',
    'Elian de Korwath',
    'Abdulrahman Altaruki',
    'Abd-ul-Rahman al Taruky',
  ])
    assert.equal(found(name).length, 1, name);
  assert.deepEqual(found('Zdenka Przhikladova'), ['3']);
});

test('people who only share a name or a part of one are not found', () => {
  for (const name of ['Ilyan Smith', 'Abdul Gonzalez', 'Maria Gonzalez', 'Temur'])
    assert.deepEqual(found(name), [], name);
});

test('people are compared with people, organisations with everything else; legal forms say little', () => {
  assert.deepEqual(found('Meridian Harbour Trading'), []);
  const organization = { type: 'organization' as const };
  assert.deepEqual(found('Meridian Harbour Trading', organization), ['4']);
  assert.deepEqual(found('Meridian Harbor Trading Limited', organization), ['4']);
  assert.deepEqual(found('Meridian Harbour Trading LDT', organization), ['4']);
  assert.deepEqual(found('Qorvath Star', organization), ['5']);
});

test('the birth date raises or lowers, a nationality a little', () => {
  const score = (more: Partial<ScreeningSubject>) =>
    scores(person('Ilyan Temur Qorbath', more), 0.5)['1'] ?? 0;
  const base = score({});
  assert.ok(base > 0.9 && base < 0.99);
  const by = (more: Partial<ScreeningSubject>) => Number((score(more) - base).toFixed(2));
  assert.equal(by({ nationality: 'RU' }), 0.01);
  assert.equal(by({ nationality: 'FR' }), -0.03);
  assert.equal(by({ birth_date: '1971-12-31' }), 0.02, 'within the years');
  assert.equal(by({ birth_date: '1974-01-01' }), 0, 'two years away');
  assert.equal(by({ birth_date: '1985-01-01' }), -0.15);
  assert.equal(score({ birth_date: '1961-03-12' }), Math.min(1, Number((base + 0.04).toFixed(3))));
});

test('every name of the subject is searched, each entry is found once, the best first and no more than are kept', () => {
  const [match, ...more] = search(
    person('Nobody', { names: ['Nobody', 'Elian Korwath', 'Ilyan Qorvath'] }),
    0.86,
  );
  assert.deepEqual(match, {
    list: 'ofac',
    entry_id: '1',
    name: 'Elian KORWATH',
    score: 1,
    categories: ['sanction'],
    url: 'https://sanctionssearch.ofac.treas.gov/Details.aspx?id=1',
  });
  assert.deepEqual(more, []);
  const many = searchIn(
    Array.from({ length: 50 }, (_, id) => entry(String(id), ['Ilyan Qorvath'])),
  );
  assert.equal(many(person('Ilyan Qorvath'), 0.86).length, matches_max);
});

test('the similarity of names is symmetric where all words have a partner, and never above 1', () => {
  const [one, other] = [plainWords('Ilyan Temur Qorvath'), plainWords('Temor Qorwath Ilian')];
  assert.equal(personSimilarity(one, other).toFixed(6), personSimilarity(other, one).toFixed(6));
  assert.equal(personSimilarity(one, one), 1);
  assert.equal(personSimilarity(one, plainWords('Karel Brandt')), 0);
});

test('a misspelled legal form is still like the right one', () => {
  assert.ok(personSimilarity(plainWords('Dagi Mining Tld'), plainWords('DAGI MINING LTD')) > 0.94);
});
