import assert from 'node:assert/strict';
import { test } from '../../test/helpers/tests.ts';
import { followDelay } from '../src/api/follow.ts';
import { cursorOf, firstPage, itemsBefore, linkedPage, turnTo } from '../src/api/paging.ts';
import { switchPath } from '../src/layout/environments.ts';
import { pageAt } from '../src/page-modules.ts';
import { curlOf } from '../src/pages/reference/document.ts';
import { csvOf } from '../src/texts/csv.ts';
import { dayOf, momentOf } from '../src/texts/days.ts';
import { queryOf, wrongFilter } from '../src/ui/filter-query.ts';
import { isOtherOrigin } from '../src/ui/pairs.ts';

test('switching the environment leaves the page of a resource for its list, without its filters', () => {
  assert.equal(switchPath('/sandbox/customers/cus_1/features', 'live'), '/live/customers');
  assert.equal(switchPath('/sandbox/documents/doc_1', 'live'), '/live/documents');
  assert.equal(switchPath('/live/reviews/idv_1', 'sandbox'), '/sandbox/reviews');
  assert.equal(switchPath('/live/configure/api-keys', 'sandbox'), '/sandbox/configure/api-keys');
  assert.equal(switchPath('/live', 'sandbox'), '/sandbox/home');
});

test('the page at an address is known before the pages are loaded', () => {
  assert.equal(pageAt('/sandbox/customers?status=active#top'), 'customers');
  assert.equal(pageAt('/live/customers/new'), 'customers/new');
  assert.equal(pageAt('/live/customers/cus_1'), 'customers/:customer/:part?');
  assert.equal(pageAt('/live/customers/cus_1/documents'), 'customers/:customer/:part?');
  assert.equal(pageAt('/sandbox/cards/card_1/edit'), 'cards/:card/edit');
  for (const address of ['', '/', '/signed-in', '/sandbox', '/other/cards', '/live/cards/a/b/c'])
    assert.equal(pageAt(address), undefined, address);
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
  const second = turnTo(firstPage, 1, endOf('two'));
  assert.deepEqual([cursorOf(second), second.at], ['two', 1]);
  assert.equal(turnTo(second, 3, endOf('three')), second);
  assert.deepEqual(turnTo(second, 0, endOf(null)), { ...second, at: 0 });
  const linked = linkedPage('five', 5);
  assert.deepEqual([cursorOf(linked), linked.at, linked.cursors.length], ['five', 4, 5]);
  assert.equal(turnTo(linked, 3, endOf(null)), firstPage);
  assert.equal(cursorOf(turnTo(linked, 5, endOf('six'))), 'six');
  for (const page of [1, 0, Number.NaN, 1e9]) assert.equal(linkedPage('five', page), firstPage);
});

test('items are counted over the pages that were turned; what is before a linked page is not known', () => {
  // A page of a filtered list can be short although more follows.
  const second = turnTo(firstPage, 1, endOf('two', 7));
  const third = turnTo(second, 2, endOf('three'));
  assert.deepEqual([firstPage, second, third].map(itemsBefore), [0, 7, 32]);
  assert.equal(itemsBefore(turnTo(third, 1, endOf(null))), 7);
  const linked = linkedPage('five', 5);
  assert.deepEqual([linked, turnTo(linked, 5, endOf('six'))].map(itemsBefore), [null, null]);
});

const endOf = (next_cursor: string | null, items = 25) => ({ items, next_cursor });

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
