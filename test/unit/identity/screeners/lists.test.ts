import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { birthOf, countryCode } from '../../../../functions/identity/screeners/lists/entry.ts';
import { sources } from '../../../../functions/identity/screeners/lists/sources.ts';
import { test } from '../../../helpers/tests.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../../fixtures/lists/${name}`, import.meta.url));
const ofac = () =>
  sources.ofac.parse(read('ofac-sdn.csv'), read('ofac-alt.csv'), read('ofac-add.csv'));

test('OFAC: three files, names in their order, what remarks say', () => {
  assert.deepEqual(ofac(), [
    {
      list: 'ofac',
      id: '101',
      type: 'organization',
      births: [],
      countries: ['PA'],
      names: ['MERIDIAN HARBOUR TRADING CO., LTD.', 'MERHAR'],
    },
    {
      list: 'ofac',
      id: '102',
      type: 'person',
      births: ['1961-03-12', '1962'],
      countries: ['RU', 'DE'],
      names: ['Ilyan Temur QORVATH', 'Elian KORWATH', 'AL-QORVATHI'],
    },
    { list: 'ofac', id: '103', type: 'other', names: ['SEA LANTERN'], births: [], countries: [] },
  ]);
});

test('EU: aliases in any script once, birth dates and ranges, countries of addresses', () => {
  assert.deepEqual(sources.eu.parse(read('eu.xml')), [
    {
      list: 'eu',
      id: 'EU.9001.1',
      type: 'person',
      births: ['1970-02-03', '1968/1971'],
      countries: ['CZ'],
      names: ['Zdenka Příkladová', 'Зденка Пржикладова'],
    },
    {
      list: 'eu',
      id: 'EU.9002.2',
      type: 'organization',
      births: [],
      countries: ['DE'],
      names: ['Blauberg & Söhne GmbH'],
    },
  ]);
});

test('UN: names in parts, original script, several nationalities', () => {
  assert.deepEqual(sources.un.parse(read('un.xml')), [
    {
      list: 'un',
      id: 'EXi.001',
      type: 'person',
      births: ['1970/1973', '1971-05-06'],
      countries: ['CD', 'RW'],
      names: ['OMBASI TARUKWE NDELO', 'Umbassi Tarukwé', 'أمباسي تاروكوي'],
    },
    {
      list: 'un',
      id: 'EXe.001',
      type: 'organization',
      births: [],
      countries: ['YE'],
      names: ['NORTHERN EXAMPLE FRONT', 'N.E.F.'],
    },
  ]);
});

test('UK: several lines of one entry, the primary name first, a day that is not known', () => {
  assert.deepEqual(sources.uk.parse(read('uk.csv')), [
    {
      list: 'uk',
      id: 'EXA0001',
      type: 'person',
      births: ['1980', '1980-07-04'],
      countries: ['IE', 'MT'],
      names: ['Philippa Quen VAN DER MOLE', 'Pip Q VANDERMOLE', 'Филиппа ван дер Моле'],
    },
    {
      list: 'uk',
      id: 'EXA0002',
      type: 'organization',
      births: [],
      countries: ['SY'],
      names: ['OAKEN GATE SUPPLIES'],
    },
    { list: 'uk', id: 'EXA0003', type: 'other', names: ['PALE HERON'], births: [], countries: [] },
  ]);
});

test('a file of another format is rejected or has no entries', () => {
  const page = Buffer.from('<!doctype html><html><body>Service unavailable<br></body></html>');
  assert.throws(() => sources.uk.parse(page), /no line of column names/);
  for (const list of ['eu', 'un'] as const) {
    assert.throws(() => sources[list].parse(page), list);
    assert.deepEqual(sources[list].parse(Buffer.from('<page/>')), []);
  }
  assert.throws(() => sources.eu.parse(read('eu.xml').subarray(0, 900)), 'half a file');
});

test('birth dates as lists write them', () => {
  const cases = {
    '12 Mar 1961': '1961-03-12',
    '3 January 1961': '1961-01-03',
    '04/07/1980': '1980-07-04',
    '1971-05-06': '1971-05-06',
    '1971-05-06T00:00:00': '1971-05-06',
    'circa 1970': '1970',
    'Mar 1961': '1961',
    '1968 to 1971': '1968/1971',
    '00/00/1981': '1981',
  };
  for (const [text, birth] of Object.entries(cases)) assert.equal(birthOf(text), birth, text);
  assert.equal(birthOf('unknown'), undefined);
});

test('countries by code, by name, by the beginning of a name; none where that is not clear', () => {
  const cases = {
    de: 'DE',
    Iran: 'IR',
    'Russian Federation': 'RU',
    Russia: 'RU',
    Syria: 'SY',
    'Democratic Republic of the Congo': 'CD',
    'North Korea': 'KP',
  };
  for (const [name, code] of Object.entries(cases)) assert.equal(countryCode(name), code, name);
  for (const name of ['00', '', 'Congo', 'Atlantis'])
    assert.equal(countryCode(name), undefined, name);
});
