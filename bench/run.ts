/**
 * Runs every benchmark in several passes, in each as one process with its own services, and pools
 * the samples of all passes figure by figure. The speed of a machine drifts over minutes and one
 * process is not like the next: samples that follow one another directly show neither.
 * Run: `npm run bench`; PASSES says how many, RESULTS names another file than bench/results.json,
 * and names of benchmarks may follow, the others' results stay. Each runs alone as well, and prints
 * its table of one pass.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readCommandLine, runScripts } from '../bin/command-line.ts';
import type { Figures } from './figures.ts';
import { tableOf } from './number-tables.ts';
import { runFolder, samplesFile, sharedFolder } from './results.ts';
import { pooled } from './samples.ts';

const benchmarks = [
  'startup',
  'promises',
  'pipeline',
  'isolation',
  'scale',
  'engine',
  'costs',
] as const;
const passes = Number(process.env.PASSES ?? 1);
const file = process.env.RESULTS ?? fileURLToPath(new URL('./results.json', import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const { positionals } = readCommandLine({
  usage: `npm run bench -- [name …]

Measures what docs/explain/numbers*.md have, or the named of ${benchmarks.join(', ')}.
PASSES (1) says how often, RESULTS names another file than bench/results.json.`,
  words: benchmarks,
});
const names = positionals.length > 0 ? (positionals as (keyof Figures)[]) : benchmarks;

runScripts(['bin/assemblies.ts', 'assembly']);

rmSync(runFolder, { recursive: true, force: true });
for (let pass = 1; pass <= passes; pass += 1)
  for (const name of names) {
    const startedAt = performance.now();
    execFileSync(process.execPath, [fileURLToPath(new URL(`./${name}.ts`, import.meta.url))], {
      env: { ...process.env, PASS: `${pass}` },
      stdio: 'inherit',
    });
    console.log(
      `pass ${pass} of ${passes}: ${name}, ${Math.round((performance.now() - startedAt) / 1000)} s`,
    );
  }

const on = {
  node: process.version,
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  day: new Date().toISOString().slice(0, 10),
};
const results = existsSync(file) ? read(file) : {};
for (const name of names) {
  const all = Array.from({ length: passes }, (_, index) => read(samplesFile(name, index + 1)));
  results[name] = { on, passes, ...pooled<Figures[typeof name]>(all) };
  console.log(tableOf(name, results[name]));
}
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
rmSync(sharedFolder, { recursive: true, force: true });
await import('./tables.ts');
