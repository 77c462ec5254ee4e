import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Figures } from './figures.ts';
import { tableOf } from './number-tables.ts';
import { pooled, type Sampled } from './samples.ts';

/** The folder that a run of several passes keeps; its samples stay until the next. */
export const runFolder = fileURLToPath(new URL('../.build/bench', import.meta.url));

/** The folder that one pass makes for the others; it goes when the run ends. */
export const sharedFolder = join(runFolder, 'shared');

/** The number of the pass that this is, where `bench/run.ts` runs it. */
export const pass = process.env.PASS;

/** The samples that a benchmark came to in a pass. */
export const samplesFile = (name: string, pass: number | string): string =>
  join(runFolder, `${name}-${pass}.json`);

/** Keeps what a benchmark came to, as one pass of a run; alone it prints its table instead. */
export const keepSamples = <Name extends keyof Figures>(
  name: Name,
  samples: Sampled<Figures[Name]>,
): void => {
  if (pass === undefined)
    console.log(tableOf(name, { passes: 1, ...pooled<Figures[Name]>([samples]) }));
  else {
    mkdirSync(runFolder, { recursive: true });
    writeFileSync(samplesFile(name, pass), JSON.stringify(samples));
  }
};
