import assert from 'node:assert/strict';
import { keyOf, tableName } from '../functions/core/dynamodb/client.ts';
import { keys, partitions } from '../functions/core/dynamodb/keys.ts';
import type { Delivery } from '../functions/delivery/deliveries/model.ts';
import { isUndelivered } from '../functions/delivery/deliveries/states.ts';
import { beginsOf, countedStatuses, periods } from '../functions/delivery/deliveries/statistics.ts';
import { deliveryOf } from '../functions/delivery/deliveries/table.ts';
import { verificationStatuses } from '../functions/identity/verifications/states.ts';
import { verificationOf } from '../functions/identity/verifications/stored-form.ts';
import { countedAmount } from '../functions/issuing/authorizations/model.ts';
import { authorizationOf } from '../functions/issuing/authorizations/stored-form.ts';
import type { Core } from '../local/dynamodb/engine/core.ts';
import { tenant } from '../test/helpers/api-event.ts';
import { attributesOf, itemOf } from '../test/helpers/document-commands.ts';
import { itemsIn } from './counters-tables.ts';

const hour_ms = 3_600_000;
const day_ms = 24 * hour_ms;

/** The counted fields of every item in the lists of a business. */
export const readLists = (core: Core) => {
  const resources = (kind: string) =>
    itemsIn(core, { table: 'resources', partition: `${tenant}/${kind}` });
  const authorizations = [...resources('authorization')].map((item) => {
    const one = authorizationOf(item);
    const { approved, decline_reason, currency, created_at } = one;
    return { approved, decline_reason, currency, created_at, amount: countedAmount(one) };
  });
  const verifications = [...resources('verification')].map((item) => {
    const { status, created_at } = verificationOf(item);
    return { status, created_at, isReviewed: item.reviewing === true };
  });
  const customers = [...resources('customer')].map(({ created_at }) => String(created_at));
  const screenings = [...resources('screening')].filter(({ status }) => status === 'open').length;
  const deliveries = [...deliveriesIn(core)].map(
    ({ id, webhook_id, status, created_at, last_attempt }) => ({
      id,
      webhook_id,
      status,
      created_at,
      last_attempt: last_attempt && {
        duration_ms: last_attempt.duration_ms,
        error: last_attempt.error?.kind,
      },
    }),
  );
  return { authorizations, verifications, customers, screenings, deliveries };
};

export type Lists = ReturnType<typeof readLists>;

function* deliveriesIn(core: Core): Generator<Delivery> {
  const partition = partitions.deliveriesOfTenant(tenant);
  const TableName = tableName('deliveries');
  for (const { id } of itemsIn(core, { table: 'deliveries', index: 'by_tenant', partition })) {
    const Key = attributesOf(keyOf(keys.delivery(tenant, String(id))));
    yield deliveryOf(itemOf(core.call<{ Item: object }>('GetItem', { TableName, Key }).Item));
  }
}

/** The items that were created from one moment on, and before another. */
const within = <One extends { readonly created_at: string }>(
  all: readonly One[],
  from: Date,
  below?: Date,
): One[] =>
  all.filter(
    ({ created_at }) =>
      created_at >= from.toISOString() && (!below || created_at < below.toISOString()),
  );

const countBy = <One>(all: readonly One[], nameOf: (one: One) => string): Map<string, number> =>
  new Map([...Map.groupBy(all, nameOf)].map(([name, some]) => [name, some.length]));

const statusesOf = (deliveries: Lists['deliveries']) => {
  const counts = countBy(deliveries, ({ status }) => status);
  return Object.fromEntries(countedStatuses.map((status) => [status, counts.get(status) ?? 0]));
};

/** Percentiles of the newest attempts, exact. */
const percentilesOf = (deliveries: Lists['deliveries']) => {
  const all = deliveries
    .flatMap(({ last_attempt }) => (last_attempt ? [last_attempt.duration_ms] : []))
    .toSorted((one, other) => one - other);
  const at = (share: number) => all[Math.ceil(all.length * share) - 1] ?? null;
  return { attempts: all.length, p50_ms: at(0.5), p95_ms: at(0.95) };
};

const spendingOf = (authorizations: Lists['authorizations']) =>
  [...Map.groupBy(authorizations, ({ currency }) => currency)]
    .flatMap(([currency, some]) => {
      const spent = some.filter(({ approved, amount }) => approved || amount > 0);
      const amount = spent.reduce((sum, one) => sum + one.amount, 0);
      return spent.length > 0 ? [{ currency, amount }] : [];
    })
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));

const summaryOf = ({ deliveries, authorizations }: Lists, from: Date, below?: Date) => {
  const [sent, decided] = [within(deliveries, from, below), within(authorizations, from, below)];
  const approved = decided.filter((one) => one.approved).length;
  return {
    deliveries: statusesOf(sent),
    p95_ms: percentilesOf(sent).p95_ms,
    approved,
    declined: decided.length - approved,
    spending: spendingOf(decided),
  };
};

const upTo100 = (count: number) => ({ count: Math.min(count, 100), more: count > 100 });

/** Home as it must be, and its badges. */
export const homeOf = (lists: Lists, now: Date) => {
  const begins = beginsOf({ ...periods.day, spans: 48 }, now);
  const at = (nth: number) => begins[nth] as Date;
  return {
    last_day: summaryOf(lists, at(24)),
    day_before: summaryOf(lists, at(0), at(24)),
    hours: begins.slice(24).map((hour, nth) => ({
      hour: hour.toISOString(),
      ...summaryOf(lists, hour, begins[25 + nth]),
    })),
    undelivered: upTo100(lists.deliveries.filter(({ status }) => isUndelivered(status)).length),
    reviews_waiting: upTo100(lists.verifications.filter((one) => one.isReviewed).length),
    screenings_open: upTo100(lists.screenings),
  };
};

/** The figures of 30 days as they must be. */
export const monthFiguresOf = (lists: Lists, now: Date) => {
  const days = beginsOf(periods.month, now);
  const since = days[0] as Date;
  const decided = within(lists.authorizations, since);
  const declined = decided.filter((one) => !one.approved);
  return {
    days: days.map((day) => {
      const next = new Date(day.getTime() + day_ms);
      const statuses = countBy(within(lists.verifications, day, next), ({ status }) => status);
      return {
        day: day.toISOString().slice(0, 10),
        customers: within(
          lists.customers.map((created_at) => ({ created_at })),
          day,
          next,
        ).length,
        verifications: Object.fromEntries(
          verificationStatuses.map((status) => [status, statuses.get(status) ?? 0]),
        ),
      };
    }),
    latency: percentilesOf(within(lists.deliveries, beginsOf(periods.day, now)[0] as Date)),
    counted: decided.length,
    approved: decided.length - declined.length,
    declined: Object.fromEntries(countBy(declined, ({ decline_reason }) => String(decline_reason))),
    spending: days.toReversed().flatMap((day) =>
      spendingOf(within(decided, day, new Date(day.getTime() + day_ms))).map((spent) => ({
        day: day.toISOString().slice(0, 10),
        ...spent,
      })),
    ),
  };
};

/** The statistics of a webhook as they must be. */
export const statisticsOf = (
  lists: Lists,
  webhook_id: string,
  period: 'day' | 'week',
  now: Date,
) => {
  const begins = beginsOf(periods[period], now);
  const all = lists.deliveries.filter((one) => one.webhook_id === webhook_id);
  const since = within(all, begins[0] as Date);
  const newest = since.toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, 500);
  return {
    deliveries: begins.map((begin, nth) => ({
      begin: begin.toISOString(),
      ...statusesOf(within(all, begin, begins[nth + 1])),
    })),
    latency: percentilesOf(since),
    errors: newest.filter(({ last_attempt }) => last_attempt?.error !== undefined).length,
  };
};

/** Asserts that a percentile of a histogram is near the exact one: 5 %, and half a millisecond of rounding. */
export const assertNear = (got: number | null, exact: number | null, name: string): void => {
  const isNear =
    exact === null || got === null ? got === exact : Math.abs(got - exact) <= 0.05 * exact + 0.5;
  assert.ok(isNear, `${name}: ${got} for ${exact}`);
};
