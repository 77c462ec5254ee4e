import type {
  Creating,
  EngineCall,
  Figures,
  Result,
  Results,
  Started,
  Taken,
  Waits,
} from './figures.ts';
import { idleDollars } from './idle-month.ts';
import { printed, type Spread } from './samples.ts';

/** The pages with tables of benchmarks. */
export const numbersPages = 'docs/explain/numbers*.md';

/** The text with every table between marks written again, `<!-- bench: name -->` and `<!-- end -->`. */
export const withTables = (text: string, results: Results): string =>
  text.replaceAll(
    /(<!-- bench: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => {
      if (!Object.hasOwn(tables, name)) throw new Error(`there is no table ${name}`);
      return `${begin}${tableOf(name as keyof Figures, results[name as keyof Figures])}\n${end}`;
    },
  );

/** The table of one benchmark. */
export const tableOf = <Name extends keyof Figures>(name: Name, result: Result<Name>): string =>
  tables[name](result).join('\n');

const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const head = (...cells: readonly string[]): string[] => [
  row(...cells),
  `|${'---|'.repeat(cells.length)}`,
];

const fixed = ({ median }: Spread, digits = 0): string => grouped(median.toFixed(digits));
const grouped = (digits: string | number): string =>
  String(digits).replace(/\B(?=(\d{3})+(?!\d))/g, ' ');
const waited = ({ median: ms }: Spread): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
const both = ({ p50, p99 }: Waits): string => `${waited(p50)} (p50), ${waited(p99)} (p99)`;
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const inPasses = (passes: number): string =>
  passes === 1 ? 'in one pass' : `in each of ${passes} passes`;

/** The tables by their names, line by line. */
const tables: { readonly [name in keyof Figures]: (result: Result<name>) => readonly string[] } = {
  pipeline: ({ passes, repetitions, processor_ms_per_event, ...pipeline }) => {
    const workers = (of: Readonly<Record<string, Spread>>) =>
      Object.entries(of).map(([id, ms]) => `${id} ${fixed(ms, 1)} ms`);
    const { one_at_a_time, hurried, of_a_backlog } = processor_ms_per_event;
    return [
      ...head('measured', ''),
      row(
        `flooded by ${fixed(pipeline.creates_per_second)} creates a second`,
        `${fixed(pipeline.deliveries_per_second)} deliveries a second; ` +
          `${fixed(pipeline.deliveries_per_second_of_a_backlog)} of a backlog`,
      ),
      row(
        'commit to receipt, one event at a time',
        both(pipeline.commit_to_receipt_ms_one_at_a_time),
      ),
      row('commit to receipt, flooded', both(pipeline.commit_to_receipt_ms_hurried)),
      row('processor time of an event, one at a time', workers(one_at_a_time).join(', ')),
      row('processor time of an event, flooded', workers(hurried).join(', ')),
      row('processor time of an event, of a backlog', workers(of_a_backlog).join(', ')),
      '',
      `Medians of ${repetitions} repetitions ${inPasses(passes)}.`,
    ];
  },

  isolation: ({ passes, commit_to_receipt_ms_healthy, p99_beside_over_flood_elsewhere, dead }) => {
    const { alone, flood_elsewhere, beside_at_first, beside } = commit_to_receipt_ms_healthy;
    return [
      ...head('commit to receipt', ''),
      row('49 healthy endpoints among themselves', both(alone)),
      row(
        'the same while a business floods another service on this machine',
        both(flood_elsewhere),
      ),
      row(
        'the same beside a dead one and a business that floods',
        `${both(beside)}: ${fixed(p99_beside_over_flood_elsewhere, 2)} of that`,
      ),
      row('the same in the first 20 seconds, while instances start', both(beside_at_first)),
      row(
        'attempts on the dead one',
        `${fixed(dead.attempts)} for ${fixed(dead.events)} events, where a plain queue makes ` +
          `${fixed(dead.attempts_of_a_plain_queue)}`,
      ),
      '',
      `Medians over windows of ten seconds, as often as a business floods; attempts and events ${inPasses(passes)}.`,
    ];
  },

  promises: ({ passes, repetitions, units, parallel }) => {
    const shown = ({ p50_ms, p99_ms, per_second }: Creating) =>
      `${fixed(p50_ms, 1)}, ${fixed(p99_ms, 1)} ms; ${fixed(per_second)}`;
    return [
      ...head(
        'creates in parallel',
        'ours: p50, p99; a second',
        'unsafe: p50, p99; a second',
        'p50 as a ratio',
      ),
      ...Object.entries(parallel).map(([count, { ours, unsafe, p50_ratio }]) =>
        row(count, shown(ours), shown(unsafe), printed(p50_ratio, 2)),
      ),
      row('write units of one', units.ours, units.unsafe, ''),
      '',
      `Medians (p10 to p90) of ${repetitions} times by turns, events held back, ${inPasses(passes)}.`,
    ];
  },

  scale: ({ passes, repetitions, calls, ...scale }) => [
    ...head('asked through the API', 'of a thousand customers', 'of a million', 'ratio'),
    ...Object.entries({
      get: 'one customer',
      newest: 'the newest 25',
      deep: 'the tenth page of a hundred',
    }).map(([what, said]) => {
      const { ms_few, ms_many, ratio } = scale[what as 'get'];
      return row(said, `${fixed(ms_few, 1)} ms`, `${fixed(ms_many, 1)} ms`, fixed(ratio, 2));
    }),
    '',
    `Medians of ${repetitions} times ${calls} calls by turns, ${inPasses(passes)}.`,
  ],

  engine: ({ passes, items, calls }) => {
    const ms = ({ p90 }: Spread) => `${p90.toFixed(1)} ms`;
    const all = Object.entries(calls);
    const [[name, { worst_ms }]] = all.toSorted(
      ([, one], [, other]) => other.worst_ms.p90 - one.worst_ms.p90,
    ) as [[string, EngineCall]];
    return [
      ...head(
        `a call on ${grouped(items)} items`,
        'calls',
        'median',
        'p99',
        'longest',
        'longest by processors',
      ),
      ...all.map(([call, { count, ...of }]) =>
        row(
          call,
          grouped(count),
          ms(of.median_ms),
          ms(of.p99_ms),
          ms(of.worst_ms),
          ms(of.worst_processor_ms),
        ),
      ),
      '',
      `${sentence(name)} held the thread the longest: ${ms(worst_ms)}. Times are by the clock, ${inPasses(passes)}; those by processors are of ` +
        'all threads, including the garbage collector.',
    ];
  },

  startup: ({ passes, starts, started, warm, warm_ms, bytes }) => {
    const compared = (
      what: string,
      { ours, baseline, bundled, ratio, ratio_to_bundled }: Started,
      digits: number,
    ) => {
      const all = [ours, baseline, bundled].map((one) => fixed(one, digits));
      return row(what, ...all, printed(ratio, 2), printed(ratio_to_bundled, 2));
    };
    const kilobytes = (of: number) => Math.round(of / 1000);
    return [
      ...head(
        'measured',
        'ours',
        'baseline',
        'SDK bundled',
        'ours as a share',
        'of the SDK bundled',
      ),
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
      `By turns, over TLS, medians of ${starts} starts, and of ${warm.rounds} rounds of ${warm.repetitions} warm calls after ` +
        `${grouped(warm.rounds_before * warm.repetitions)}, ${inPasses(passes)}; ratios with p10 to p90.`,
    ];
  },

  costs: ({ passes, rounds, repetitions, taken, besides, month: { sweeps, ...months } }) => {
    const dollars = (each: number, digits = 2) => (each * 1e6).toFixed(digits);
    const unit = ({ median }: Spread) => String(Number(median.toFixed(1)));
    const spent = (what: string, gateway: number, { read, write, calls, ...paid }: Taken) =>
      row(
        what,
        `${unit(read)}, ${unit(write)}`,
        fixed(calls),
        dollars(paid.tables.median),
        dollars(gateway + paid.messages.median),
        dollars(paid.functions.median + paid.logs.median),
        dollars(paid.in_all.median, 1),
      );
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
      spent('a request in the log', 0, taken.request),
      '',
      `Medians of ${rounds} rounds of ${repetitions} calls or events, ${inPasses(passes)}.`,
      '',
      ...head(
        'a quiet month, dollars',
        'in all',
        'alarms',
        'keys',
        'polls of empty queues',
        'metrics of lines',
        'sweeps',
      ),
      ...Object.entries(months).map(([name, month]) =>
        row(
          name,
          idleDollars(month, sweeps.median).toFixed(2),
          `${month.alarms.toFixed(2)} for ${month.watched_metrics}`,
          ...[month.keys, month.empty_polls, month.metrics_of_lines, sweeps.median].map((part) =>
            part.toFixed(2),
          ),
        ),
      ),
    ];
  },
};
