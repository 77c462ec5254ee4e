import { isAssemblyCurrent } from '../bin/assembly-inputs.ts';
import { readCommandLine } from '../bin/command-line.ts';
import { changedFiles, importGraph } from '../bin/import-graph.ts';
import { runSteps, type Step } from '../bin/steps.ts';
import { typeSteps } from '../bin/type-steps.ts';
import { cacheCompiled } from './helpers/compile-cache.ts';
import { leftOf, reachOf } from './helpers/reach.ts';
import { filesOf, suites } from './helpers/suites.ts';

const { values } = readCommandLine({
  usage: `npm run quick -- [--bail]

Proves what you have changed since main: types, the rules and cases of all routes, and the unit tests, stories and crashes
near a changed file of a resource. A change of any other file runs all that import it. The last line names what is left to
npm test. --bail prints the first test that fails as soon as it does, and ends.`,
  options: { bail: { type: 'boolean' } },
});
const { bail = false } = values;
process.env.QUICK = '1';
cacheCompiled();

const changed = changedFiles();
const reach = reachOf(changed, importGraph());
const { unit, stories, crashes } = reach;
/** Cases and rules begin a World each, and run side by side. */
const cases = 'test/world/route-cases.test.ts';
const rules = filesOf(suites.world).filter(
  (path) => path.split('/').length === 3 && path !== cases,
);

/** A file that runs itself is one process, which ends at once. */
const testing = [`--test-reporter=${bail ? './test/first-failure.ts' : 'dot'}`];
const mend = 'npx node --test shows the file alone that is named above';

/** A step that runs files of a suite; none where there is no file. */
const suite = (name: string, of: keyof typeof suites, files: readonly string[]): Step[] =>
  files.length === 0
    ? []
    : [
        {
          name: `${name} (${files.length} files)`,
          words: [...testing, `test/suites/${of}.test.ts`],
          env: { ONLY: files.join(',') },
          mend,
        },
      ];

/** A step that runs the tests of a walk that are named by one of these. */
const walk = (name: string, of: readonly string[], pattern: (names: string) => string): Step[] =>
  of.length === 0
    ? []
    : [
        {
          name: `crashes of ${of.join(', ')} (${name})`,
          words: [
            ...testing,
            `--test-name-pattern=${pattern(of.join('|'))}`,
            `test/world/crashes/${name}.test.ts`,
          ],
          mend,
        },
      ];
/** The walks over changes name their tests by routes. */
const ofRoutes = (names: string) => `(^| )(${names})\\.`;
const ofWorkers = (names: string) => `^(${names}) that is killed`;

/** Every World reads the templates. */
const first: Step[] = [
  ...(isAssemblyCurrent('assembly')
    ? []
    : [
        {
          name: 'templates',
          words: ['bin/assemblies.ts', '--keep-bundles', 'assembly'],
          mend: 'npm run assembly shows it alone',
        },
      ]),
  ...typeSteps,
];
const second: Step[] = [
  ...suite('unit tests', 'unit', unit),
  ...suite('cases of all routes', 'world', [cases]),
  ...suite('rules of all routes', 'world', rules),
  ...suite('stories', 'world', stories),
  ...(crashes
    ? [...walk('changes', crashes.resources, ofRoutes), ...walk('jobs', crashes.workers, ofWorkers)]
    : suite('crashes of all', 'crashes', filesOf(suites.crashes))),
];

if (changed.length === 0) console.log('Nothing has changed since main.');
else {
  const succeeded = (await runSteps(first, { bail })) && (await runSteps(second, { bail }));
  if (!succeeded) process.exitCode = 1;
  console.log(`Left to npm test: ${leftOf(reach)}.`);
}
