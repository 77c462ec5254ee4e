import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import {
  CalendarDate,
  CurrencyCode,
  changeable,
  clearable,
  Email,
  listOf,
  Phone,
  Timestamp,
  typeId,
} from '../../functions/core/fields.ts';
import { Name, PersonName, text } from '../../functions/core/text-fields.ts';
import { webhookUrlErrors } from '../../functions/delivery/webhooks/url.ts';
import { CountryCode } from '../../functions/identity/customers/address-schema.ts';
import { BirthDate, LegalName } from '../../functions/identity/customers/schema.ts';
import { test } from '../helpers/tests.ts';

const takes = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success;

const holds = (schema: z.core.$ZodType, good: readonly unknown[], bad: readonly unknown[]) => {
  for (const value of good) assert.ok(takes(schema, value), `takes ${JSON.stringify(value)}`);
  for (const value of bad) assert.ok(!takes(schema, value), `refuses ${JSON.stringify(value)}`);
};

test('an instant is RFC 3339, UTC, with milliseconds', () =>
  holds(
    Timestamp,
    ['2026-11-20T15:04:05.123Z'],
    [
      '2026-11-20T15:04:05Z',
      '2026-11-20T15:04:05.123+01:00',
      '2026-02-30T15:04:05.123Z',
      '2026-11-20',
      0,
    ],
  ));

test('a calendar date exists', () =>
  holds(
    CalendarDate,
    ['1990-04-23', '2024-02-29'],
    ['2023-02-29', '1990-4-23', '1990-04-23T00:00:00.000Z', ''],
  ));

test('a day of birth is 1900-01-01 or later, and a URL of a webhook has nothing hidden', () => {
  holds(BirthDate, ['1900-01-01', '1990-04-23'], ['1899-12-31', '1815-12-10']);
  const urls = [
    'https://example.com/a\u200bb',
    'https://example.com/\u{e0041}',
    'https://exam\u200cple.com/',
    'https://e.com/\ud800',
  ];
  for (const url of urls) assert.equal(webhookUrlErrors(url, 'public').length, 1, url);
  assert.deepEqual(webhookUrlErrors('https://bücher.example/ü', 'public'), []);
});

test('an e-mail address has at most 254 characters, counted with its domain in ASCII, which may be in any script', () => {
  const domain = '@example.com';
  const long = 'a'.repeat(254 - domain.length);
  holds(
    Email,
    [
      'ada.lovelace@example.com',
      'o+tag@sub.example.co',
      `${long}${domain}`,
      'ada@bücher.example',
      'a@例え.テスト',
    ],
    [
      `${long}a${domain}`,
      `${long}@münchen.de`,
      'ada',
      'ada@',
      '@example.com',
      'a b@example.com',
      '',
      'ada@bü/x.de',
    ],
  );
  holds(
    Email,
    ['a@علی\u200cرضا.example'],
    ['a@bü\u200bcher.example', 'a@bü..de', 'a@bücher', 'ä@example.com', 'a@ü@b.de'],
  );
});

test('a phone number is E.164', () =>
  holds(
    Phone,
    ['+441632960961'],
    ['441632960961', '+0441632960961', '+44 1632 960961', '+1234567890123456', '+'],
  ));

test('a country is an officially assigned ISO 3166-1 alpha-2 code', () =>
  holds(CountryCode, ['GB', 'US', 'AX', 'XK'], ['UK', 'gb', 'XX', 'GBR', '']));

test('a currency is an ISO 4217 code', () =>
  holds(CurrencyCode, ['USD', 'EUR', 'JPY'], ['usd', 'ABC', 'US', '']));

test('a name has 1 to 100 characters, counted as people count them', () =>
  holds(
    Name,
    ['A', 'Zoë', '  spaces go ', 'x'.repeat(100), '😀'.repeat(100), `${'x'.repeat(99)} `],
    ['', 'x'.repeat(101), '😀'.repeat(101), `${'x'.repeat(100)} `, '\u200b\xad ', 1],
  ));

const tidied: readonly (readonly [sent: string, stored: string])[] = [
  ...([
    ['Listed ', 'Listed'],
    [' Listed', 'Listed'],
    ['  Ada   Maria  ', 'Ada Maria'],
  ] as const),
  ...([
    ['Ada\u00a0King', 'Ada King'],
    ['\u3000山田\u3000太郎\u3000', '山田 太郎'],
    ['Ada\u2009 \u202fKing', 'Ada King'],
  ] as const),
  ...([
    ['A\u200bda', 'Ada'],
    ['Ada\u200b', 'Ada'],
    ['Donau\u00addampf', 'Donaudampf'],
    ['\u00ad\u200bAda', 'Ada'],
  ] as const),
  ...([
    ['علی\u200cرضا ', 'علی\u200cرضا'],
    ['र\u200b ', 'र'],
    ['Ada \u200b King', 'Ada King'],
    ['Ada', 'Ada'],
  ] as const),
];

test('a name is stored without blanks at its ends, with one between words, and without signs that a copy brings along', () => {
  for (const schema of [Name, PersonName, LegalName])
    for (const [sent, stored] of tidied) {
      assert.equal(z.parse(schema, sent), stored, JSON.stringify(sent));
      assert.equal(z.parse(schema, stored), stored, 'once tidied, it stays');
    }
});

test('other signs that are not seen are refused in a name, and so is a card number that the tidying would join', () => {
  holds(
    PersonName,
    [],
    ['A\u2060da', 'A\ufeffda', 'A\u200eda', 'Ada\tKing', 'Ada\n', 'A\u034fda', 'A\u180eda'],
  );
  holds(PersonName, [], ['Ada 4242\u200b4242\u00ad42424242', 'Ada 4242  4242  4242  4242']);
});

test('a name of a person has a letter, of any script', () =>
  holds(PersonName, ['A', '李', 'ශ්\u200dරී', '1a'], ['-', '.', '12', '😀', ' ', 'a\u200c']));

test('the least and the most of a text are counted in characters, not in UTF-16 units', () =>
  holds(
    text(4, { min: 3 }),
    ['abc', '😀😀😀', '😀'.repeat(4)],
    ['ab', '😀😀', 'abcde', 'ab😀😀😀', '😀'.repeat(5)],
  ));

test('an id has its prefix and 26 characters of Crockford base32 that fit 128 bits', () =>
  holds(
    typeId('cus', 'a customer'),
    ['cus_01jd5fq7k9e8xv3m2n4p6r8t0w', 'cus_7zzzzzzzzzzzzzzzzzzzzzzzzz'],
    [
      'cus_8zzzzzzzzzzzzzzzzzzzzzzzzz',
      'cus_01JD5FQ7K9E8XV3M2N4P6R8T0W',
      'cus_01jd5fq7k9e8xv3m2n4p6r8t0',
      'cus_01jd5fq7k9e8xv3m2n4p6r8t0ww',
      'cus_01id5fq7k9e8xv3m2n4p6r8t0w',
      'acct_01jd5fq7k9e8xv3m2n4p6r8t0w',
      'cus_01jd5fq7k9e8xv3m2n4p6r8t0w\n',
      '',
    ],
  ));

test('a merge patch clears only what may be unset', () => {
  const Patch = z.strictObject({ ...changeable({ name: Name }), ...clearable({ email: Email }) });
  holds(
    Patch,
    [{}, { name: 'Ada' }, { email: null }],
    [{ name: null }, { email: '' }, { other: 1 }],
  );
});

test('a list shows its members', () => {
  const List = listOf(z.object({ id: z.string() }), 'FieldsTestList');
  const page = {
    object: 'list',
    data: [{ id: 'a' }],
    has_more: false,
    next_cursor: null,
    unreadable: 0,
  };
  holds(
    List,
    [page, { ...page, data: [] }],
    [
      { ...page, next_cursor: undefined },
      { ...page, unreadable: undefined },
      { ...page, data: [{}] },
    ],
  );
});
