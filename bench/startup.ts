/**
 * The cost of a function's start beyond that of an empty one, alone and with its first call over
 * TLS, and the cost of a warm call. Our functions stand beside the same functions as most teams
 * write them (bench/baseline), by turns in one run. The costs are processor time, user and system.
 * A start is measured in a fresh process. Warm calls are measured in one process which has all of
 * them and is long past what V8 compiles late. One process for each shows more of the machine's
 * moods than of the function. A replay repeats a call that has had its effect.
 * Run: `npm run assembly && npx node bench/startup.ts`; STARTS and ROUNDS say how many.
 */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readCommandLine } from '../bin/command-line.ts';
import { contestants, type Trio } from './baseline/bundles.ts';
import { byTurns } from './by-turns.ts';
import { keepSamples } from './results.ts';
import { gathered } from './samples.ts';
import {
  authorizing,
  type Call,
  creating,
  getting,
  individual,
  type Plan,
  startMachine,
} from './start/machine.ts';

readCommandLine({
  usage: `npx node bench/startup.ts

Measures cold starts of functions, after \`npm run assembly\`.`,
});

const starts = Number(process.env.STARTS ?? 7);
const rounds = Number(process.env.ROUNDS ?? 15);
const warm = { rounds_before: 50, rounds, repetitions: 40 };

type Who = keyof Trio;
const everybody: readonly Who[] = ['ours', 'baseline', 'bundled'];

const emptyFunction = (): string => {
  mkdirSync(resolve('.build', 'baseline'), { recursive: true });
  const file = resolve('.build', 'baseline', 'empty.cjs');
  writeFileSync(file, 'exports.handler = async () => ({ statusCode: 200 });');
  return file;
};

const machine = await startMachine();
const trios = await contestants();
const empty = emptyFunction();

const firstAnswer = await machine.run({
  calls: [{ bundle: trios.create.ours, event: creating(individual, 'first') }],
});
const customerId = JSON.parse(firstAnswer.answers[0]?.body ?? '{}').id;
type CallEvent = Omit<Call, 'bundle'>;
const calls: Readonly<Record<keyof typeof trios, CallEvent>> = {
  create: { event: creating(individual) },
  get: { event: getting(customerId) },
  authorizer: { event: authorizing(machine.key) },
};

/** The time of each in the same round in milliseconds, and ours as a share of the others'. */
const compared = ({ ours, baseline, bundled }: Readonly<Record<Who, number>>) => ({
  ours: ours / 1000,
  baseline: baseline / 1000,
  bundled: bundled / 1000,
  ratio: ours / baseline,
  ratio_to_bundled: ours / bundled,
});

/** By turns: the empty function and every contestant. */
const startsOf = async (name: keyof typeof trios) => {
  const bundles = { empty, ...trios[name] };
  const all = [];
  for (let round = 0; round < starts; round++) {
    const started = await byTurns(round, ['empty', ...everybody], (who) =>
      machine.run({ calls: [{ bundle: bundles[who], ...calls[name] }] }),
    );
    const beyondEmpty = (what: 'start' | 'first') => {
      const of = (who: Who) => started[who][what].cpu_us - started.empty[what].cpu_us;
      return compared({ ours: of('ours'), baseline: of('baseline'), bundled: of('bundled') });
    };
    all.push({ start_ms: beyondEmpty('start'), with_first_call_ms: beyondEmpty('first') });
  }
  return gathered(all);
};

const warmOf = async (plan: Plan) => {
  const { warm_cpu_us = [] } = await machine.run(plan);
  return gathered(
    warm_cpu_us.map(([ours = 0, baseline = 0, bundled = 0]) =>
      compared({ ours, baseline, bundled }),
    ),
  );
};

const planOf = (trio: Trio, askedOf: (who: Who) => CallEvent): Plan => ({
  calls: everybody.map((who) => ({ bundle: trio[who], ...askedOf(who) })),
  warm,
});

const replayed = (who: Who): CallEvent => ({ event: creating(individual, `replayed-${who}`) });

const started = {
  create: await startsOf('create'),
  get: await startsOf('get'),
  authorizer: await startsOf('authorizer'),
};
const warm_ms = {
  create: await warmOf(planOf(trios.create, () => calls.create)),
  get: await warmOf(planOf(trios.get, () => calls.get)),
  replay: await warmOf(planOf(trios.create, replayed)),
};
const bytesOf = ({ ours, baseline, bundled }: Trio) => ({
  ours: statSync(ours).size,
  baseline: statSync(baseline).size,
  bundled: statSync(bundled).size,
});
const bytes = Object.fromEntries(
  Object.entries(trios).map(([name, trio]) => [name, bytesOf(trio)]),
);
await machine.stop();
keepSamples('startup', { starts, warm, started, warm_ms, bytes });
