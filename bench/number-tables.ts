import { printed, type Spread } from './interleaved.ts';

/** What `npm run bench` wrote, as far as docs/numbers.md tells of it. */
export type Results = {
  readonly pipeline: {
    readonly creates_per_second: number;
    readonly deliveries_per_second: number;
    readonly deliveries_per_second_of_a_backlog: number;
    readonly commit_to_receipt_ms_one_at_a_time: Waits;
    readonly commit_to_receipt_ms_hurried: Waits;
    readonly processor_ms_per_event: Readonly<
      Record<'one_at_a_time' | 'hurried' | 'of_a_backlog', Readonly<Record<string, number>>>
    >;
  };
  readonly isolation: {
    readonly commit_to_receipt_ms_healthy: {
      readonly alone: Waits;
      readonly flood_elsewhere: { readonly later: Waits };
      readonly beside: { readonly at_first: Waits; readonly later: Waits };
    };
    readonly p99_beside_over_flood_elsewhere: number;
    readonly dead: { readonly events: number; readonly attempts: number; readonly attempts_of_a_plain_queue: number };
  };
  readonly sender: {
    readonly repetitions: number;
    readonly operations: number;
    readonly in_flight: number;
    readonly figures: readonly { readonly name: string; readonly per_second: Spread; readonly ratio: Spread }[];
  };
  readonly scale: Readonly<Record<'get' | 'newest' | 'deep', Readonly<Record<'ms_few' | 'ms_many' | 'ratio', number>>>>;
  readonly creates: {
    readonly repetitions: number;
    readonly creates: number;
    readonly callers: Readonly<Record<'ours' | 'baseline', number>>;
    readonly with_its_event: Creating;
    readonly alone: Creating;
  };
  readonly startup: {
    readonly starts: number;
    readonly warm_runs: number;
    readonly rounds_before: number;
    readonly rounds: number;
    readonly repetitions: number;
    readonly started: Readonly<Record<string, Readonly<Record<'start_ms' | 'with_first_call_ms', Started>>>>;
    readonly warm_ms: Readonly<Record<string, Started>>;
    readonly bytes: Readonly<Record<string, Readonly<Record<'ours' | 'baseline' | 'bundled', number>>>>;
  };
  readonly costs: {
    readonly besides: { readonly gateway: number; readonly queue_requests: number };
    readonly taken: Readonly<Record<'create' | 'get' | 'event', Taken>>;
    readonly watched_metrics: number;
    readonly month: Readonly<Record<'alarms' | 'metrics_of_lines' | 'keys' | 'empty_polls' | 'sweeps', number>>;
  };
};

type Waits = { readonly p50: number; readonly p99: number };
type Compared = Readonly<Record<'ours' | 'baseline' | 'ratio', Spread>>;
type Creating = { readonly per_second: Compared; readonly processor_ms: Readonly<Record<string, Compared>> };
type Started = Compared & Readonly<Record<'bundled' | 'ratio_to_bundled', Spread>>;
type Taken = {
  readonly units: { readonly read: number; readonly write: number };
  readonly dollars: Readonly<Record<'functions' | 'tables' | 'messages' | 'logs', number>>;
  readonly calls: number;
  readonly in_all: Spread;
};

/** The text with every table written anew that stands between marks, `<!-- bench: name -->` and `<!-- end -->`. */
export const withTables = (text: string, results: Results): string =>
  text.replaceAll(/(<!-- bench: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, begin: string, name: string, end: string) => {
    const table = Object.hasOwn(tables, name) ? tables[name as keyof typeof tables] : undefined;
    if (!table) throw new Error(`there is no table ${name}`);
    return `${begin}${table(results).join('\n')}\n${end}`;
  });

const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const head = (...cells: readonly string[]): string[] => [row(...cells), `|${'---|'.repeat(cells.length)}`];

const fixed = ({ median }: Spread, digits = 0): string => grouped(median.toFixed(digits));
const grouped = (digits: string | number): string => String(digits).replace(/\B(?=(\d{3})+(?!\d))/g, ' ');
const waited = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`);
const both = ({ p50, p99 }: Waits): string => `${waited(p50)} (p50), ${waited(p99)} (p99)`;

/** The tables by their names, line by line. */
const tables = {
  pipeline: ({ pipeline }: Results) => {
    const workers = (of: Readonly<Record<string, number>>) =>
      Object.entries(of).map(([id, ms]) => `${id} ${ms.toFixed(1)} ms`);
    const { one_at_a_time, hurried, of_a_backlog } = pipeline.processor_ms_per_event;
    return [
      ...head('measured', ''),
      row(
        `flooded by ${Math.round(pipeline.creates_per_second)} creates a second`,
        `${Math.round(pipeline.deliveries_per_second)} deliveries a second; ` +
          `${Math.round(pipeline.deliveries_per_second_of_a_backlog)} of a backlog`,
      ),
      row('commit to receipt, one event at a time', both(pipeline.commit_to_receipt_ms_one_at_a_time)),
      row('commit to receipt, flooded', both(pipeline.commit_to_receipt_ms_hurried)),
      row('processor time of an event, one at a time', workers(one_at_a_time).join(', ')),
      row('processor time of an event, flooded', workers(hurried).join(', ')),
      row('processor time of an event, of a backlog', workers(of_a_backlog).join(', ')),
    ];
  },

  isolation: ({ isolation }: Results) => {
    const { alone, flood_elsewhere, beside } = isolation.commit_to_receipt_ms_healthy;
    const { events, attempts, attempts_of_a_plain_queue } = isolation.dead;
    return [
      ...head('commit to receipt', ''),
      row('49 healthy endpoints among themselves', both(alone)),
      row('the same while a business floods another service on this machine', both(flood_elsewhere.later)),
      row(
        'the same beside a dead one and a business that floods',
        `${both(beside.later)}: ${isolation.p99_beside_over_flood_elsewhere} of that`,
      ),
      row('the same in the first 20 seconds, while instances start', both(beside.at_first)),
      row(
        'attempts on the dead one',
        `${attempts} for ${events} events, where a plain queue makes ${attempts_of_a_plain_queue}`,
      ),
    ];
  },

  sender: ({ sender: { figures, repetitions, operations, in_flight } }: Results) => [
    ...head('the sender alone', 'requests a second', 'as a share of the last'),
    ...figures.map(({ name, per_second, ratio }) => row(name, fixed(per_second), printed(ratio, 2))),
    '',
    `Medians of ${repetitions} repetitions of ${grouped(operations)} requests, ${in_flight} in flight, by turns.`,
  ],

  scale: ({ scale }: Results) => [
    ...head('asked through the API', 'of a thousand customers', 'of a million', 'ratio'),
    ...Object.entries({ get: 'one customer', newest: 'the newest 25', deep: 'the tenth page of a hundred' }).map(
      ([what, said]) => {
        const { ms_few, ms_many, ratio } = scale[what as 'get'];
        return row(said, `${ms_few.toFixed(1)} ms`, `${ms_many.toFixed(1)} ms`, ratio);
      },
    ),
  ],

  creates: ({ creates: { repetitions, creates, callers, with_its_event, alone } }: Results) => {
    const compared = (what: string, { ours, baseline, ratio }: Compared) =>
      row(what, printed(ours, 1), printed(baseline, 1), printed(ratio, 2));
    const spent = (what: string, { all, ...parts }: Creating['processor_ms']) => [
      ...(all ? [compared(`processor time of ${what}, ms`, all)] : []),
      ...Object.entries(parts).map(([place, figure]) => compared(`of that: ${place}`, figure)),
    ];
    return [
      ...head('measured', 'ours', 'baseline', 'ratio'),
      compared('creates a second', with_its_event.per_second),
      ...spent('a create and its event', with_its_event.processor_ms),
      compared('creates a second, their events held back', alone.per_second),
      ...spent('the create alone', alone.processor_ms),
      '',
      `Medians (p10 to p90) of ${repetitions} times ${creates} creates by turns, ` +
        `with ${callers.ours} callers and ${callers.baseline}.`,
    ];
  },

  startup: ({ startup: { starts, started, warm_ms, bytes, ...warm } }: Results) => {
    const compared = (what: string, { ours, baseline, bundled, ratio, ratio_to_bundled }: Started, digits: number) => {
      const all = [ours, baseline, bundled].map((one) => fixed(one, digits));
      return row(what, ...all, printed(ratio, 2), printed(ratio_to_bundled, 2));
    };
    const kilobytes = (of: number) => Math.round(of / 1000);
    return [
      ...head('measured', 'ours', 'baseline', 'SDK bundled', 'ours as a share', 'of the SDK bundled'),
      ...Object.entries(started).flatMap(([name, { start_ms, with_first_call_ms }]) => [
        compared(`${name}: start`, start_ms, 0),
        compared(`${name}: start with first call`, with_first_call_ms, 0),
      ]),
      ...Object.entries(warm_ms).map(([name, figure]) => compared(`warm ${name}`, figure, 1)),
      ...Object.entries(bytes).map(([name, { ours, baseline, bundled }]) =>
        row(
          `bundle of ${name}, KB`,
          kilobytes(ours),
          `${kilobytes(baseline)} and the runtime's SDK`,
          kilobytes(bundled),
          '',
          (ours / bundled).toFixed(2),
        ),
      ),
      '',
      `By turns, over TLS, medians of ${starts} starts, and of ${warm.rounds} times ${warm.repetitions} warm calls in each of ` +
        `${warm.warm_runs} processes, after ${grouped(warm.rounds_before * warm.repetitions)} calls; ratios with p10 to p90.`,
    ];
  },

  costs: ({ costs: { taken, besides, month, watched_metrics } }: Results) => {
    const dollars = (each: number) => (each * 1e6).toFixed(2);
    const unit = (units: number) => String(Number(units.toFixed(1)));
    const spent = (what: string, gateway: number, { units, calls, dollars: paid, in_all }: Taken) =>
      row(
        what,
        `${unit(units.read)}, ${unit(units.write)}`,
        Math.round(calls),
        dollars(paid.tables),
        dollars(gateway + paid.messages),
        dollars(paid.functions + paid.logs),
        (in_all.median * 1e6).toFixed(1),
      );
    const total = Object.values(month).reduce((sum, part) => sum + part, 0);
    return [
      ...head(
        '',
        'units read, written',
        'calls to AWS',
        'tables',
        'API Gateway or messages',
        'functions and logs',
        'in all',
      ),
      spent('create a customer', besides.gateway, taken.create),
      spent('get a customer', besides.gateway, taken.get),
      spent('an event delivered once', besides.queue_requests, taken.event),
      '',
      `A quiet month of one environment costs ${total.toFixed(2)} dollars: ${month.alarms.toFixed(2)} for ` +
        `${watched_metrics} watched metrics, ${month.keys.toFixed(2)} for the keys, ${month.empty_polls.toFixed(2)} for ` +
        `polling empty`,
      `queues, ${month.metrics_of_lines.toFixed(2)} for what alarms read from log lines, ${month.sweeps.toFixed(2)} for sweeping.`,
    ];
  },
} satisfies Record<string, (results: Results) => readonly string[]>;
