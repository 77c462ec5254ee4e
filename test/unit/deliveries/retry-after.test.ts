import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { retry_after_ms_max, retryAfter } from '../../../functions/deliveries/schedule.ts';

// The oldest form of a date names no zone: here it must not be read as the local one.
process.env.TZ = 'Asia/Tokyo';

const now = new Date('1994-11-06T08:48:37.000Z');

test('seconds and the three forms of a date are understood', () => {
  const values = { '0': 0, '60': 60_000, ' 60 ': 60_000, '86400': 86_400_000 };
  for (const [value, wait_ms] of Object.entries(values)) assert.equal(retryAfter(429, value, now), wait_ms);
  const dates = ['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'];
  for (const date of dates) assert.equal(retryAfter(503, date, now), 60_000, date);
});

test('a date that is past asks for no wait', () => {
  assert.equal(retryAfter(503, 'Sun, 06 Nov 1994 08:00:00 GMT', now), 0);
});

test('a pause is at most a day', () => {
  for (const value of ['86401', '999999999999999', 'Sun, 06 Nov 2094 08:49:37 GMT']) {
    assert.equal(retryAfter(429, value, now), retry_after_ms_max, value);
  }
});

test('only 429 and 503 count', () => {
  for (const status of [200, 301, 400, 408, 410, 500, 502, 504]) assert.equal(retryAfter(status, '60', now), null);
});

test('anything else does not count', () => {
  for (const value of [
    undefined,
    '',
    '-1',
    '1.5',
    '1e3',
    '60s',
    'soon',
    '0x10',
    '2026-08-01',
    '9999999999999999',
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
      ),
      (value) => {
        const wait_ms = retryAfter(503, value, now);
        assert.ok(wait_ms === null || (wait_ms >= 0 && wait_ms <= retry_after_ms_max));
      },
    ),
  );
});
