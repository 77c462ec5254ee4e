import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followDelay } from '../src/api/follow.ts';
import { cursorOf, firstPage, linkedPage, turnTo } from '../src/api/paging.ts';
import { switchPath } from '../src/layout/environments.ts';
import { changesOf, profileGroups, valuesOf } from '../src/pages/customers/profile-fields.ts';
import { personBody } from '../src/pages/persons/person-fields.ts';
import { curlOf } from '../src/pages/reference/document.ts';
import { csvOf } from '../src/texts/csv.ts';
import { dayOf, momentOf } from '../src/texts/days.ts';
import { minorUnits, money, typedOf } from '../src/texts/money.ts';
import { queryOf, wrongFilter } from '../src/ui/filter-query.ts';
import {
  isOtherOrigin,
  isRepeated,
  maskedPairsOf,
  pairChanges,
  pairPointers,
  pairsOf,
  pairsUnable,
  recordOf,
} from '../src/ui/pairs.ts';

test('switching the environment leaves the page of a resource for its list, without its filters', () => {
  assert.equal(switchPath('/sandbox/customers/cus_1/features', 'live'), '/live/customers');
  assert.equal(switchPath('/sandbox/documents/doc_1', 'live'), '/live/documents');
  assert.equal(switchPath('/live/reviews/idv_1', 'sandbox'), '/sandbox/reviews');
  assert.equal(switchPath('/live/configure/api-keys', 'sandbox'), '/sandbox/configure/api-keys');
  assert.equal(switchPath('/live', 'sandbox'), '/sandbox/home');
});

test('a recent change is read again soon, an old one rarely, and both within bounds', () => {
  const at = '2026-11-20T15:00:00.000Z';
  const after = (ms: number) => followDelay(at, Date.parse(at) + ms);
  assert.equal(after(0), 1_000);
  assert.equal(after(40_000), 10_000);
  assert.equal(after(86_400_000), 30_000);
  assert.equal(after(-60_000), 1_000);
});

test('a day of a filter is whole in the zone of the shown times: the bounds of the API are exclusive', () => {
  assert.deepEqual(queryOf({ from: '2026-11-20', until: '2026-11-20', status: 'active' }), {
    status: 'active',
    created_after: new Date(new Date(2026, 10, 20).getTime() - 1).toISOString(),
    created_before: new Date(2026, 10, 21).toISOString(),
  });
  assert.deepEqual(queryOf({ from: '2026-11-' }), {});
});

test('a day is read as people write it, and refused where day and month can be taken for each other', () => {
  for (const typed of [
    '2026-11-25',
    '25/11/2026',
    '11/25/2026',
    '25.11.2026',
    ' 25-11-2026 ',
    '2026/11/25',
  ])
    assert.deepEqual(dayOf(typed), { day: '2026-11-25' }, typed);
  assert.deepEqual(dayOf('4.5.2026'), { day: '2026-05-04' });
  assert.deepEqual(dayOf('5/5/2026'), { day: '2026-05-05' });
  assert.deepEqual(dayOf('4/5/2026'), {
    wrong: 'Write 2026-05-04 or 2026-04-05: it can be either.',
  });
  for (const typed of [
    '',
    'tomorrow',
    '31/02/2026',
    '2026-13-01',
    '13.13.2026',
    '4.25.2026',
    '25/11/26',
    '25/11-2026',
  ])
    assert.ok('wrong' in dayOf(typed), typed);
});

test('a typed day and time is an instant of the shown zone, or none', () => {
  for (const typed of ['2026-11-25 14:30', ' 25.11.2026  14:30 ', '25/11/2026 14:30'])
    assert.deepEqual(momentOf(typed), { at: new Date(2026, 10, 25, 14, 30) }, typed);
  for (const typed of [
    '',
    '2026-11-25',
    '14:30',
    '2026-11-25 24:00',
    '2026-11-25 14:60',
    '2026-02-30 10:00',
    '4/5/2026 1:00',
  ])
    assert.ok('wrong' in momentOf(typed), typed);
});

test('a filter that the API would reject is known before it is sent', () => {
  const wrong = (name: string, value: string, placeholder?: string) =>
    wrongFilter({ name, label: name, ...(placeholder && { placeholder }) }, value) !== undefined;
  const id = `cus_${'0'.repeat(26)}`;
  assert.deepEqual(
    [wrong('email', 'ada'), wrong('email', 'ada@example.com'), wrong('email', '')],
    [true, false, false],
  );
  assert.deepEqual(
    [wrong('customer_id', 'Ada', 'cus_…'), wrong('customer_id', id, 'cus_…')],
    [true, false],
  );
  assert.deepEqual(
    [wrong('resource_id', id, 'card_…, cus_…'), wrong('resource_id', id, 'card_…, doc_…')],
    [false, false],
  );
  assert.deepEqual(
    [wrong('route', 'anything', '/customers/{customer_id}'), wrong('from', '4/5/2026')],
    [false, true],
  );
});

test('pages are turned as far as their cursors are known, and a copied link opens its page', () => {
  const second = turnTo(firstPage, 1, 'two');
  assert.deepEqual([cursorOf(second), second.at], ['two', 1]);
  assert.equal(turnTo(second, 3, 'three'), second);
  assert.deepEqual(turnTo(second, 0, null), { ...second, at: 0 });
  const linked = linkedPage('five', 5);
  assert.deepEqual([cursorOf(linked), linked.at, linked.cursors.length], ['five', 4, 5]);
  assert.equal(turnTo(linked, 3, null), firstPage);
  assert.equal(cursorOf(turnTo(linked, 5, 'six')), 'six');
  for (const page of [1, 0, Number.NaN, 1e9]) assert.equal(linkedPage('five', page), firstPage);
});

/** The lines of an export, behind the byte order mark. */
const linesOf = (...of: Parameters<typeof csvOf>): readonly string[] => {
  const file = csvOf(...of);
  assert.equal(file[0], '\uFEFF');
  assert.ok(file.endsWith('\r\n'));
  return file.slice(1, -2).split('\r\n');
};

test('an export has every field of every item, and no text that a spreadsheet would run', () => {
  const items = [
    { id: 'cus_1', name: '=1+1', address: { city: 'A "b", c' }, tags: ['x'], amount: -5 },
    { id: 'cus_2', note: null, line: 'a\nb', wide: '＝1+1', sum: '+4412' },
  ];
  assert.deepEqual(linesOf(items), [
    'id,name,address.city,tags,amount,note,line,wide,sum',
    `cus_1,'=1+1,"A ""b"", c","[""x""]",-5,,,,`,
    `cus_2,,,,,,"a\nb",'＝1+1,'+4412`,
  ]);
});

test('an export keeps phone numbers as they are, and guards what only begins like one', () => {
  const phones = ['+491701234567', '+12025550123', '+1-1', '+49170 1234567', '+491701234567,=1+1'];
  assert.deepEqual(linesOf(phones.map((phone) => ({ phone }))).slice(1), [
    '+491701234567',
    '+12025550123',
    "'+1-1",
    "'+49170 1234567",
    `"'+491701234567,=1+1"`,
  ]);
});

test('an export writes amounts as decimals of the currency beside or around them', () => {
  const items = [
    { amount: 500_000, captured_amount: 5, currency: 'USD', amount_of_cards: 3 },
    { amount: 1_221, currency: 'JPY', merchant_amount: -1_234, merchant_currency: 'KWD' },
    { controls: { limits: [{ interval: 'daily', amount: 12_345 }] }, currency: 'EUR' },
  ];
  assert.deepEqual(linesOf(items), [
    'amount,captured_amount,currency,amount_of_cards,merchant_amount,merchant_currency,controls.limits',
    '5000.00,0.05,USD,3,,,',
    '1221,,JPY,,-1.234,KWD,',
    ',,EUR,,,,"[{""interval"":""daily"",""amount"":""123.45""}]"',
  ]);
});

test('an export lacks the columns that are hidden, and has names beside IDs', () => {
  const items = [
    {
      id: 'auth_1',
      customer_id: 'cus_1',
      merchant: { name: 'Shop', category: '5411' },
      status: 'x',
    },
  ];
  const beside = () => ({
    customer_id: [['customer_name', '@Ada']] as const,
    card_id: [['card_name', 'none']] as const,
  });
  assert.deepEqual(linesOf(items, ['merchant', 'stat'], beside), [
    'id,customer_id,customer_name,status',
    "auth_1,cus_1,'@Ada,x",
  ]);
});

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

test('a sample of the reference speaks for the caller and quotes what a shell would read', () => {
  const operation = {
    requestBody: {
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } },
    },
  };
  const document = {
    components: {
      schemas: {
        Note: { type: 'object', required: ['text'], properties: { text: { examples: ["Ada's"] } } },
      },
    },
  };
  const placed = { method: 'POST', path: '/notes', operation };
  const sample = curlOf(document, placed, {
    base: 'https://api.example.com/v1/',
    tenantId: 'biz_1',
  });
  assert.match(sample, /^curl -X POST "https:\/\/api\.example\.com\/v1\/notes"/);
  assert.match(sample, /x-tenant-id: biz_1/);
  assert.match(sample, /Idempotency-Key/);
  assert.ok(sample.includes(`-d '{"text":"Ada'\\''s"}'`), sample);
});

test('another origin of a webhook is another scheme, host or port, and no URL that is still being typed', () => {
  const before = 'https://example.com/hook';
  for (const other of [
    'http://example.com/hook',
    'https://example.org/hook',
    'https://example.com:8443/hook',
  ])
    assert.ok(isOtherOrigin(before, other), other);
  for (const same of [
    'https://example.com/other?a=1',
    'https://EXAMPLE.com:443/hook',
    'https:/',
    '',
  ])
    assert.ok(!isOtherOrigin(before, same), same);
  assert.ok(!isOtherOrigin('', before));
});
