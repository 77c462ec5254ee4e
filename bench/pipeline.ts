/**
 * From the commit of a change to the endpoint: deliveries a second through stream, bus, queues and workers, and the time
 * from an event's commit to its receipt. One endpoint on this machine, changes made through the API: first one after
 * another, each waited for, then eight at a time as fast as they go, then a backlog that waits before the stream. What an
 * event takes of the processor is counted in a second run, whose functions have processes of their own.
 * Run: `npm run assembly && node bench/pipeline.ts`.
 */

import { deliverWebhook, fanOutEvent, relayEvents } from '../functions/contract/workers.ts';
import { functionName } from '../lib/environments.ts';
import { aCaller, customer, percentile, startEndpoint, startProcessorClock, startSandbox } from './local-run.ts';
import { keepResults } from './results.ts';

const paced_changes = 100;
const hurried_changes = 300;
const hurried_lanes = 8;

const workers = [relayEvents.id, fanOutEvent.id, deliverWebhook.id];

/** A service with one endpoint, warm. */
const started = async (options: Parameters<typeof startSandbox>[0] = {}) => {
  const local = await startSandbox(options);
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
  /** Has so many events delivered: milliseconds until they were made and delivered, and what they waited. */
  const run = async (count: number, lanes: number) => {
    const [before, begun] = [received.length, Date.now()];
    await make(count, lanes);
    const made = Date.now() - begun;
    await arrived(before + count);
    const some = received.slice(before);
    const waits = some.map(({ waited_ms }) => waited_ms);
    const delivered = Math.max(...some.map(({ at }) => at)) - begun;
    return { made, delivered, waited: { p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) } };
  };
  /** Has so many events delivered that wait before the stream, while nothing else is made: milliseconds. */
  const drain = async (count: number): Promise<number> => {
    const [before, relay] = [received.length, functionName('sandbox', relayEvents.id)];
    local.mappings.pause(relay);
    await make(count, hurried_lanes);
    const begun = Date.now();
    local.mappings.resume(relay);
    await arrived(before + count);
    return Math.max(...received.slice(before).map(({ at }) => at)) - begun;
  };
  await call('POST', 'webhooks', { url: `${origin}/hook` });
  await run(40, hurried_lanes);
  const end = async () => {
    stop();
    await local.stop();
  };
  return { local, run, drain, end };
};

/** What an event takes of the processor, by worker: milliseconds, one event at a time. */
const processorTime = async () => {
  const { local, run, end } = await started({ isolation: 'process' });
  await run(paced_changes, 1);
  const taken = startProcessorClock(local, workers);
  await run(paced_changes, 1);
  const perEvent = Object.entries(taken()).map(([id, ms]) => [id, ms / paced_changes]);
  await end();
  return Object.fromEntries(perEvent);
};

const { run, drain, end } = await started();
const paced = await run(paced_changes, 1);
const hurried = await run(hurried_changes, hurried_lanes);
const perSecond = (ms: number) => Math.round((hurried_changes / ms) * 1000);
const backlog = perSecond(await drain(hurried_changes));
await end();
const figures = {
  creates_per_second: perSecond(hurried.made),
  deliveries_per_second: perSecond(hurried.delivered),
  deliveries_per_second_of_a_backlog: backlog,
  commit_to_receipt_ms_one_at_a_time: paced.waited,
  commit_to_receipt_ms_hurried: hurried.waited,
  processor_ms_per_event_one_at_a_time: await processorTime(),
};
console.log(figures);
keepResults('pipeline', figures);
