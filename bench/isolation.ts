/**
 * Who waits for a dead endpoint and a loud neighbour: 49 healthy endpoints of four businesses, first among themselves, then
 * beside one that takes every request and answers none, and a business that makes a hundred changes at once every ten
 * seconds. Those take the processors of this machine as well, which no queue shares out: so in between the same business
 * floods another service on the same machine, with which the healthy ones share nothing but processors. All in real time:
 * an attempt on the dead one takes its ten seconds. What a plain queue would have attempted there is counted from the
 * events that were made for it: each again at the times of the schedule after its attempt's deadline, as long as the run
 * lasts.
 * Run: `npm run assembly && node bench/isolation.ts`; fewer seconds than 150 show that it runs, and no more than that.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { attempt_deadline_ms } from '../functions/domain/deliveries/claim.ts';
import { retry_steps_ms } from '../functions/domain/deliveries/schedule.ts';
import type { Local } from '../local/start.ts';
import { percentile, spread } from './interleaved.ts';
import { customer_every_ms, dead_every_ms, endpoints, flood_changes, flood_every_ms } from './isolation-load.ts';
import { aCaller, type Caller, customer, inLanes, type Receipt, startEndpoint, startSandbox } from './local-run.ts';
import { keepResults } from './results.ts';

const beside_ms = Number(process.argv[2] ?? 150) * 1000;
const alone_ms = Math.min(60_000, beside_ms);
const first_ms = Math.min(20_000, beside_ms);
const flood_lanes = 8;

const local = await startSandbox();
const dead = '/dead';
const { origin, received, stop } = await startEndpoint((path, response) => path !== dead && response.end());

const businesses: Caller[] = [];
for (const [position, count] of endpoints.entries()) {
  const call = await aCaller(local, `Business ${position}`);
  for (let made = 0; made < count; made += 1)
    await call('POST', 'webhooks', { url: `${origin}/healthy/${made}`, event_types: ['customer.created'] });
  businesses.push(call);
}

/** Does something again and again until the time is over, the first time after a share of its pause. */
const every = async (ms: number, end: number, action: () => Promise<unknown>, share = 0): Promise<void> => {
  await pause(ms * share);
  for (let next = Date.now(); next < end; next += ms) {
    await pause(Math.max(0, next - Date.now()));
    await action();
  }
};

/**
 * Healthy traffic for so long; what its requests waited, once all have arrived, all together and by windows in each of which
 * the loud business floods once.
 */
const healthy = async (ms: number) => {
  const [before, begun] = [received.length, Date.now()];
  const end = begun + ms;
  let expected = 0;
  await Promise.all(
    businesses.map((call, position) => {
      const told = async () => {
        await call('POST', 'customers', customer);
        expected += endpoints[position] ?? 0;
      };
      return every(customer_every_ms, end, told, position / businesses.length);
    }),
  );
  const arrived = () => received.slice(before).filter(({ path }) => path.startsWith('/healthy'));
  while (arrived().length < expected) await pause(50);
  const waits = arrived().map(({ waited_ms }) => waited_ms);
  const windowOf = ({ at, waited_ms }: Receipt) => Math.floor((at - waited_ms - begun) / flood_every_ms);
  const windows = Object.values(Object.groupBy(arrived(), windowOf)).map((some = []) =>
    some.map((one) => one.waited_ms),
  );
  const spreadOf = (share: number) => spread(windows.map((some) => percentile(some, share) ?? Number.NaN));
  return {
    deliveries: waits.length,
    ...{ p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) },
    by_windows: { p50: spreadOf(0.5), p99: spreadOf(0.99) },
  };
};

/** When each event happened that the dead endpoint is to be told of. */
const toldToDead: number[] = [];

const toDead = async (first: Caller, end: number): Promise<void> => {
  const { id } = await first('POST', 'customers', customer);
  await every(dead_every_ms, end, async () => {
    await first('PATCH', `customers/${id}`, { metadata: { at: `${Date.now()}` } });
    toldToDead.push(Date.now());
  });
};

const flood = async (loud: Caller, end: number): Promise<void> => {
  await every(flood_every_ms, end, () =>
    inLanes(flood_changes, flood_lanes, () => loud('POST', 'customers', customer)),
  );
};

/** The attempts of a queue that knows no endpoint's health: each event's first at once, each further one a step after the last. */
const plainAttempts = (end: number): number =>
  toldToDead.reduce((sum, told) => {
    let [attempts, at] = [0, told];
    for (const step_ms of [...retry_steps_ms, Number.POSITIVE_INFINITY]) {
      if (at >= end) break;
      attempts += 1;
      at += attempt_deadline_ms + step_ms;
    }
    return sum + attempts;
  }, 0);

/** Healthy traffic beside that of others: at first, which starts instances that are held up, and then for as long as asked. */
const twice = async (others: (end: number) => Promise<void>) => {
  const during = async (ms: number) => (await Promise.all([healthy(ms), others(Date.now() + ms)]))[0];
  return { at_first: await during(first_ms), later: await during(beside_ms) };
};

/** A business that wants to hear of all that it does. */
const aLoudOne = async (service: Local): Promise<Caller> => {
  const loud = await aCaller(service, 'Loud');
  await loud('POST', 'webhooks', { url: `${origin}/loud` });
  return loud;
};

await healthy(customer_every_ms); // Warms every function up.
const without = await healthy(alone_ms);
const another = await startSandbox();
const elsewhere = await aLoudOne(another);
const besideAnother = await twice((end) => flood(elsewhere, end));
await another.stop();
const [first] = businesses;
if (!first) throw new Error('nobody is there');
await first('POST', 'webhooks', { url: `${origin}${dead}`, event_types: ['customer.updated'] });
const loud = await aLoudOne(local);
const loudBefore = received.length;
const beside = await twice(async (end) => void (await Promise.all([toDead(first, end), flood(loud, end)])));
const end = Date.now();
const attempts = received.filter(({ path, at }) => path === dead && at < end).length;
const plain = plainAttempts(end);
const share = (a = 0, b = 1) => Number((a / b).toFixed(2));
const figures = {
  commit_to_receipt_ms_healthy: { alone: without, flood_elsewhere: besideAnother, beside },
  p99_beside_over_alone: share(beside.later.p99, without.p99),
  p99_beside_over_flood_elsewhere: share(beside.later.p99, besideAnother.later.p99),
  flood: { deliveries: received.slice(loudBefore).filter(({ path }) => path === '/loud').length },
  dead: { events: toldToDead.length, attempts, attempts_of_a_plain_queue: plain },
  attempts_fall_by_percent: Number((100 * (1 - attempts / plain)).toFixed(1)),
};
console.log(JSON.stringify(figures, null, 2));
if (process.argv[2] === undefined) keepResults('isolation', figures);
stop();
await local.stop();
