import assert from 'node:assert/strict';
import { test } from '../../test/helpers/tests.ts';
import { changesOf, profileGroups, valuesOf } from '../src/pages/customers/profile-fields.ts';
import { personBody } from '../src/pages/persons/person-fields.ts';
import { minorUnits, money, typedOf } from '../src/texts/money.ts';
import {
  isRepeated,
  maskedPairsOf,
  pairChanges,
  pairPointers,
  pairsOf,
  pairsUnable,
  recordOf,
} from '../src/ui/pairs.ts';

test('amounts are typed in the currency’s own digits and sent in minor units', () => {
  assert.equal(minorUnits('5000', 'USD'), 500_000);
  assert.equal(minorUnits('5000.5', 'USD'), 500_050);
  assert.equal(minorUnits('5000', 'JPY'), 5_000);
  assert.equal(minorUnits('1.234', 'KWD'), 1_234);
  // Intl writes these without the digits that ISO 4217 gives them.
  assert.deepEqual(
    [minorUnits('1800000', 'HUF'), minorUnits('80000000', 'IDR')],
    [180_000_000, 8_000_000_000],
  );
  assert.match(money(180_000_000, 'HUF'), /^HUF\s1,800,000\.00$/);
  assert.match(money(750_000, 'JPY'), /^¥750,000$/);
  for (const typed of ['1,000.50', '1.000,50', '1 000,5', '1’000.50', "1'000.5", '1000.50'])
    assert.equal(minorUnits(typed, 'USD'), 100_050, typed);
  assert.deepEqual(
    // With the marks that Swiss and French browsers write, in German too.
    ["1'000.50", '1’000.50', '1\u202f000,50', '1\u00a0000,50', '1 000,5'].map((one) =>
      minorUnits(one, 'USD', 'de'),
    ),
    [100_050, 100_050, 100_050, 100_050, 100_050],
  );
  assert.deepEqual(
    ["1'234'567", '1\u202f234\u202f567', '1.234.567'].map((one) => minorUnits(one, 'JPY', 'de')),
    [1_234_567, 1_234_567, 1_234_567],
  );
  assert.deepEqual(
    ["1'000.250", '1\u202f000,250', '0,250'].map((one) => minorUnits(one, 'KWD', 'de')),
    [1_000_250, 1_000_250, 250],
  );
  assert.deepEqual(
    [minorUnits('1,000', 'USD'), minorUnits('1,000,000', 'JPY'), minorUnits('0,5', 'USD')],
    [100_000, 1_000_000, 50],
  );
  // A point with three digits behind it is a thousand in Berlin and a mistake in London.
  const wrongs = [
    '',
    '-1',
    '1e3',
    '1.005',
    '1.000',
    '0x10',
    '1,00,000',
    '10,00.5',
    '1,0000',
    '1.50,5',
    '1.000.50',
    '1,000,5',
    ',',
    '9'.repeat(20),
  ];
  for (const wrong of wrongs) assert.equal(minorUnits(wrong, 'USD'), undefined, wrong);
  assert.deepEqual([minorUnits('1.234', 'KWD'), minorUnits('1,234', 'KWD')], [1_234, 1_234_000]);
  assert.equal(typedOf(500_050, 'USD'), '5000.50');
  assert.equal(minorUnits(typedOf(12_345, 'KWD'), 'KWD'), 12_345);
});

test('in German a comma is the decimal mark, and what could be a thousand or one is not accepted', () => {
  const typed = (text: string, currency: string) => minorUnits(text, currency, 'de');
  for (const text of ['1.000,50', '1000,5', '1 000,50', '1000.50', '1,000.50'])
    assert.equal(typed(text, 'EUR'), 100_050, text);
  assert.deepEqual(
    [typed('1,000', 'EUR'), typed('1.000', 'EUR'), typed('1,500', 'JPY')],
    [undefined, undefined, undefined],
  );
  assert.deepEqual(
    [typed('1,500', 'KWD'), typed('1.500', 'KWD'), typed('1.500', 'JPY')],
    [1_500, undefined, 1_500],
  );
  assert.deepEqual([typed('1.000.000', 'EUR'), typed('1234,567', 'KWD')], [100_000_000, 1_234_567]);
  assert.equal(typedOf(500_050, 'EUR', 'de'), '5000,50');
  for (const currency of ['EUR', 'JPY', 'KWD'])
    assert.equal(typed(typedOf(12_345, currency, 'de'), currency), 12_345, currency);
});

test('a share is sent as a number, typed with a point or a comma', () => {
  const sent = (typed: string) =>
    personBody({ ownership_percent: '' }, { ownership_percent: typed }).ownership_percent;
  assert.deepEqual(['25', '33.33', '33,33', 'half'].map(sent), [25, 33.33, 33.33, 'half']);
});

test('only changed fields of a profile are sent, and emptied ones are cleared', () => {
  const fields = profileGroups.individual.flatMap((group) => group.fields);
  const before = valuesOf(fields, {
    first_name: 'Ada',
    email: 'ada@example.com',
    address: { city: 'London' },
  });
  const after = { ...before, email: ' ', 'address.city': 'Paris', 'address.country': 'FR' };
  assert.deepEqual(changesOf(before, after), {
    email: null,
    address: { city: 'Paris', country: 'FR' },
  });
  assert.deepEqual(changesOf(before, before), {});
  for (const phone of ['+49 30 1234567', ' +49-30/1234567', '+49.30.1234567'])
    assert.deepEqual(changesOf({}, { phone }), { phone: '+49301234567' });
  assert.deepEqual(changesOf({}, { phone: '+49 (0)30' }), { phone: '+49 (0)30' });
});

test('a Latin name is changed by its parts, and is removed once all of them are empty', () => {
  const fields = profileGroups.individual.flatMap((group) => group.fields);
  const before = valuesOf(fields, {
    last_name: 'ቢቂላ',
    latin_name: { first_name: 'Abebe', last_name: 'Bikila' },
  });
  const changed = (latin: object) => changesOf(before, { ...before, ...latin });
  assert.deepEqual(changed({ 'latin_name.last_name': 'Bikela' }), {
    latin_name: { last_name: 'Bikela' },
  });
  assert.deepEqual(changed({ 'latin_name.first_name': ' ' }), { latin_name: { first_name: null } });
  const emptied = { 'latin_name.first_name': '', 'latin_name.last_name': ' ' };
  assert.deepEqual(changed(emptied), { latin_name: null });
  const none = valuesOf(fields, { last_name: 'ቢቂላ', latin_name: null });
  assert.deepEqual(changesOf(none, none), {});
  assert.deepEqual(changesOf(none, { ...none, 'latin_name.last_name': 'Bikila' }), {
    latin_name: { last_name: 'Bikila' },
  });
  const business = profileGroups.business.flatMap((group) => group.fields);
  const company = valuesOf(business, { latin_name: { legal_name: 'Abyssinia' } });
  assert.deepEqual(changesOf(company, { ...company, 'latin_name.legal_name': '' }), {
    latin_name: null,
  });
  assert.deepEqual(personBody(before, { ...before, ...emptied }), { latin_name: null });
});

test('pairs are changed by name: removed ones are null, and masked ones are kept', () => {
  const before = pairsOf({ team: 'ledger', tier: 'gold', gone: '1' });
  const after = [
    { name: 'team', value: 'payments' },
    { name: 'tier', value: 'gold' },
    { name: 'a/b', value: '' },
    none,
  ];
  const changes = pairChanges(before, after);
  assert.deepEqual(Object.entries(changes).sort(), [
    ['a/b', ''],
    ['gone', null],
    ['team', 'payments'],
  ]);
  assert.deepEqual(pairChanges(before, before), {});
  const masked = maskedPairsOf({ authorization: '****9f3c', 'x-team': '****' });
  assert.deepEqual(pairChanges(masked, masked), {});
  assert.deepEqual(
    pairChanges(masked, [{ name: 'authorization', value: 'new', kept: '****9f3c' }]),
    {
      authorization: 'new',
      'x-team': null,
    },
  );
  assert.deepEqual(recordOf([none, ...pairsOf({ one: '1' })]), { one: '1' });
});

test('a repeated name is not sent, and an error finds its line', () => {
  const twice = [...pairsOf({ one: '1', 'a/~b': '2' }), { name: 'one', value: '3' }];
  assert.deepEqual(
    twice.map((_, at) => isRepeated(twice, at)),
    [false, false, true],
  );
  assert.notEqual(pairsUnable([], twice), null);
  assert.equal(pairsUnable([none], twice.slice(0, 2)), null);
  assert.deepEqual(pairPointers('/metadata', twice.slice(0, 2)), [
    '/metadata',
    '/metadata/one',
    '/metadata/a~1~0b',
  ]);
});

/** A line in which nothing was typed. */
const none = { name: '', value: '' };
