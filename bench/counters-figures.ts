import assert from 'node:assert/strict';
import { getFigures, getOverview } from '../functions/app/overview/routes.ts';
import type { Route } from '../functions/core/route.ts';
import { getWebhookStatistics } from '../functions/delivery/webhooks/delivery-routes.ts';
import type { Core } from '../local/dynamodb/engine/core.ts';
import { anEvent, invoke } from '../test/helpers/api-event.ts';
import type { Any } from '../test/helpers/printed-document.ts';
import { assertNear, homeOf, type Lists, monthFiguresOf, statisticsOf } from './counters-lists.ts';
import { webhookIds } from './counters-seed.ts';
import { meteredTables, type Spent } from './counters-tables.ts';

const operator = { operator_id: 'opr_01jd5fq7k9e8xv3m2n4p6r8t0w', operator_role: 'owner' };

/** The pages' routes over these tables, and what each reads. */
export const openFigures = async (core: Core) => {
  const tables = await meteredTables(core);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${tables.port}`,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    ENVIRONMENT: 'sandbox',
  });
  const [home, month, statistics] = await Promise.all([
    import('../functions/app/overview/get.ts'),
    import('../functions/app/overview/get-figures.ts'),
    import('../functions/delivery/webhooks/get-statistics.ts'),
  ]);
  const units: Record<string, Pick<Spent, 'read' | 'counters_read' | 'queries'>> = {};
  const get = async (name: string, of: { handler: unknown }, route: Route, sent: object = {}) => {
    tables.spent();
    const { status, json, text } = await invoke(
      of.handler,
      anEvent(route, { ...sent, authorizer: operator }),
    );
    assert.equal(status, 200, text);
    const { read, counters_read, queries } = tables.spent();
    units[name] = { read, counters_read, queries };
    return json as Any;
  };
  const readAll = async () => {
    const statisticsBy: Record<string, Any> = {};
    for (const webhook_id of webhookIds)
      for (const period of ['day', 'week'] as const)
        statisticsBy[`${webhook_id} ${period}`] = await get(
          `a webhook's ${period}`,
          statistics,
          getWebhookStatistics,
          { params: { webhook_id }, query: [['period', period]] },
        );
    return {
      home: await get('Home with badges', home, getOverview),
      month: await get('30 days', month, getFigures),
      statistics: statisticsBy,
    };
  };
  return { readAll, units, stop: tables.stop };
};

export type Figures = Awaited<ReturnType<Awaited<ReturnType<typeof openFigures>>['readAll']>>;

/** Asserts that every figure equals the lists; how many numbers were compared. */
export const assertEqual = ({ home, month, statistics }: Figures, lists: Lists): number => {
  const now = new Date(home.as_of);
  const wanted = homeOf(lists, now);
  const shown: Any = {};
  for (const name of Object.keys(wanted)) shown[name] = home[name];
  assertSummaries(shown, wanted);
  const { latency, counted, approved, declined, ...rest } = monthFiguresOf(lists, now);
  assert.deepEqual({ days: month.days, spending: month.spending }, rest);
  const reasons = month.authorizations.declined.map(({ reason, count }: Any) => [reason, count]);
  assert.deepEqual(
    { ...month.authorizations, declined: Object.fromEntries(reasons) },
    { counted, approved, declined },
  );
  assertLatency(month.latency, latency, '30 days');
  for (const webhook_id of webhookIds)
    for (const period of ['day', 'week'] as const) {
      const [of, read] = [`${webhook_id} ${period}`, statistics[`${webhook_id} ${period}`]];
      const exact = statisticsOf(lists, webhook_id, period, now);
      assert.deepEqual(read.deliveries, exact.deliveries, of);
      assertLatency(read.latency, exact.latency, of);
      const errors = read.errors.reduce((sum: number, { count }: Any) => sum + count, 0);
      assert.equal(errors, exact.errors, of);
    }
  return numbersIn([shown, month, statistics]);
};

const assertSummaries = (shown: Any, wanted: Any): void => {
  const without = ({ p95_ms, ...rest }: Any) => rest;
  const bare = (all: Any) => ({
    ...all,
    last_day: without(all.last_day),
    day_before: without(all.day_before),
    hours: all.hours.map(without),
  });
  assert.deepEqual(bare(shown), bare(wanted));
  const both = (all: Any) => [all.last_day, all.day_before, ...all.hours];
  for (const [nth, { p95_ms }] of both(shown).entries())
    assertNear(p95_ms, both(wanted)[nth].p95_ms, `p95 ${nth}`);
};

const assertLatency = (shown: Any, exact: Any, of: string): void => {
  assert.equal(shown.attempts, exact.attempts, of);
  assertNear(shown.p50_ms, exact.p50_ms, `p50, ${of}`);
  assertNear(shown.p95_ms, exact.p95_ms, `p95, ${of}`);
};

const numbersIn = (value: unknown): number => {
  if (typeof value === 'number') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, one) => sum + numbersIn(one), 0);
};
