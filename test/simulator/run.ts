import { parseArgs } from 'node:util';

const shown = 60;
const { values } = parseArgs({ options: { seeds: { type: 'string', default: '100' }, from: { type: 'string', default: '1' } } });
await import('./builtins.ts');
await import('./services.ts');
const { simulate } = await import('./simulation.ts');
const began = process.hrtime.bigint();
const [seeds, from] = [Number(values.seeds), Number(values.from)];
for (let seed = from; seed < from + seeds; seed++) {
  const { hash, violations, steps } = await simulate(seed);
  if (violations.length === 0) continue;
  if (process.env.ALL) { console.log(seed, violations[0]?.split('\n').slice(0, 1).join(' ')); continue; }
  console.log(steps.slice(-shown).join('\n'));
  console.error(`seed ${seed} (${hash}): ${violations.join('\n')}`);
  process.exit(1);
}
const seconds = Number(process.hrtime.bigint() - began) / 1e9;
const { user } = process.cpuUsage();
console.log(`${seeds} seeds in ${seconds.toFixed(1)} s, ${(user / 1000 / seeds).toFixed(1)} ms of processor each`);
