import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../../bin/command-line.ts';
import { breakGuard, guards } from './guards.ts';

const { values } = readCommandLine({
  usage: `npm run simulate -- [option]

  --seeds 100 [--from 1]  lives through so many seeds, and ends at the first that fails
  --only 16,3             the same for these
  --guards                breaks each guard in turn, and demands that some seed fails
  --guard NAME            the same for one of them
  --isolation 60          says for so many seconds what healthy endpoints wait, alone and beside others
  --disabled-day 86400    has so many events come in a day in which their webhook is disabled`,
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    only: { type: 'string' },
    guards: { type: 'boolean', default: false },
    guard: { type: 'string' },
    isolation: { type: 'string' },
    'disabled-day': { type: 'string' },
  },
});

/** So many steps are shown of a seed that fails. */
const shown = 80;

/** They have to be there before anything that they stand for is loaded. */
const replaceBuiltins = async (): Promise<void> => {
  await import('./builtins.ts');
  await import('./services.ts');
};

const simulateSeeds = async (all: readonly number[]): Promise<boolean> => {
  await replaceBuiltins();
  const { simulate } = await import('./simulation.ts');
  const began = process.hrtime.bigint();
  const traces: number[] = [];
  for (const seed of all) {
    const outcome = await simulate(seed);
    traces.push(outcome.hash);
    if (outcome.violations.length === 0) continue;
    console.log(outcome.steps.slice(-shown).join('\n'));
    console.log(
      `seed ${seed} fails: npm run simulate -- --seeds 1 --from ${seed}\n${outcome.violations.join('\n')}`,
    );
    return false;
  }
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  const rate = (all.length / seconds).toFixed(1);
  console.log(
    `${all.length} seeds from ${all[0]} on: ${seconds.toFixed(1)} s, ${rate} a second, the last traces ${traces.slice(-2).join(' ')}`,
  );
  return true;
};

const isolate = async (seed: number, seconds: number): Promise<boolean> => {
  await replaceBuiltins();
  const { measureIsolation } = await import('./isolation.ts');
  const cases = { alone: [], dead: ['dead'], loud: ['loud'], both: ['dead', 'loud'] } as const;
  for (const [name, beside] of Object.entries(cases))
    console.log(
      JSON.stringify({ beside: name, ...(await measureIsolation(seed, beside, seconds * 1_000)) }),
    );
  return true;
};

const simulateDay = async (count: number): Promise<boolean> => {
  await replaceBuiltins();
  const { disabledDay } = await import('./disabled-day.ts');
  console.log(await disabledDay(count));
  return true;
};

/** The simulation's message with a guard broken; undefined where it notices nothing. */
const noticed = (guard: string, seeds: string): string | undefined => {
  const given = [fileURLToPath(import.meta.url), '--guard', guard, '--seeds', seeds];
  const { status, stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8' });
  const [, seed, what = ''] = /^seed (\d+) fails[^\n]*\n([^\n]*)/m.exec(stdout) ?? [];
  if (status === 1 && seed) return `seed ${seed}: ${what}`;
  if (status !== 0) console.error(stderr);
  return undefined;
};

const breakEach = (seeds: string): boolean => {
  const unnoticed = guards.filter(({ name }) => {
    const what = noticed(name, seeds);
    console.log(`${what ? 'noticed' : 'UNNOTICED'} · ${name} · ${what?.slice(0, 200) ?? ''}`);
    return what === undefined;
  });
  console.log(
    `${guards.length - unnoticed.length} of ${guards.length} guards are missed within ${seeds} seeds`,
  );
  return unnoticed.length === 0;
};

const guard = guards.find(({ name }) => name === values.guard);
if (guard) breakGuard(guard);
const { seeds, only, isolation, 'disabled-day': day } = values;
/** The seeds to live through. */
const seedsAsked = (): number[] =>
  only?.split(',').map(Number) ??
  Array.from({ length: Number(seeds ?? '100') }, (_, nth) => Number(values.from) + nth);
const lived = (): boolean | Promise<boolean> => {
  if (values.guards) return breakEach(seeds ?? '1000');
  if (day) return simulateDay(Number(day));
  if (isolation) return isolate(Number(values.from), Number(isolation));
  return simulateSeeds(seedsAsked());
};
const isFine = await lived();
process.exitCode = isFine ? 0 : 1;
