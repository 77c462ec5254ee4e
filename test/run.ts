import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { runToEnd } from '../bin/build.ts';
import { readCommandLine } from '../bin/command-line.ts';
import { unpackBrowser } from './helpers/chromium.ts';
import { cacheCompiled } from './helpers/compile-cache.ts';
import { pathsOf } from './helpers/paths.ts';
import { alone, filesOf, suites } from './helpers/suites.ts';
import { workspaceSuites } from './helpers/tested.ts';

readCommandLine({
  usage: `npm test

Synthesises the app and runs every test. Outside of CI the suite of local/ is left out while nothing that it tests
has changed since it was green. One file: npx node --test test/unit/fields.test.ts`,
});

// Every suite and every file of no suite has a process of its own. The suites come first, the longest before the others: many
// of them wait more than they work. The files of no suite work all the time; the runner itself would go by the alphabet.

/** So many at once keep two processors at work: one of them is often a suite that waits. A fourth took 1.8 GB more to save 6 s. */
const concurrency = 3;

const files = [
  ...Object.keys(suites).map((name) => `test/suites/${name}.test.ts`),
  ...alone.flatMap((one) => pathsOf(one)),
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

const assembled = runToEnd(['bin/assemblies.ts'], {
  failing: 'The app cannot be synthesised',
  env: process.env,
});
const workspaces = workspaceSuites();
await Promise.all([assembled, unpackBrowser()]);

cacheCompiled();

const green = files.filter(workspaces.wasGreen);
for (const file of green) console.log(`${file}: left out, green with the same files before.`);

// Some processes share few processors: a second thread that collects garbage only takes one from another process. Each thread
// has a young generation of its own, which is full before it is collected: half of the usual size costs no time.
run({
  files: files.filter((file) => !green.includes(file)),
  concurrency,
  execArgv: ['--single-threaded-gc', '--max-semi-space-size=8'],
})
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .on('test:summary', ({ file, success }) => {
    if (file && success) workspaces.noteGreen(file);
  })
  .compose(new spec())
  .pipe(process.stdout);
