import type { ImportGraph } from '../../bin/import-graph.ts';
import { folderOf, handlerFile, resources } from '../../functions/app/areas.ts';
import { workers } from '../../functions/app/jobs/jobs.ts';
import { filesOf, long, suites } from './suites.ts';

/** Through how many imports a unit test or a worker uses a changed file of a resource to be near it. */
const near = { test: 3, worker: 2 };

/**
 * The tests that `npm run quick` runs for a change, and those that it leaves to `npm test`. A file of a resource is proven by
 * that resource and by what is near; any other file by all that imports it.
 */
export const reachOf = (changed: readonly string[], graph: ImportGraph) => {
  const owned = changed.filter((path) => ownerOf(path) !== undefined);
  const shared = changed.filter((path) => ownerOf(path) === undefined);
  const runsAll = shared.some(isOfEveryWorld);
  const killsAll = runsAll || shared.some((path) => path.startsWith('test/world/crashes/'));

  const ofShared = graph.reachedFrom(shared, isFunction);
  const ofAll = graph.reachedFrom(changed, isFunction);
  const chosen = ownersOf([...owned, ...ofShared]);
  const killed = workersOf(ofShared.union(graph.reachedFrom(owned, isFunction, near.worker)));

  const longFiles = new Set(filesOf(long));
  const names = (path: string): boolean =>
    [path, ...graph.importsOf(path)].some((one) => changed.includes(one));
  const isSimulation = (path: string): boolean =>
    graph.closureOf([path]).has('test/simulator/world.ts');
  const nearTests = graph
    .reachedFrom(shared)
    .union(graph.reachedFrom(owned, () => true, near.test));
  const importing = graph.reachedFrom(changed);
  const unitOfAll = filesOf(suites.unit).filter((path) => importing.has(path));
  const unit = unitOfAll.filter(
    (path) => nearTests.has(path) && !isSimulation(path) && (!longFiles.has(path) || names(path)),
  );

  /** A story is in the folder of its resource; one in another folder may be of any. */
  const stories = filesOf(suites.world).filter((path) => {
    const [file, folder = '', ...above] = path.split('/').toReversed();
    if (file === undefined || above.length < 2) return false;
    return (
      runsAll ||
      changed.includes(path) ||
      (resources.includes(folder) ? chosen.has(folder) : [...ofShared].some(isFunction))
    );
  });

  return {
    unit,
    stories,
    /** The resources and workers that are killed at each of their calls; undefined: all. */
    crashes: killsAll ? undefined : { resources: [...chosen], workers: killed },
    left: {
      unit: unitOfAll.length - unit.length,
      resources: killsAll ? [] : [...ownersOf(ofAll)].filter((one) => !chosen.has(one)),
      workers: killsAll ? [] : workersOf(ofAll).filter((id) => !killed.includes(id)),
    },
  };
};

/** The resource whose folder a file is in. */
const ownerOf = (path: string): string | undefined =>
  resources.find((one) => path.startsWith(`${folderOf(one)}/`));

const ownersOf = (paths: Iterable<string>): Set<string> => {
  const owners = new Set([...paths].map(ownerOf));
  return new Set(resources.filter((one) => owners.has(one)));
};

const workersOf = (paths: ReadonlySet<string>): string[] =>
  workers.map(({ id }) => id).filter((id) => paths.has(handlerFile(id)));

const isFunction = (path: string): boolean => path.startsWith('functions/');

/** Whether every World depends on a file: a change of it runs all stories and crashes. */
const isOfEveryWorld = (path: string): boolean =>
  /^(local|test\/world\/[\w-]+\.ts|package-lock\.json|tsconfig\.json)/.test(path) &&
  !path.endsWith('.test.ts') &&
  !path.startsWith('local/test/');

/** Names what a reach leaves to `npm test`. */
export const leftOf = ({ left }: ReturnType<typeof reachOf>): string =>
  [
    left.unit > 0 && `unit tests that import it through more files (${left.unit})`,
    left.resources.length > 0 && `stories and crashes of ${left.resources.join(', ')}`,
    left.workers.length > 0 && `crashes of ${left.workers.join(', ')}`,
    'all other suites',
  ]
    .filter(Boolean)
    .join('; ');
