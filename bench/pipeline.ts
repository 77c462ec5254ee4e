/**
 * From the commit of a change to the endpoint: deliveries a second through stream, bus, queues and
 * workers, and the time from an event's commit to its receipt. One endpoint on this machine,
 * changes made through the API. They are first made one after another, each waited for, then eight
 * at a time as fast as they go. A backlog that waits before the stream follows, and all of it
 * again. The processor time of an event is counted in a second run, whose functions each have a
 * process.
 * Run: `npm run assembly && npx node bench/pipeline.ts`; REPETITIONS says how many.
 */

import { readCommandLine } from '../bin/command-line.ts';
import { deliverWebhook, fanOutEvent, relayEvents } from '../functions/app/jobs/jobs.ts';
import { functionName } from '../lib/environments.ts';
import type { Local } from '../local/start.ts';
import { inParallel } from './by-turns.ts';
import {
  aCaller,
  arrived,
  type Caller,
  customer,
  type Receipt,
  startEndpoint,
  startProcessorClock,
  startSandbox,
} from './local-run.ts';
import { keepSamples } from './results.ts';
import { gathered, percentile } from './samples.ts';

readCommandLine({
  usage: `npx node bench/pipeline.ts

Measures the way of events to receivers.`,
});

const repetitions = Number(process.env.REPETITIONS ?? 4);
const changes_before = 400;
const paced_changes = 100;
const hurried_changes = 200;
const hurried_callers = 8;

const workers = [relayEvents.id, fanOutEvent.id, deliverWebhook.id];

/** A service with one endpoint, warm. */
const started = async () => {
  const local = await startSandbox();
  const endpoint = await startEndpoint();
  const service: Service = {
    local,
    call: await aCaller(local, 'Bench'),
    received: endpoint.received,
  };
  await service.call('POST', 'webhooks', { url: `${endpoint.origin}/hook` });
  await run(service, changes_before, hurried_callers);
  await run(service, paced_changes, 1);
  const end = async () => {
    endpoint.stop();
    await local.stop();
  };
  return { ...service, end };
};

type Service = {
  readonly local: Local;
  readonly call: Caller;
  readonly received: readonly Receipt[];
};

/** Makes so many customers by so many callers at a time; a single caller waits each time for the delivery. */
const make = async (service: Service, count: number, callers: number) => {
  const before = service.received.length;
  await inParallel(count, callers, async (nth) => {
    await service.call('POST', 'customers', customer);
    if (callers === 1) await arrived(service, before + nth);
  });
};

/** Has so many events delivered: milliseconds until they were made and delivered, and what they waited. */
const run = async (service: Service, count: number, callers: number) => {
  const [before, startedAt] = [service.received.length, Date.now()];
  await make(service, count, callers);
  const made = Date.now() - startedAt;
  await arrived(service, before + count);
  const some = service.received.slice(before);
  const waits = some.map(({ waited_ms }) => waited_ms);
  const delivered = Math.max(...some.map(({ at }) => at)) - startedAt;
  const at = (share: number) => percentile(waits, share) ?? Number.NaN;
  return { made, delivered, waited: { p50: at(0.5), p99: at(0.99) } };
};

/** Has so many events delivered that wait before the stream, while nothing else is made: milliseconds. */
const drain = async (service: Service, count: number): Promise<number> => {
  const { mappings } = service.local;
  const [before, relay] = [service.received.length, functionName('sandbox', relayEvents.id)];
  mappings.pause(relay);
  await make(service, count, hurried_callers);
  const startedAt = Date.now();
  mappings.resume(relay);
  await arrived(service, before + count);
  return Math.max(...service.received.slice(before).map(({ at }) => at)) - startedAt;
};

/** Does something with one service, again and again: the samples of what it comes to. */
const repeated = async <T>(action: (service: Service) => Promise<T>) => {
  const { end, ...service } = await started();
  const all: T[] = [];
  while (all.length < repetitions) all.push(await action(service));
  await end();
  return gathered(all);
};

const perSecond = (ms: number): number => (hurried_changes / ms) * 1000;

const flooded = await repeated(async (service) => {
  const paced = await run(service, paced_changes, 1);
  const hurried = await run(service, hurried_changes, hurried_callers);
  return {
    creates_per_second: perSecond(hurried.made),
    deliveries_per_second: perSecond(hurried.delivered),
    deliveries_per_second_of_a_backlog: perSecond(await drain(service, hurried_changes)),
    commit_to_receipt_ms_one_at_a_time: paced.waited,
    commit_to_receipt_ms_hurried: hurried.waited,
  };
});

/** The processor time of an event, by worker: milliseconds. */
const perEvent = async ({ local }: Service, count: number, deliver: () => Promise<unknown>) => {
  const taken = await startProcessorClock(local, workers);
  await deliver();
  return Object.fromEntries(Object.entries(await taken()).map(([id, ms]) => [id, ms / count]));
};

const processor_ms_per_event = await repeated(async (service) => ({
  one_at_a_time: await perEvent(service, paced_changes, () => run(service, paced_changes, 1)),
  hurried: await perEvent(service, hurried_changes, () =>
    run(service, hurried_changes, hurried_callers),
  ),
  of_a_backlog: await perEvent(service, hurried_changes, () => drain(service, hurried_changes)),
}));
keepSamples('pipeline', { repetitions, ...flooded, processor_ms_per_event });
