/**
 * Dollars per million of what callers ask for and of an event that is delivered once, and what an idle month costs: calls to
 * AWS and their units as the machine counts them, one call at a time, processor time of functions in processes of their own,
 * and the list prices of prices.ts. Lambda is taken to bill the processor time at its memory's share of a processor, and
 * what each call to AWS lasts. Storage, traces and what leaves AWS are left out.
 * Run: `npm run assembly && node bench/costs.ts`.
 */
import { globSync, readFileSync } from 'node:fs';
import { createCustomer, getCustomer } from '../functions/contract/customers/routes.ts';
import { deliverWebhook, fanOutEvent, relayEvents, sweepDueWork } from '../functions/contract/workers.ts';
import { functionName } from '../lib/environments.ts';
import type { RecordedCall } from '../local/recorder.ts';
import { printed, type Spread, spread } from './interleaved.ts';
import { aCaller, arrived, customer, startEndpoint, startProcessorClock, startSandbox } from './local-run.ts';
import { idle_polls_a_second, prices, processors_per_megabyte, round_trip_ms } from './prices.ts';
import { keepResults } from './results.ts';

const rounds = 15;
const rounds_before = 5;
const repetitions = 20;
const seconds_a_month = 30 * 24 * 3600;

const local = await startSandbox({ isolation: 'process' });
const call = await aCaller(local, 'Bench');

/** What one repetition takes of some functions, each invoked once. */
type Taken = {
  readonly units: { readonly read: number; readonly write: number };
  readonly dollars: Readonly<Record<'functions' | 'tables' | 'messages' | 'logs', number>>;
  readonly calls: number;
  readonly processor_ms: Spread;
  /** Of all that is paid for it. */
  readonly in_all: Spread;
};

/**
 * Repeats something that invokes these functions once each, by rounds, after five rounds that are not counted; `besides` is
 * paid for each as well. Rounds differ by their processor time; calls, units and lines are counted over all of them.
 */
const taken = async (ids: readonly string[], besides: number, repeat: () => Promise<unknown>): Promise<Taken> => {
  for (let index = 0; index < rounds_before * repetitions; index++) await repeat();
  const names = new Set(ids.map((id) => functionName('sandbox', id)));
  let log_bytes = 0;
  const unsubscribe = local.logs.subscribe(({ functionName: name, line }) => {
    if (names.has(name)) log_bytes += Buffer.byteLength(line) + 1;
  });
  const processor: Record<string, number>[] = [];
  const all = await local.recorder.during(async () => {
    for (let round = 0; round < rounds; round++) {
      const clock = startProcessorClock(local, ids);
      for (let index = 0; index < repetitions; index++) await repeat();
      processor.push(Object.fromEntries(Object.entries(clock()).map(([id, ms]) => [id, ms / repetitions])));
    }
  });
  unsubscribe();
  const own = all.filter((each) => each.function !== undefined && names.has(each.function));
  const units = { read: unitsOf(own, isRead), write: unitsOf(own, (each) => !isRead(each)) };
  const { kms = [], events = [], sqs = [] } = Object.groupBy(own, ({ service }) => service);
  const messages = kms.length * prices.kms_call + events.length * prices.bus_event + sqs.length * prices.queue_request;
  const each = (sum: number) => sum / (rounds * repetitions);
  const functions = processor.map((of) => ids.reduce((sum, id) => sum + functionDollars(id, of[id] ?? 0, own), 0));
  const paid = {
    tables: each(units.read * prices.read_unit + units.write * prices.write_unit),
    messages: each(messages),
    logs: each((log_bytes / 1e9) * prices.log_gigabyte),
  };
  const rest = besides + sumOf(paid);
  return {
    units: { read: each(units.read), write: each(units.write) },
    dollars: { functions: spread(functions).median, ...paid },
    calls: each(own.length),
    processor_ms: spread(processor.map(sumOf)),
    in_all: spread(functions.map((dollars) => dollars + rest)),
  };
};

const sumOf = (parts: Readonly<Record<string, number>>) => Object.values(parts).reduce((sum, part) => sum + part, 0);

/** What one invocation costs that takes so much of the processor, and asks AWS as often as all of them do on the average. */
const functionDollars = (id: string, processor_ms: number, own: readonly RecordedCall[]): number => {
  const name = functionName('sandbox', id);
  const memory_mb = local.pool.functions.get(name)?.memory_mb ?? Number.NaN;
  const asked = own.filter((each) => each.function === name).length / (rounds * repetitions);
  const billed_s = (processor_ms / (memory_mb * processors_per_megabyte) + asked * round_trip_ms) / 1000;
  return prices.lambda_invocation + billed_s * (memory_mb / 1024) * prices.lambda_gb_second;
};

type Template = {
  readonly Type: string;
  readonly Properties: {
    /** Of an alarm over an expression: the expression, and what it is made of. */
    readonly Metrics?: readonly { readonly MetricStat?: object }[];
    /** A stream has one, a queue has none. */
    readonly StartingPosition?: string;
  };
};

const isRead = ({ operation }: RecordedCall) => /^(Get|BatchGet|Query|Scan|TransactGet)/.test(operation);
const unitsOf = (calls: readonly RecordedCall[], which: (each: RecordedCall) => boolean) =>
  calls.filter(which).reduce((sum, { capacityUnits }) => sum + capacityUnits, 0);

/** Dollars per million. */
const rowOf = ({ units, calls, processor_ms, dollars, in_all: { p10, median, p90 } }: Taken) => ({
  ...units,
  calls,
  processor_ms: printed(processor_ms, 2),
  ...Object.fromEntries(Object.entries(dollars).map(([name, each]) => [name, (each * 1e6).toFixed(2)])),
  in_all: printed({ p10: p10 * 1e6, median: median * 1e6, p90: p90 * 1e6 }, 2),
});

const { id } = await call('POST', 'customers', customer);
const gateway = prices.gateway_call;
const create = await taken([createCustomer.id], gateway, () => call('POST', 'customers', customer));
const get = await taken([getCustomer.id], gateway, () => call('GET', `customers/${id}`));

const endpoint = await startEndpoint();
await call('POST', 'webhooks', { url: `${endpoint.origin}/hook`, event_types: ['customer.created'] });
// The bus puts its message, and Lambda receives and deletes: of both queues, one message at a time.
const queues = { bus_puts: 1, received_and_deleted: 2 * 2 };
const queue_requests = (queues.bus_puts + queues.received_and_deleted) * prices.queue_request;
const event = await taken([relayEvents.id, fanOutEvent.id, deliverWebhook.id], queue_requests, async () => {
  const before = endpoint.received.length;
  await call('POST', 'customers', customer);
  await arrived(endpoint, before + 1);
});

const sweep = await taken([sweepDueWork.id], 0, () => local.invoke(functionName('sandbox', sweepDueWork.id), {}));
endpoint.stop();
await local.stop();

const templates = globSync('.build/assembly/assembly-sandbox/*.template.json').map((file) =>
  readFileSync(file, 'utf8'),
);
const resources = templates.flatMap((text) => Object.values<Template>(JSON.parse(text).Resources));
const ofType = (type: string) => resources.filter((each) => each.Type === type);
const watched = ofType('AWS::CloudWatch::Alarm').map(
  ({ Properties: { Metrics } }) => Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1,
);
const watched_metrics = watched.reduce((sum, metrics) => sum + metrics, 0);
const polled = ofType('AWS::Lambda::EventSourceMapping').filter(
  ({ Properties: { StartingPosition } }) => StartingPosition === undefined,
);
const month = {
  alarms: watched_metrics * prices.alarm_metric_month,
  metrics_of_lines: ofType('AWS::Logs::MetricFilter').length * prices.custom_metric_month,
  keys: ofType('AWS::KMS::Key').length * prices.key_month,
  empty_polls: polled.length * idle_polls_a_second * seconds_a_month * prices.queue_request,
  sweeps: (seconds_a_month / 60) * sumOf(sweep.dollars),
};

const total = sumOf(month);
console.log('what each takes, and dollars per million');
console.table(
  Object.fromEntries(Object.entries({ create, get, event, sweep }).map(([name, one]) => [name, rowOf(one)])),
);
console.log(`dollars of an idle month of one environment: ${total.toFixed(2)}`, month);
keepResults('costs', {
  rounds,
  repetitions,
  prices,
  /** Of the API for a call, of the queues for an event: in all that each costs, and not in its parts. */
  besides: { gateway, queue_requests },
  taken: { create, get, event, sweep },
  watched_metrics,
  month,
});
