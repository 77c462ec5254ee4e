/**
 * From the commit of a change to the endpoint: deliveries a second through stream, bus, queues and workers, and the time
 * from an event's commit to its receipt. One endpoint on this machine, changes made through the API: first one after
 * another, each waited for, then eight at a time as fast as they go, then a backlog that waits before the stream, and all of
 * it again. What an event takes of the processor is counted in a second run, whose functions have processes of their own.
 * Run: `npm run assembly && node bench/pipeline.ts`.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { deliverWebhook, fanOutEvent, relayEvents } from '../functions/contract/workers.ts';
import { functionName } from '../lib/environments.ts';
import type { Local } from '../local/start.ts';
import { mediansOf, percentile, type Spread, spread } from './interleaved.ts';
import {
  aCaller,
  arrived,
  type Caller,
  customer,
  inLanes,
  type Receipt,
  startEndpoint,
  startProcessorClock,
  startSandbox,
} from './local-run.ts';
import { keepResults } from './results.ts';

const repetitions = Number(process.env.REPETITIONS ?? 15);
const paced_changes = 100;
const hurried_changes = 200;
const hurried_lanes = 8;

const workers = [relayEvents.id, fanOutEvent.id, deliverWebhook.id];

/** A service with one endpoint, warm. */
const started = async (options: Parameters<typeof startSandbox>[0] = {}) => {
  const local = await startSandbox(options);
  const endpoint = await startEndpoint();
  const service: Service = { local, call: await aCaller(local, 'Bench'), received: endpoint.received };
  await service.call('POST', 'webhooks', { url: `${endpoint.origin}/hook` });
  await run(service, 40, hurried_lanes);
  const end = async () => {
    endpoint.stop();
    await local.stop();
  };
  return { ...service, end };
};

type Service = { readonly local: Local; readonly call: Caller; readonly received: readonly Receipt[] };

/** Makes so many customers in so many lanes; a single lane waits each time until it was told of. */
const make = async (service: Service, count: number, lanes: number) => {
  const before = service.received.length;
  await inLanes(count, lanes, async (nth) => {
    await service.call('POST', 'customers', customer);
    if (lanes === 1) await arrived(service, before + nth);
  });
};

/** Has so many events delivered: milliseconds until they were made and delivered, and what they waited. */
const run = async (service: Service, count: number, lanes: number) => {
  const [before, begun] = [service.received.length, Date.now()];
  await make(service, count, lanes);
  const made = Date.now() - begun;
  await arrived(service, before + count);
  const some = service.received.slice(before);
  const waits = some.map(({ waited_ms }) => waited_ms);
  const delivered = Math.max(...some.map(({ at }) => at)) - begun;
  return { made, delivered, waited: { p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) } };
};

/** Has so many events delivered that wait before the stream, while nothing else is made: milliseconds. */
const drain = async (service: Service, count: number): Promise<number> => {
  const { mappings } = service.local;
  const [before, relay] = [service.received.length, functionName('sandbox', relayEvents.id)];
  mappings.pause(relay);
  await make(service, count, hurried_lanes);
  const begun = Date.now();
  mappings.resume(relay);
  await arrived(service, before + count);
  return Math.max(...service.received.slice(before).map(({ at }) => at)) - begun;
};

/** Does something again and again, and keeps what each time came to. */
const repeated = async <T>(action: () => Promise<T>): Promise<T[]> => {
  const all: T[] = [];
  while (all.length < repetitions) all.push(await action());
  return all;
};

type Ran = Awaited<ReturnType<typeof run>>;
const waitsOf = (all: readonly Ran[]) => ({
  p50: spread(all.map(({ waited }) => waited.p50 ?? Number.NaN)),
  p99: spread(all.map(({ waited }) => waited.p99 ?? Number.NaN)),
});
const perSecond = (all: readonly number[]): Spread => spread(all.map((ms) => (hurried_changes / ms) * 1000));

/** What an event takes of the processor, by worker: milliseconds, one event at a time, in a flood and of a backlog. */
const processorTime = async () => {
  const service = await started({ isolation: 'process' });
  const perEvent = async (count: number, deliver: () => Promise<unknown>): Promise<Record<string, number>> => {
    const taken = startProcessorClock(service.local, workers);
    await deliver();
    // The endpoint has heard of the last ones before their attempts are recorded.
    while (service.local.pool.instances().some((one) => one.state() === 'busy')) await pause(10);
    return Object.fromEntries(Object.entries(taken()).map(([id, ms]) => [id, ms / count]));
  };
  const spreads = (all: readonly Record<string, number>[]) =>
    Object.fromEntries(workers.map((id) => [id, spread(all.map((one) => one[id] ?? Number.NaN))]));
  await run(service, paced_changes, 1);
  await run(service, hurried_changes, hurried_lanes);
  const all = await repeated(async () => ({
    paced: await perEvent(paced_changes, () => run(service, paced_changes, 1)),
    hurried: await perEvent(hurried_changes, () => run(service, hurried_changes, hurried_lanes)),
    drained: await perEvent(hurried_changes, () => drain(service, hurried_changes)),
  }));
  await service.end();
  return {
    one_at_a_time: spreads(all.map(({ paced }) => paced)),
    hurried: spreads(all.map(({ hurried }) => hurried)),
    of_a_backlog: spreads(all.map(({ drained }) => drained)),
  };
};

const flooded = await started();
const all = await repeated(async () => ({
  paced: await run(flooded, paced_changes, 1),
  hurried: await run(flooded, hurried_changes, hurried_lanes),
  drained: await drain(flooded, hurried_changes),
}));
await flooded.end();
const spreads = {
  creates_per_second: perSecond(all.map(({ hurried }) => hurried.made)),
  deliveries_per_second: perSecond(all.map(({ hurried }) => hurried.delivered)),
  deliveries_per_second_of_a_backlog: perSecond(all.map(({ drained }) => drained)),
  commit_to_receipt_ms_one_at_a_time: waitsOf(all.map(({ paced }) => paced)),
  commit_to_receipt_ms_hurried: waitsOf(all.map(({ hurried }) => hurried)),
  processor_ms_per_event: await processorTime(),
};
const figures = { repetitions, ...mediansOf(spreads, 2), spreads };
console.log(JSON.stringify(figures, null, 2));
keepResults('pipeline', figures);
