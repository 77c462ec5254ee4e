import { isAssemblyCurrent } from '../bin/assembly-inputs.ts';
import { readCommandLine } from '../bin/command-line.ts';
import { changedFiles, importGraph } from '../bin/import-graph.ts';
import { runSteps, type Step } from '../bin/steps.ts';
import { folderOf, resources } from '../functions/app/areas.ts';
import { workers } from '../functions/app/jobs/jobs.ts';
import { cacheCompiled } from './helpers/compile-cache.ts';
import { filesOf, long, suites } from './helpers/suites.ts';

const { values } = readCommandLine({
  usage: `npm run quick -- [--bail]

Proves what you have changed since main: types, the unit tests that import it, the rules and cases of all routes, and the
stories and crashes of the resources that it reaches. A change of what everything imports runs all of them.
npm run check and npm test prove the rest. --bail prints the first test that fails as soon as it does, and ends.`,
  options: { bail: { type: 'boolean' } },
});
const { bail = false } = values;
process.env.QUICK = '1';
cacheCompiled();

const graph = importGraph();
const changed = changedFiles();
const reached = graph.reachedFrom(changed);

/** The resources whose files import what has changed. */
const importing = [...graph.reachedFrom(changed, (path) => path.startsWith('functions/'))];
const reachedResources = new Set(
  resources.filter((one) => importing.some((path) => path.startsWith(`${folderOf(one)}/`))),
);

/** The workers whose code imports what has changed. */
const reachedWorkers = workers.filter(({ id }) =>
  importing.some((path) => path.endsWith(`/${id}.ts`)),
);

/** Whether every file of a suite depends on a file: a change of it runs the whole suite. */
const isShared = (path: string): boolean =>
  /^(local|test\/world\/[\w-]+\.ts|package-lock\.json|tsconfig\.json)/.test(path);
const runsAll = changed.some(
  (path) => isShared(path) && !path.endsWith('.test.ts') && !path.startsWith('local/test/'),
);

/** Long simulations are run by `npm test`. */
const isSimulation = (path: string): boolean =>
  [...graph.closureOf([path])].some((one) => one === 'test/simulator/world.ts');

const longFiles = new Set(filesOf(long));
const isNear = (path: string): boolean =>
  [path, ...graph.importsOf(path)].some((one) => changed.includes(one));
const unit = filesOf(suites.unit).filter(
  (path) => reached.has(path) && !isSimulation(path) && (!longFiles.has(path) || isNear(path)),
);
const world = filesOf(suites.world);
/** A story is in the folder of its resource; one in another folder may be of any. */
const stories = world.filter((path) => {
  const [file, folder = '', ...above] = path.split('/').toReversed();
  if (file === undefined || above.length < 2) return false;
  return (
    runsAll || changed.includes(path) || reachedResources.has(folder) || !resources.includes(folder)
  );
});
/** Cases and rules begin a World each, and run side by side. */
const cases = 'test/world/route-cases.test.ts';
const rules = world.filter((path) => path.split('/').length === 3 && path !== cases);

/** A file that runs itself is one process, which ends at once. */
const testing = [`--test-reporter=${bail ? './test/first-failure.ts' : 'dot'}`];

const suite = (name: string, files: readonly string[]): Pick<Step, 'words' | 'env'> => ({
  words: [...testing, `test/suites/${name}.test.ts`],
  env: { ONLY: files.join(',') },
});
const mend = 'npx node --test shows the file alone that is named above';

const first: Step[] = [
  { name: 'types', words: ['--run', 'types'], mend: 'each line above names a file and a line' },
  ...(unit.length > 0
    ? [{ name: `unit tests (${unit.length} files)`, ...suite('unit', unit), mend }]
    : []),
  ...(isAssemblyCurrent('assembly')
    ? []
    : [
        {
          name: 'templates',
          words: ['bin/assemblies.ts', 'assembly'],
          mend: 'npm run assembly shows it alone',
        },
      ]),
];
/** The walk names its tests by their routes; none here: all are walked. */
const walksAll = runsAll || changed.some((path) => path.startsWith('test/world/crashes/'));
const walked = walksAll ? [] : [...reachedResources];
const pattern = `(^| )(${walked.join('|')})\\.`;
/** The walk over workers names its tests by them. */
const deaths = `^(${walksAll ? '.*' : reachedWorkers.map(({ id }) => id).join('|')}) that is killed`;
const second: Step[] = [
  { name: 'cases of all routes', ...suite('world', [cases]), mend },
  { name: 'rules of all routes', ...suite('world', rules), mend },
  ...(stories.length > 0
    ? [{ name: `stories (${stories.length} files)`, ...suite('world', stories), mend }]
    : []),
  ...(walksAll || reachedResources.size > 0
    ? ['changes', 'conditions'].map((walk) => ({
        name: `crashes of ${walked.join(', ') || 'all changes'} (${walk})`,
        words: [
          ...testing,
          ...(walked.length > 0 ? [`--test-name-pattern=${pattern}`] : []),
          `test/world/crashes/${walk}.test.ts`,
        ],
        mend,
      }))
    : []),
  ...(walksAll || reachedWorkers.length > 0
    ? [
        {
          name: `crashes of ${walksAll ? 'all workers' : reachedWorkers.map(({ id }) => id).join(', ')}`,
          words: [...testing, `--test-name-pattern=${deaths}`, 'test/world/crashes/jobs.test.ts'],
          mend,
        },
      ]
    : []),
];

if (changed.length === 0) console.log('Nothing has changed since main.');
else if (!(await runSteps(first, { bail })) || !(await runSteps(second, { bail })))
  process.exitCode = 1;
