import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { readCommandLine, runScripts } from '../bin/command-line.ts';
import { unpackBrowser } from './helpers/chromium.ts';
import { cacheCompiled } from './helpers/compile-cache.ts';
import { pathsOf } from './helpers/paths.ts';
import { alone, filesOf, suites } from './helpers/suites.ts';

readCommandLine({
  usage: `npm test

Synthesises the app and runs every test. One file: npx node --test test/unit/fields.test.ts`,
});

// Every suite and every file of no suite has a process of its own. The longest suites come first, then what
// waits more than it works, since the runner itself would go by the alphabet and leave the longest for the end, alone.

/** So many at once: much of what they do is waiting. */
const concurrency = 4;

const ofSuites = Object.keys(suites).map((name) => `test/suites/${name}.test.ts`);
/** So many suites take longer than any file of no suite. */
const longest = 6;
const files = [
  ...ofSuites.slice(0, longest),
  ...alone.flatMap((one) => pathsOf(one)),
  ...ofSuites.slice(longest),
];

// A test that is in no suite would never run, and nobody would miss it.
const runs = [
  ...alone.flatMap((one) => pathsOf(one)),
  ...Object.values(suites).flatMap((patterns) => filesOf(patterns)),
];
const tests = pathsOf('{test,local,dashboard,onboarding}/**/*.test.ts', {
  exclude: ['test/suites/**', '**/node_modules/**'],
});
const wrong = tests.filter((path) => runs.filter((one) => one === path).length !== 1);
if (wrong.length > 0) throw new Error(`In no suite, or in two: ${wrong.join(', ')}.`);

runScripts(['bin/assemblies.ts']);
await unpackBrowser();

cacheCompiled();

// Some processes share few processors: a second thread that collects garbage only takes one from another process.
run({ files, concurrency, execArgv: ['--single-threaded-gc'] })
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(new spec())
  .pipe(process.stdout);
