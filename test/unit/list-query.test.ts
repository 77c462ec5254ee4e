import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { ListQuery } from '../../functions/core/list-query.ts';
import { problemItems } from '../../functions/core/validation.ts';
import { test } from '../helpers/tests.ts';

const faults = (input: unknown) => {
  const result = z.safeParse(ListQuery, input);
  const items = result.success ? [] : problemItems(result.error.issues, { in: 'query', input });
  return items.map((item) => `${'parameter' in item ? item.parameter : item.pointer} ${item.code}`);
};

test('a page has 25 items unless said otherwise, and 1 to 100', () => {
  assert.deepEqual(z.parse(ListQuery, {}), { limit: 25 });
  assert.equal(z.parse(ListQuery, { limit: '1' }).limit, 1);
  assert.equal(z.parse(ListQuery, { limit: '100' }).limit, 100);
  assert.deepEqual(faults({ limit: '0' }), ['query.limit too_small']);
  assert.deepEqual(faults({ limit: '-1' }), ['query.limit too_small']);
  assert.deepEqual(faults({ limit: '101' }), ['query.limit too_big']);
  for (const limit of ['', 'ten', '1.5', '1e1', ' 5', '0x10', 'NaN', '9'.repeat(30)])
    assert.deepEqual(faults({ limit }), ['query.limit invalid_type'], limit);
});

test('bounds in any form of RFC 3339 become UTC with milliseconds', () => {
  const parsed = z.parse(ListQuery, { created_after: '2026-11-20T15:04:05+01:00' });
  assert.equal(parsed.created_after, '2026-11-20T14:04:05.000Z');
});

test('what is finer than a millisecond keeps the bounds exclusive', () => {
  const instant = '2026-11-20T15:04:05.1234Z';
  const parsed = z.parse(ListQuery, { created_after: instant, created_before: instant });
  assert.equal(parsed.created_after, '2026-11-20T15:04:05.123Z');
  assert.equal(parsed.created_before, '2026-11-20T15:04:05.124Z');
  const whole = z.parse(ListQuery, { created_before: '2026-11-20T15:04:05.123000Z' });
  assert.equal(whole.created_before, '2026-11-20T15:04:05.123Z');
});

test('what is no instant is rejected', () => {
  for (const sent of [
    '',
    'yesterday',
    '2026-11-20',
    '2026-02-30T00:00:00Z',
    '0000-01-01T00:00:00+23:59',
  ])
    assert.deepEqual(faults({ created_after: sent }), ['query.created_after invalid_format'], sent);
});

test('an offset whose + was not encoded says how to send it', () => {
  const result = z.safeParse(ListQuery, { created_after: '2026-11-20T15:04:05 02:00' });
  const [item] = problemItems(result.error?.issues ?? [], { in: 'query', input: {} });
  assert.deepEqual([item?.code, /%2B/.test(item?.detail ?? '')], ['invalid_format', true]);
});

test('an unknown parameter is rejected', () =>
  assert.deepEqual(faults({ page: '2' }), ['query.page unknown_field']));

test('an empty cursor is rejected', () =>
  assert.deepEqual(faults({ cursor: '' }), ['query.cursor too_short']));
