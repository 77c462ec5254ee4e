/**
 * Dollars per million of callers' requests and of an event that is delivered once, and the costs of
 * an idle month. They are made of calls to AWS and their units as the machine counts them, one call
 * at a time, and processor time of functions, each in its process. The list prices are below.
 * Lambda is taken to bill the processor time at its memory's share of a processor, and what each
 * call to AWS lasts. Storage, traces and what leaves AWS are left out.
 * Run: `npm run assembly && npx node bench/costs.ts`; ROUNDS says how many.
 */
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { readCommandLine } from '../bin/command-line.ts';
import {
  deliverWebhook,
  fanOutEvent,
  recordRequests,
  relayEvents,
  sweepScheduledWork,
} from '../functions/app/jobs/jobs.ts';
import { createCustomer, getCustomer } from '../functions/identity/customers/routes.ts';
import { functionName } from '../lib/environments.ts';
import type { RecordedCall } from '../local/recorder.ts';
import { idleMonth, idlePrices, seconds_a_month } from './idle-month.ts';
import {
  aCaller,
  arrived,
  customer,
  startEndpoint,
  startProcessorClock,
  startSandbox,
} from './local-run.ts';
import { keepSamples } from './results.ts';
import { gathered } from './samples.ts';

readCommandLine({
  usage: `npx node bench/costs.ts

Counts what calls cost, after \`npm run assembly\`.`,
});

/**
 * List prices of AWS in dollars, without free tiers, discounts and taxes: N. Virginia (us-east-1), Lambda on arm64, as
 * published in 2025. Ireland is dearer by an eighth for DynamoDB and logs, and the same for the rest.
 */
const prices = {
  /** One call of a REST API. */
  gateway_call: 3.5e-6,
  lambda_invocation: 0.2e-6,
  lambda_gb_second: 0.0000133334,
  /** On demand, a unit of DynamoDB. */
  write_unit: 0.625e-6,
  read_unit: 0.125e-6,
  kms_call: 0.03e-4,
  /** One event of up to 64 KB put on a bus. */
  bus_event: 1e-6,
  log_gigabyte: 0.5,
  ...idlePrices,
} as const;

/** Where a function's time is made of what it computes and what it waits for, Lambda gives it so much of a processor. */
const processors_per_megabyte = 1 / 1769;

/**
 * The time that one call of DynamoDB, KMS, EventBridge or SQS is taken to last within a region, in
 * milliseconds: they say single digits.
 */
const round_trip_ms = 5;

const rounds = Number(process.env.ROUNDS ?? 7);
const rounds_before = 10;
const repetitions = 10;

const local = await startSandbox();
const call = await aCaller(local, 'Bench');

/**
 * Repeats something that invokes these functions once each, by rounds, after rounds that are not
 * counted. Returns the use of them by a repetition, in units, calls, milliseconds and dollars;
 * `besides` is paid for each as well, in all but in no part.
 */
const taken = async (ids: readonly string[], besides: number, repeat: () => Promise<unknown>) => {
  for (let index = 0; index < rounds_before * repetitions; index++) await repeat();
  const names = new Set(ids.map((id) => functionName('sandbox', id)));
  let log_bytes = 0;
  const unsubscribe = local.logs.subscribe(({ functionName: name, line }) => {
    if (names.has(name)) log_bytes += Buffer.byteLength(line) + 1;
  });
  const each = (sum: number) => sum / repetitions;
  const all = [];
  for (let round = 0; round < rounds; round++) {
    const [clock, logged_before] = [await startProcessorClock(local, ids), log_bytes];
    let processor: Readonly<Record<string, number>> = {};
    const recorded = await local.recorder.during(async () => {
      for (let index = 0; index < repetitions; index++) await repeat();
      processor = await clock();
    });
    const own = recorded.filter((one) => one.function !== undefined && names.has(one.function));
    const read = each(unitsOf(own.filter(isRead)));
    const write = each(unitsOf(own)) - read;
    const paid = {
      functions: sumOf(ids.map((id) => functionDollars(id, each(processor[id] ?? 0), own))),
      tables: read * prices.read_unit + write * prices.write_unit,
      messages: each(messageDollars(own)),
      logs: each(((log_bytes - logged_before) / 1e9) * prices.log_gigabyte),
    };
    const processor_ms = each(sumOf(Object.values(processor)));
    const in_all = besides + sumOf(Object.values(paid));
    all.push({ read, write, calls: each(own.length), processor_ms, ...paid, in_all });
  }
  unsubscribe();
  return gathered(all);
};

const sumOf = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0);
const unitsOf = (calls: readonly RecordedCall[]) =>
  sumOf(calls.map(({ capacityUnits }) => capacityUnits));
const isRead = ({ operation }: RecordedCall) =>
  /^(Get|BatchGet|Query|Scan|TransactGet)/.test(operation);

const messageDollars = (calls: readonly RecordedCall[]): number => {
  const { kms = [], events = [], sqs = [] } = Object.groupBy(calls, ({ service }) => service);
  return (
    kms.length * prices.kms_call +
    events.length * prices.bus_event +
    sqs.length * prices.queue_request
  );
};

/**
 * The cost of one invocation that takes so much of the processor, and asks AWS as often as those of
 * a round do on the average.
 */
const functionDollars = (
  id: string,
  processor_ms: number,
  own: readonly RecordedCall[],
): number => {
  const name = functionName('sandbox', id);
  const memory_mb = local.pool.functions.get(name)?.memory_mb ?? Number.NaN;
  const asked = own.filter((each) => each.function === name).length / repetitions;
  const billed_s =
    (processor_ms / (memory_mb * processors_per_megabyte) + asked * round_trip_ms) / 1000;
  return prices.lambda_invocation + billed_s * (memory_mb / 1024) * prices.lambda_gb_second;
};

const { id } = await call('POST', 'customers', customer);
const gateway = prices.gateway_call;
const create = await taken([createCustomer.id], gateway, () => call('POST', 'customers', customer));
const get = await taken([getCustomer.id], gateway, () => call('GET', `customers/${id}`));

const endpoint = await startEndpoint();
await call('POST', 'webhooks', {
  url: `${endpoint.origin}/hook`,
  event_types: ['customer.created'],
});
// The bus puts its message, and Lambda receives and deletes: of both queues, one message at a time.
const queues = { bus_puts: 1, received_and_deleted: 2 * 2 };
const queue_requests = (queues.bus_puts + queues.received_and_deleted) * prices.queue_request;
const event = await taken(
  [relayEvents.id, fanOutEvent.id, deliverWebhook.id],
  queue_requests,
  async () => {
    const before = endpoint.received.length;
    await call('POST', 'customers', customer);
    await arrived(endpoint, before + 1);
  },
);

/** A request in the log: its line alone in a batch, which is the dearest way. */
const lines: string[] = [];
const unsubscribe = local.logs.subscribe(({ line }) => {
  if (line.includes('"event":"request"')) lines.push(line);
});
await call('GET', `customers/${id}`);
unsubscribe();
const request = await taken([recordRequests.id], 0, () => {
  const message = JSON.stringify({ ...JSON.parse(lines.at(-1) ?? ''), request_id: randomUUID() });
  const data = gzipSync(JSON.stringify({ logEvents: [{ message }] })).toString('base64');
  return local.invoke(functionName('sandbox', recordRequests.id), { awslogs: { data } });
});

const sweep = await taken([sweepScheduledWork.id], 0, () =>
  local.invoke(functionName('sandbox', sweepScheduledWork.id), {}),
);
endpoint.stop();
await local.stop();

const month = {
  sandbox: idleMonth('.build/assembly', 'sandbox'),
  live: idleMonth('.build/assembly', 'live'),
  sweeps: sweep.in_all.map((dollars) => (seconds_a_month / 60) * dollars),
};

keepSamples('costs', {
  rounds,
  repetitions,
  prices,
  besides: { gateway, queue_requests },
  taken: { create, get, event, request, sweep },
  month,
});
