import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  retry_after_ms_max,
  retryAfter,
} from '../../../../functions/delivery/deliveries/retry-after.ts';
import { test } from '../../../helpers/tests.ts';

// The oldest form of a date names no zone: here it must not be read as the local one.
process.env.TZ = 'Asia/Tokyo';

const now = new Date('1994-11-06T08:48:37.000Z');

test('seconds and the three forms of a date are understood', () => {
  const values = { '0': 0, '60': 60_000, ' 60 ': 60_000, '86400': 86_400_000 };
  for (const [value, wait_ms] of Object.entries(values))
    assert.equal(retryAfter(429, value, now), wait_ms);
  const dates = [
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
  ];
  for (const date of dates) assert.equal(retryAfter(503, date, now), 60_000, date);
});

test('so are parts of a second, rounded up to a millisecond', () => {
  const values = { '7.5': 7_500, '0.25': 250, '60.0': 60_000, '0.0001': 1, '00007.50': 7_500 };
  for (const [value, wait_ms] of Object.entries(values))
    assert.equal(retryAfter(429, value, now), wait_ms, value);
});

test('so are dates as languages print them', () => {
  for (const date of [
    ...[
      'Sun, 06 Nov 1994 08:49:37 UTC',
      'Sun, 06 Nov 1994 08:49:37 UT',
      'Sun, 06 Nov 1994 08:49:37 +0000',
    ],
    ...[
      'Sun, 06 Nov 1994 08:49:37 -0000',
      'Sun, 06 Nov 1994 09:49:37 +0100',
      'Sun,  6 Nov 1994 08:49:37 GMT',
    ],
    ...[
      'sun, 06 nov 1994 08:49:37 gmt',
      'Mon, 06 Nov 1994 08:49:37 GMT',
      'Sunday, 06-Nov-94 08:49:37 UTC',
    ],
    ...['Sun Nov  6 08:49:37 1994 UTC', 'Sun Nov  6 08:49:37 UTC 1994', '06 Nov 1994 08:49:37 GMT'],
    ...[
      '1994-11-06T08:49:37Z',
      '1994-11-06T08:49:37.000Z',
      '1994-11-06T08:49:37+00:00',
      '1994-11-06T03:49:37-05:00',
    ],
    ...[
      '1994-11-06T08:49:37',
      '1994-11-06 08:49:37',
      '1994-11-06 08:49:37 UTC',
      '1994-11-06 10:49:37 +0200',
    ],
    ...['1994-11-06t08:49:37z', '1994-11-06T08:49:37.000000000Z'],
  ])
    assert.equal(retryAfter(503, date, now), 60_000, date);
  assert.equal(retryAfter(503, '1994-11-07', now), (15 * 3_600 + 11 * 60 + 23) * 1_000);
});

test('of several values the longest that is understood counts', () => {
  const values = {
    '60, 120': 120_000,
    '120,60': 120_000,
    'soon, 60': 60_000,
    'Sun, 06 Nov 1994 08:49:37 GMT, 5': 60_000,
    '5, Sun, 06 Nov 1994 08:49:37 GMT': 60_000,
    'Sunday, 06-Nov-94 08:49:37 GMT, Sun, 06 Nov 1994 08:50:37 GMT': 120_000,
    ', 60,': 60_000,
  };
  for (const [value, wait_ms] of Object.entries(values))
    assert.equal(retryAfter(429, value, now), wait_ms, value);
});

test('a date that is past asks for no wait', () => {
  assert.equal(retryAfter(503, 'Sun, 06 Nov 1994 08:00:00 GMT', now), 0);
});

test('a pause is at most a day', () => {
  const inCentury = 'Sun, 06 Nov 2094 08:49:37 GMT';
  for (const value of [
    '86401',
    '9'.repeat(16),
    '9'.repeat(1_000),
    '86400.001',
    '2094-11-06T08:49:37Z',
    inCentury,
  ]) {
    assert.equal(retryAfter(429, value, now), retry_after_ms_max, value);
  }
});

test('only 429 and 503 count', () => {
  for (const status of [200, 301, 400, 408, 410, 500, 502, 504])
    assert.equal(retryAfter(status, '60', now), null);
});

test('anything else does not count', () => {
  for (const value of [
    undefined,
    '',
    '-1',
    '-7.5',
    '+60',
    '.5',
    '7.',
    '7.5.5',
    '1e3',
    '60s',
    'soon',
    '0x10',
    'NaN',
    'Infinity',
    '٦٠',
    '1994-11',
    '1994-99-06T08:49:37Z',
    '1994-11-06T99:49:37Z',
    '1994-11-06T08:49:37Q',
    'GMT',
    'Sun, 06 Nov 1994',
    'Sun, 06 Nov 1994 08:49:37 EST',
    'Sun, 99 Nov 1994 99:99:99 GMT',
    'Tue, 06 Xyz 1994 08:49:37 GMT',
  ]) {
    assert.equal(retryAfter(429, value, now), null, String(value));
  }
});

test('whatever the text, a pause is between none and a day', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
        fc
          .array(fc.constantFrom(...'0123456789.,-:TZ +GMTUC', 'Nov', 'Sun'), { maxLength: 40 })
          .map((all) => all.join('')),
      ),
      (value) => {
        const wait_ms = retryAfter(503, value, now);
        assert.ok(
          wait_ms === null ||
            (Number.isInteger(wait_ms) && wait_ms >= 0 && wait_ms <= retry_after_ms_max),
        );
      },
    ),
  );
});
