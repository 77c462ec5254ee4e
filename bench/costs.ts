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
import { aCaller, arrived, customer, startEndpoint, startProcessorClock, startSandbox } from './local-run.ts';
import { idle_polls_a_second, prices, processors_per_megabyte, round_trip_ms } from './prices.ts';
import { keepResults } from './results.ts';

const repetitions = 100;
const seconds_a_month = 30 * 24 * 3600;

const local = await startSandbox({ isolation: 'process' });
const call = await aCaller(local, 'Bench');

/** What one repetition takes of some functions, each invoked once. */
type Taken = {
  readonly units: { readonly read: number; readonly write: number };
  readonly dollars: Readonly<Record<'functions' | 'tables' | 'messages' | 'logs', number>>;
  readonly calls: number;
  readonly processor_ms: number;
};

/** Repeats something that invokes these functions once each, after as many times that are not counted. */
const taken = async (ids: readonly string[], repeat: (index: number) => Promise<unknown>): Promise<Taken> => {
  for (let index = 0; index < repetitions; index++) await repeat(index);
  const names = new Set(ids.map((id) => functionName('sandbox', id)));
  let log_bytes = 0;
  const unsubscribe = local.logs.subscribe(({ functionName: name, line }) => {
    if (names.has(name)) log_bytes += Buffer.byteLength(line) + 1;
  });
  const clock = startProcessorClock(local, ids);
  const all = await local.recorder.during(async () => {
    for (let index = 0; index < repetitions; index++) await repeat(repetitions + index);
  });
  unsubscribe();
  const own = all.filter((each) => each.function !== undefined && names.has(each.function));
  const processor = clock();
  const cost = ids.reduce((sum, id) => sum + functionDollars(id, processor[id] ?? 0, own), 0);
  const units = { read: unitsOf(own, isRead), write: unitsOf(own, (each) => !isRead(each)) };
  const { kms = [], events = [], sqs = [] } = Object.groupBy(own, ({ service }) => service);
  const messages = kms.length * prices.kms_call + events.length * prices.bus_event + sqs.length * prices.queue_request;
  const each = (sum: number) => sum / repetitions;
  return {
    units: { read: each(units.read), write: each(units.write) },
    dollars: {
      functions: each(cost),
      tables: each(units.read * prices.read_unit + units.write * prices.write_unit),
      messages: each(messages),
      logs: each((log_bytes / 1e9) * prices.log_gigabyte),
    },
    calls: each(own.length),
    processor_ms: each(Object.values(processor).reduce((sum, ms) => sum + ms, 0)),
  };
};

const functionDollars = (id: string, processor_ms: number, own: readonly RecordedCall[]): number => {
  const name = functionName('sandbox', id);
  const memory_mb = local.pool.functions.get(name)?.memory_mb ?? Number.NaN;
  const waited_ms = own.filter((each) => each.function === name).length * round_trip_ms;
  const billed_s = (processor_ms / (memory_mb * processors_per_megabyte) + waited_ms) / 1000;
  return repetitions * prices.lambda_invocation + billed_s * (memory_mb / 1024) * prices.lambda_gb_second;
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

const rowOf = ({ units, calls, processor_ms, dollars }: Taken) => ({
  ...units,
  calls,
  processor_ms,
  ...millionsOf(dollars),
});
const millionsOf = (dollars: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(dollars).map(([name, each]) => [name, Number((each * 1e6).toFixed(2))]));

const sumOf = (dollars: Taken['dollars']) => Object.values(dollars).reduce((sum, each) => sum + each, 0);

const { id } = await call('POST', 'customers', customer);
const create = await taken([createCustomer.id], () => call('POST', 'customers', customer));
const get = await taken([getCustomer.id], () => call('GET', `customers/${id}`));

const endpoint = await startEndpoint();
await call('POST', 'webhooks', { url: `${endpoint.origin}/hook`, event_types: ['customer.created'] });
const event = await taken([relayEvents.id, fanOutEvent.id, deliverWebhook.id], async (index) => {
  await call('POST', 'customers', customer);
  await arrived(endpoint, index + 1);
});
// The bus puts its message, and Lambda receives and deletes: of both queues, one message at a time.
const queues = { bus_puts: 1, received_and_deleted: 2 * 2 };
const queue_requests = (queues.bus_puts + queues.received_and_deleted) * prices.queue_request;

const sweep = await taken([sweepDueWork.id], () => local.invoke(functionName('sandbox', sweepDueWork.id), {}));
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
const polled = ofType('AWS::Lambda::EventSourceMapping').filter(
  ({ Properties: { StartingPosition } }) => StartingPosition === undefined,
);
const month = {
  alarms: watched.reduce((sum, metrics) => sum + metrics, 0) * prices.alarm_metric_month,
  metrics_of_lines: ofType('AWS::Logs::MetricFilter').length * prices.custom_metric_month,
  keys: ofType('AWS::KMS::Key').length * prices.key_month,
  empty_polls: polled.length * idle_polls_a_second * seconds_a_month * prices.queue_request,
  sweeps: (seconds_a_month / 60) * sumOf(sweep.dollars),
};

const gateway = prices.gateway_call;
const perMillion = {
  create: gateway + sumOf(create.dollars),
  get: gateway + sumOf(get.dollars),
  'an event delivered once': queue_requests + sumOf(event.dollars),
};
const millions = millionsOf(perMillion);
const total = Object.values(month).reduce((sum, each) => sum + each, 0);
console.log('dollars per million');
console.table(millions);
console.log('what each takes');
console.table(
  Object.fromEntries(Object.entries({ create, get, event, sweep }).map(([name, one]) => [name, rowOf(one)])),
);
console.log(`dollars of an idle month of one environment: ${total.toFixed(2)}`, month);
keepResults('costs', {
  repetitions,
  prices,
  per_million: millions,
  taken: { create, get, event, sweep },
  month,
});
