/**
 * What a function's start costs beyond that of an empty one, alone and with its first call over TLS, and what a call costs
 * when it is warm: ours beside the same functions as most teams write them (bench/baseline), by turns in one run. Processor
 * time, user and system, of fresh processes.
 * Run: `npm run assembly && node bench/startup.ts`; STARTS and WARM say how many.
 */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { printed, type Spread, spread } from './interleaved.ts';
import { keepResults } from './results.ts';
import { contestants, type Pair } from './start/contestants.ts';
import { authorizing, type Call, creating, getting, individual, type Plan, startMachine } from './start/machine.ts';

const starts = Number(process.env.STARTS ?? 31);
const warm_runs = Number(process.env.WARM ?? 11);
const warm_up = 300;
const repetitions = 300;

type Figure = { readonly ours: Spread; readonly baseline: Spread; readonly ratio: Spread };

const emptyFunction = (): string => {
  mkdirSync(resolve('.build', 'baseline'), { recursive: true });
  const file = resolve('.build', 'baseline', 'empty.cjs');
  writeFileSync(file, 'exports.handler = async () => ({ statusCode: 200 });');
  return file;
};

const machine = await startMachine();
const pairs = await contestants();
const empty = emptyFunction();
const milliseconds = (cpu_us: number) => cpu_us / 1000;

const firstAnswer = await machine.run({ bundle: pairs.create.ours, calls: [{ event: creating(individual, 'first') }] });
const customerId = JSON.parse(firstAnswer.answers[0]?.body ?? '{}').id;
const calls: Readonly<Record<keyof typeof pairs, Call>> = {
  create: { event: creating(individual), fresh: true },
  get: { event: getting(customerId) },
  authorizer: { event: authorizing(machine.key) },
};

/** By turns: the empty function, ours and the baseline; each round gives one sample of every difference and ratio. */
const startsOf = async (pair: Pair, call: Call) => {
  const samples = { start: newSamples(), first: newSamples() };
  for (let round = 0; round < starts; round++) {
    const [nothing, ours, baseline] = await inTurns(round, [empty, pair.ours, pair.baseline], (bundle) => ({
      bundle,
      calls: [call],
    }));
    if (!nothing || !ours || !baseline) throw new Error('a start is missing');
    for (const what of ['start', 'first'] as const) {
      const beyond = (one: typeof ours) => milliseconds(one[what].cpu_us - nothing[what].cpu_us);
      add(samples[what], beyond(ours), beyond(baseline));
    }
  }
  return { start_ms: figureOf(samples.start), with_first_call_ms: figureOf(samples.first) };
};

const warmOf = async (pair: Pair, callOf: (who: keyof Pair) => Call): Promise<Figure> => {
  const samples = newSamples();
  for (let round = 0; round < warm_runs; round++) {
    const [ours, baseline] = await inTurns(round, ['ours', 'baseline'] as const, (who) => {
      const call = callOf(who);
      return { bundle: pair[who], calls: [call], warm: call, warm_up, repetitions };
    });
    add(samples, milliseconds(ours?.warm_cpu_us ?? Number.NaN), milliseconds(baseline?.warm_cpu_us ?? Number.NaN));
  }
  return figureOf(samples);
};

const inTurns = async <T>(round: number, contenders: readonly T[], planOf: (one: T) => Plan) => {
  const taken: Awaited<ReturnType<typeof machine.run>>[] = [];
  for (let turn = 0; turn < contenders.length; turn++) {
    const index = (round + turn) % contenders.length;
    taken[index] = await machine.run(planOf(contenders[index] as T));
  }
  return taken;
};

const newSamples = () => ({ ours: [] as number[], baseline: [] as number[] });

const add = (samples: ReturnType<typeof newSamples>, ours: number, baseline: number) => {
  samples.ours.push(ours);
  samples.baseline.push(baseline);
};

const figureOf = ({ ours, baseline }: ReturnType<typeof newSamples>): Figure => ({
  ours: spread(ours),
  baseline: spread(baseline),
  ratio: spread(ours.map((one, round) => one / (baseline[round] ?? Number.NaN))),
});

const replayed = (who: keyof Pair): Call => ({ event: creating(individual, `replayed-${who}`) });
const started = {
  create: await startsOf(pairs.create, calls.create),
  get: await startsOf(pairs.get, calls.get),
  authorizer: await startsOf(pairs.authorizer, calls.authorizer),
};
const warm_ms = {
  create: await warmOf(pairs.create, () => calls.create),
  get: await warmOf(pairs.get, () => calls.get),
  replay: await warmOf(pairs.create, replayed),
};
const bytesOf = ({ ours, baseline }: Pair) => ({ ours: statSync(ours).size, baseline: statSync(baseline).size });
const bytes = Object.fromEntries(Object.entries(pairs).map(([name, pair]) => [name, bytesOf(pair)]));
await machine.stop();

keepResults('startup', { starts, warm_runs, repetitions, started, warm_ms, bytes });
const row = (what: string, { ours, baseline, ratio }: Figure) => ({
  'processor time, ms': what,
  ours: printed(ours, 2),
  baseline: printed(baseline, 2),
  ratio: printed(ratio, 2),
});
console.log(`${starts} starts, ${warm_runs} times ${repetitions} warm calls, by turns; median (p10 to p90)`);
console.table([
  ...Object.entries(started).flatMap(([name, { start_ms, with_first_call_ms }]) => [
    row(`start of ${name} beyond empty`, start_ms),
    row('  with its first call', with_first_call_ms),
  ]),
  ...Object.entries(warm_ms).map(([name, figure]) => row(`warm ${name}`, figure)),
]);
console.table(bytes);
