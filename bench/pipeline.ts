/**
 * From the commit of a change to the endpoint: deliveries a second through stream, bus, queues and workers, and the time
 * from an event's commit to its receipt. One endpoint on this machine, changes made through the API: first one after
 * another, each waited for, then eight at a time as fast as they go, then a backlog that waits before the stream.
 * Run: `npm run assembly && node bench/pipeline.ts`.
 */

import { deliverWebhook, fanOutEvent, relayEvents } from '../functions/contract/workers.ts';
import { functionName } from '../lib/environments.ts';
import { aCaller, customer, percentile, startEndpoint, startProcessorClock, startSandbox } from './local-run.ts';
import { keepResults } from './results.ts';

const paced_changes = 100;
const hurried_changes = 300;
const hurried_lanes = 8;

const local = await startSandbox();
const { origin, received, stop } = await startEndpoint();
const call = await aCaller(local, 'Bench');

const arrived = async (count: number) => {
  while (received.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** Makes so many customers in so many lanes; a single lane waits each time until it was told of. */
const make = async (count: number, lanes: number) => {
  const before = received.length;
  let left = count;
  const lane = async () => {
    while (left-- > 0) {
      await call('POST', 'customers', customer);
      if (lanes === 1) await arrived(before + count - left);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};

const workers = [relayEvents.id, fanOutEvent.id, deliverWebhook.id];

/** Has so many events delivered: milliseconds until they were made and delivered, and what they waited and cost. */
const run = async (count: number, lanes: number) => {
  const [before, started, taken] = [received.length, Date.now(), await startProcessorClock(local, workers)];
  await make(count, lanes);
  const made = Date.now();
  await arrived(before + count);
  const some = received.slice(before);
  const waits = some.map(({ waited_ms }) => waited_ms);
  const cpu = Object.entries(await taken()).map(([id, ms]) => [id, Number((ms / count).toFixed(2))]);
  return {
    ...{ made: made - started, delivered: Math.max(...some.map(({ at }) => at)) - started },
    waited: { p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) },
    cpu: Object.fromEntries(cpu),
  };
};

/** Has so many events delivered that wait before the stream, while nothing else is made: milliseconds. */
const drain = async (count: number): Promise<number> => {
  const [before, relay] = [received.length, functionName('sandbox', relayEvents.id)];
  local.mappings.pause(relay);
  await make(count, hurried_lanes);
  const started = Date.now();
  local.mappings.resume(relay);
  await arrived(before + count);
  return Math.max(...received.slice(before).map(({ at }) => at)) - started;
};

await call('POST', 'webhooks', { url: `${origin}/hook` });
await run(40, hurried_lanes); // Warms every function up.
const paced = await run(paced_changes, 1);
const hurried = await run(hurried_changes, hurried_lanes);
const perSecond = (ms: number) => Math.round((hurried_changes / ms) * 1000);
const figures = {
  creates_per_second: perSecond(hurried.made),
  deliveries_per_second: perSecond(hurried.delivered),
  deliveries_per_second_of_a_backlog: perSecond(await drain(hurried_changes)),
  commit_to_receipt_ms_one_at_a_time: paced.waited,
  commit_to_receipt_ms_hurried: hurried.waited,
  processor_ms_per_event_one_at_a_time: paced.cpu,
};
console.log(figures);
keepResults('pipeline', figures);
stop();
await local.stop();
