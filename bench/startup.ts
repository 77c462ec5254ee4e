/**
 * What a function's start costs beyond that of an empty one, alone and with its first call over TLS, and what a call costs
 * when it is warm: ours beside the same functions as most teams write them (bench/baseline), by turns in one run. Processor
 * time, user and system: of a start that of a fresh process, of warm calls that of a process which has all of them and is
 * long past what V8 compiles late, since a process of its own for each shows more of the machine's moods than of the function.
 * Run: `npm run assembly && node bench/startup.ts`; STARTS and WARM say how many.
 */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { printed, type Spread, spread } from './interleaved.ts';
import { keepResults } from './results.ts';
import { contestants, type Trio } from './start/contestants.ts';
import { authorizing, creating, getting, individual, startMachine } from './start/machine.ts';

const starts = Number(process.env.STARTS ?? 31);
const warm_runs = Number(process.env.WARM ?? 5);
const rounds_before = 50;
const rounds = 30;
const repetitions = 40;

type Who = keyof Trio;
const everybody: readonly Who[] = ['ours', 'baseline', 'bundled'];

/** Of each contestant in milliseconds, and ours as a share of what each of the others took in the same round. */
type Figure = Readonly<Record<Who, Spread>> & { readonly ratio: Spread; readonly ratio_to_bundled: Spread };
type Samples = Readonly<Record<Who, number[]>>;

const emptyFunction = (): string => {
  mkdirSync(resolve('.build', 'baseline'), { recursive: true });
  const file = resolve('.build', 'baseline', 'empty.cjs');
  writeFileSync(file, 'exports.handler = async () => ({ statusCode: 200 });');
  return file;
};

const machine = await startMachine();
const trios = await contestants();
const empty = emptyFunction();
const milliseconds = (cpu_us: number) => cpu_us / 1000;

const firstAnswer = await machine.run({ calls: [{ bundle: trios.create.ours, event: creating(individual, 'first') }] });
const customerId = JSON.parse(firstAnswer.answers[0]?.body ?? '{}').id;
type Asked = { readonly event: object; readonly fresh?: boolean };
const calls: Readonly<Record<keyof typeof trios, Asked>> = {
  create: { event: creating(individual), fresh: true },
  get: { event: getting(customerId) },
  authorizer: { event: authorizing(machine.key) },
};

/** By turns: the empty function and every contestant; each round gives one sample of every difference and ratio. */
const startsOf = async (trio: Trio, asked: Asked) => {
  const samples = { start: newSamples(), first: newSamples() };
  for (let round = 0; round < starts; round++) {
    const bundles = [empty, ...everybody.map((who) => trio[who])];
    const [nothing, ...others] = await inTurns(round, bundles, (bundle) =>
      machine.run({ calls: [{ bundle, ...asked }] }),
    );
    for (const what of ['start', 'first'] as const)
      everybody.forEach((who, index) => {
        samples[what][who].push(milliseconds(cpuOf(others[index]?.[what]) - cpuOf(nothing?.[what])));
      });
  }
  return { start_ms: figureOf(samples.start), with_first_call_ms: figureOf(samples.first) };
};

const cpuOf = (taken: { readonly cpu_us: number } | undefined) => taken?.cpu_us ?? Number.NaN;

const warmOf = async (trio: Trio, askedOf: (who: Who) => Asked): Promise<Figure> => {
  const samples = newSamples();
  const calls = everybody.map((who) => ({ bundle: trio[who], ...askedOf(who) }));
  for (let run = 0; run < warm_runs; run++) {
    const { warm_cpu_us = [] } = await machine.run({ calls, warm: { rounds_before, rounds, repetitions } });
    everybody.forEach((who, index) => {
      samples[who].push(...(warm_cpu_us[index] ?? []).map(milliseconds));
    });
  }
  return figureOf(samples);
};

const inTurns = async <T, R>(round: number, contenders: readonly T[], run: (one: T) => Promise<R>) => {
  const order = contenders.map((_, turn) => (round + turn) % contenders.length);
  const taken: R[] = [];
  for (const index of order) taken[index] = await run(contenders[index] as T);
  return taken;
};

const newSamples = (): Samples => ({ ours: [], baseline: [], bundled: [] });

const figureOf = ({ ours, baseline, bundled }: Samples): Figure => ({
  ...{ ours: spread(ours), baseline: spread(baseline), bundled: spread(bundled) },
  ratio: spread(ours.map((one, round) => one / (baseline[round] ?? Number.NaN))),
  ratio_to_bundled: spread(ours.map((one, round) => one / (bundled[round] ?? Number.NaN))),
});

const replayed = (who: Who): Asked => ({ event: creating(individual, `replayed-${who}`) });
const started = {
  create: await startsOf(trios.create, calls.create),
  get: await startsOf(trios.get, calls.get),
  authorizer: await startsOf(trios.authorizer, calls.authorizer),
};
const warm_ms = {
  create: await warmOf(trios.create, () => calls.create),
  get: await warmOf(trios.get, () => calls.get),
  replay: await warmOf(trios.create, replayed),
};
const bytesOf = (trio: Trio) => Object.fromEntries(everybody.map((who) => [who, statSync(trio[who]).size]));
const bytes = Object.fromEntries(Object.entries(trios).map(([name, trio]) => [name, bytesOf(trio)]));
await machine.stop();

keepResults('startup', { starts, warm_runs, rounds_before, rounds, repetitions, started, warm_ms, bytes });
const row = (what: string, { ours, baseline, bundled, ratio, ratio_to_bundled }: Figure) => ({
  'processor time, ms': what,
  ours: printed(ours, 2),
  baseline: printed(baseline, 2),
  'SDK bundled': printed(bundled, 2),
  ratio: printed(ratio, 2),
  'to bundled': printed(ratio_to_bundled, 2),
});
console.log(
  `${starts} starts, ${warm_runs} times ${rounds} rounds of ${repetitions} warm calls, by turns; median (p10 to p90)`,
);
console.table([
  ...Object.entries(started).flatMap(([name, { start_ms, with_first_call_ms }]) => [
    row(`start of ${name} beyond empty`, start_ms),
    row('  with its first call', with_first_call_ms),
  ]),
  ...Object.entries(warm_ms).map(([name, figure]) => row(`warm ${name}`, figure)),
]);
console.table(bytes);
