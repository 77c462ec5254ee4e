import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Delivery } from '../../../functions/deliveries/model.ts';
import {
  beginsOf,
  countedStatuses,
  errorCausesOf,
  latencyOf,
  periods,
  reads_max,
} from '../../../functions/deliveries/statistics.ts';
import { deliveriesBySpan } from '../../../functions/deliveries/statistics-table.ts';
import { saveDelivery } from '../../../functions/deliveries/table.ts';
import { idsAt } from '../../../functions/new-id.ts';
import { aStoredDelivery } from '../../helpers/fixtures/deliveries.ts';
import { testDatabase } from '../../helpers/test-database.ts';

/** Deliveries of each of these hours, in turns of two webhooks. */
const inHours = (hours: readonly string[], each: number) =>
  hours.flatMap((hour) =>
    Array.from({ length: each }, (_, nth) =>
      saveDelivery(
        aStoredDelivery({
          id: idsAt(new Date(`2026-11-20T${hour}:30:00Z`))('delivery'),
          ...{ status: 'failed', webhook_id: nth % 2 === 0 ? 'whk_1' : 'whk_2' },
        }),
      ),
    ),
  );

test('more deliveries than are read at once are counted by the database, those of one webhook alone', async () => {
  const { db, asked } = testDatabase(inHours(['12', '13', '14', '15'], 400));
  const { tenant_id: tenant } = aStoredDelivery();
  const begins = ['13', '14', '15'].map((hour) => new Date(`2026-11-20T${hour}:00:00Z`));
  const counted = async (webhook_id?: string) => {
    const { spans, more } = await deliveriesBySpan(db, { tenant, ...(webhook_id && { webhook_id }) }, begins, 4);
    return [...spans.map(({ failed }) => failed), more];
  };
  assert.deepEqual(await counted(), [400, 400, 400, false]);
  assert.deepEqual(await counted('whk_1'), [200, 200, 200, false]);
  // Four statuses, and of the one with more than a thousand the hour in which the reading stopped.
  assert.equal(asked().queries, 2 * (4 + 1));
});

type Last = NonNullable<Delivery['last_attempt']>;

const tried = (duration_ms: number, over: Partial<Last> = {}): Pick<Delivery, 'last_attempt'> => ({
  last_attempt: {
    ...{ number: 1, trigger: 'automatic', started_at: '2026-11-20T15:04:05.123Z', duration_ms },
    ...{ response_status: 200, error: null, ...over },
  },
});

const failed = (kind: NonNullable<Last['error']>['kind'], response_status: number | null, started_at: string) =>
  tried(1, { error: { kind, message: 'It failed.' }, response_status, started_at });

test('the statistics of a webhook read 112 MB at most, however many deliveries there are', () => {
  const reads = (['day', 'week'] as const).map(
    (name) => periods[name].spans * countedStatuses.length * reads_max[name],
  );
  assert.deepEqual(reads, [96, 112]);
});

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

test('latency is the smallest time that half and 95 % of the attempts did not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => tried(100 - i));
  assert.deepEqual(latencyOf(hundred), { attempts: 100, p50_ms: 50, p95_ms: 95 });
  assert.deepEqual(latencyOf([tried(7)]), { attempts: 1, p50_ms: 7, p95_ms: 7 });
  assert.deepEqual(latencyOf([{ last_attempt: null }]), { attempts: 0, p50_ms: null, p95_ms: null });
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
