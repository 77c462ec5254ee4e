import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { digestOf } from '../../bin/build.ts';
import { importGraph } from '../../bin/import-graph.ts';
import { filesOf, suites } from './suites.ts';

const folder = '.build/tested';

/** A digest of what decides over a suite: its workspace, all else that its tests load or name, the packages, and Node. */
const digestOfSuite = (suite: 'local'): string => {
  const tests = [`test/suites/${suite}.test.ts`, ...filesOf(suites[suite])];
  const loaded = importGraph().closureOf(tests);
  return digestOf('', [`${suite}/**`, ...loaded, 'package-lock.json']);
};

/**
 * The suites whose workspace imports nothing of the others, as the files are now. `npm test` leaves out those that were
 * green with the same files. In CI all suites run.
 */
export const workspaceSuites = () => {
  const digests = new Map([['local.test.ts', digestOfSuite('local')]]);
  const recordOf = (file: string): string => `${folder}/${basename(file)}.sha256`;
  return {
    wasGreen: (file: string): boolean =>
      process.env.CI === undefined &&
      existsSync(recordOf(file)) &&
      readFileSync(recordOf(file), 'utf8') === digests.get(basename(file)),
    /** Notes that a suite was green with the files as they were before it ran; a run of some of its files says nothing. */
    noteGreen: (file: string): void => {
      const digest = digests.get(basename(file));
      if (digest === undefined || process.env.ONLY !== undefined) return;
      mkdirSync(folder, { recursive: true });
      writeFileSync(recordOf(file), digest);
    },
  };
};
