import assert from 'node:assert/strict';
import type { Delivery } from '../../../../functions/delivery/deliveries/model.ts';
import {
  beginsOf,
  errorCausesOf,
  periods,
} from '../../../../functions/delivery/deliveries/statistics.ts';
import { test } from '../../../helpers/tests.ts';

type Last = NonNullable<Delivery['last_attempt']>;

const tried = (duration_ms: number, over: Partial<Last> = {}): Pick<Delivery, 'last_attempt'> => ({
  last_attempt: {
    number: 1,
    trigger: 'automatic',
    started_at: '2026-11-20T15:04:05.123Z',
    duration_ms,
    response_status: 200,
    error: null,
    ...over,
  },
});

const failed = (
  kind: NonNullable<Last['error']>['kind'],
  response_status: number | null,
  started_at: string,
) => tried(1, { error: { kind, message: 'It failed.' }, response_status, started_at });

test('a period ends with the hour or day that is not over yet', () => {
  const now = new Date('2026-11-20T15:04:05.123Z');
  const ends = (period: keyof typeof periods) => {
    const begins = beginsOf(periods[period], now).map((begin) => begin.toISOString());
    return [begins.length, begins[0], begins.at(-1)];
  };
  assert.deepEqual(ends('day'), [24, '2026-11-19T16:00:00.000Z', '2026-11-20T15:00:00.000Z']);
  assert.deepEqual(ends('week'), [7, '2026-11-14T00:00:00.000Z', '2026-11-20T00:00:00.000Z']);
  assert.deepEqual(ends('month'), [30, '2026-10-22T00:00:00.000Z', '2026-11-20T00:00:00.000Z']);
});

test('errors are grouped by kind and status, the most frequent first, with their newest attempt', () => {
  const [early, late] = ['2026-11-20T15:00:00.000Z', '2026-11-20T16:00:00.000Z'] as const;
  const found = errorCausesOf([
    failed('timeout', null, late),
    failed('http_status', 500, early),
    failed('http_status', 500, late),
    failed('http_status', 503, early),
    failed('http_status', 503, early),
    failed('http_status', 500, early),
    tried(3),
  ]);
  assert.deepEqual(found, [
    { kind: 'http_status', response_status: 500, count: 3, last_at: late },
    { kind: 'http_status', response_status: 503, count: 2, last_at: early },
    { kind: 'timeout', response_status: null, count: 1, last_at: late },
  ]);
});
