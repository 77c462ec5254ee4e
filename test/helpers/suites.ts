import { readFileSync } from 'node:fs';
import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { pathsOf } from './paths.ts';
import { holdShared } from './shared.ts';
import { startTestThread } from './test-thread.ts';

/**
 * Which test files run in one process, one after another, by the name of the file in `test/suites` that runs them; those
 * that take longest first. A process loads what its files import once, and its files share services.
 */
export const suites = {
  // Each on one World that listens, with its site, in one Chromium. They are what people do with the
  // resources they look after, the subjects of the documents' pictures, and all other pages.
  browser: [
    'test/browser/{review-*,card*,customers,specification,deliveries,onboarding*,screenings}.test.ts',
  ],
  'browser-pages': [
    'test/browser/!(review-*|card*|customers|specification|deliveries|onboarding*|screenings).test.ts',
  ],
  // In one World: every function in this process, in a thread beside the runner.
  world: ['test/world/*.test.ts', 'test/world/!(crashes|faults|live|releases|settings)/**'],
  // In a World of its own, whose sweeps stand still for most of it. Outages come first: a client of the SDK that failed often makes
  // fewer further attempts. Workers take days of its time, and no test counts attempts among random faults.
  crashes: [
    'test/world/faults/outages.test.ts',
    'test/world/crashes/{changes,jobs}.test.ts',
    'test/world/faults/random-faults.test.ts',
  ],
  unit: ['test/unit/**', '{dashboard,onboarding}/test/**'],
  infra: ['test/infra/**'],
  // On one service whose functions start in threads where a test looks at them. It leaves work behind for sweeps that it has
  // stopped.
  'stories-events': ['test/stories/service/deployed.test.ts'],
  // In one World that listens: what callers see through their programs, whatever runs the functions. Those that wait for
  // events come first.
  'stories-listening': [
    'test/stories/service/pages.test.ts',
    'test/stories/cli/{newcomer,commands,mcp,requests}.test.ts',
    'test/stories/dashboard/{doors,keys,people,restricted-keys}.test.ts',
    'test/stories/accounts/accounts.test.ts',
    'test/stories/{features,webhooks}/live.test.ts',
  ],
  // Files that start parts of the local machine, or none of it.
  local: ['local/test/**', 'test/stories/local/local-{reset,storage-*}.test.ts'],
  // Waits for receivers that do not answer.
  hostile: ['test/faults/{address-guards,hostile-*,signed-deliveries}.test.ts'],
  // Each file on a service whose data are in a folder, or on an engine alone.
  'stories-stores': [
    // Load workers with settings of their own, before others load them with none.
    'test/stories/deliveries/delivery-reconciliation.test.ts',
    'test/stories/webhooks/endpoint-*.test.ts',
    'test/stories/personal-data/**',
    'test/stories/accounts/{keys-refused,limits}.test.ts',
    'test/stories/http/routes.test.ts',
    'test/stories/service/openapi.test.ts',
    'test/stories/stored/backfill.test.ts',
    'test/stories/stored/repair.test.ts',
    'test/stories/cards/{card-orders,simulator}.test.ts',
    'test/stories/deliveries/delivery-claims.test.ts',
    'test/stories/cards/spending-store.test.ts',
    'test/stories/service/{baseline,sweeps}.test.ts',
    // Where all clients of AWS reach its own tables from then on.
    'test/stories/stored/stored-items.test.ts',
  ],
  // In a World of its own, whose time begins in the past.
  releases: ['test/world/releases/**'],
  // With one stand-in of the provider, whose address and secrets the adapter keeps.
  onfido: ['test/onfido/*.test.ts'],
  // In one World that is live.
  'world-live': ['test/world/live/*.test.ts'],
  // Each in a World with another setting.
  'world-providers': ['test/world/settings/providers.test.ts'],
  'world-another-catalogue': ['test/world/settings/another-catalogue.test.ts'],
  // Each with one stand-in of Stripe, whose address and secrets the adapter keeps.
  'stripe-events': ['test/stripe/{repeated-events,authorization-requests,events}.test.ts'],
  'stripe-adapter': ['test/stripe/{adapter-faults,adapter,bundled}.test.ts'],
  // Their clients of AWS are replaced.
  'stored-deliveries': ['test/stories/stored/{stored,unreadable}-deliveries.test.ts'],
} satisfies Readonly<Record<string, readonly string[]>>;

/**
 * Unit tests that take seconds each: of thousands of items, of a death at every call, in other processes. `npm run quick`
 * leaves them out unless a file that they name or import themselves has changed.
 */
export const long: readonly string[] = [
  'test/unit/app/counters/comparison{,-resumed}.test.ts',
  'test/unit/app/jobs/sweep.test.ts',
  'test/unit/cli/{files-and-shells,proxies,resend}.test.ts',
  'test/unit/client/client-package.test.ts',
  'test/unit/core/dynamodb/filtered-lists.test.ts',
  'test/unit/delivery/recoveries/recover-deliveries.test.ts',
  'test/unit/identity/screenings/monitor.test.ts',
  'test/unit/tenants/accounts/write-shards.test.ts',
];

/**
 * A file in no suite has a process of its own: it needs faults, pauses or a machine of its own.
 * Longest first.
 */
export const alone: readonly string[] = [
  // Runs programs of a copy of the repository.
  'test/recipes/*.test.ts',
  'test/faults/crashes.test.ts',
  // Runs one program after another.
  'test/stories/service/restore.test.ts',
  'test/stories/local/local-{compute,data}-*.test.ts',
  'test/stripe/{personal-data-markers,requests}.test.ts',
  'test/stories/service/status.test.ts',
  // The handlers that it loads keep the tables of the first file that loads them.
  'test/stories/stored/unreadable-items.test.ts',
];

/** The test files of a suite in its order, as paths from the repository's root. */
export const filesOf = (patterns: readonly string[]): string[] =>
  [...new Set(patterns.flatMap((pattern) => pathsOf(pattern).toSorted()))].filter((path) =>
    path.endsWith('.test.ts'),
  );

/**
 * Runs the files of a suite, or those of ONLY with commas between them. The hooks of each enclose
 * its own tests only, as if it had a process of its own. After each comes `betweenFiles`.
 */
export const runSuite = async (
  name: keyof typeof suites,
  betweenFiles: () => Promise<void> = async () => {},
  declare: (file: string) => Promise<unknown> = (file) => import(pathToFileURL(file).href),
): Promise<void> => {
  holdShared();
  const only = process.env.ONLY?.split(',');
  for (const file of filesOf(suites[name]))
    if (only?.includes(file) ?? true) {
      await runFile(file, declare);
      await betweenFiles();
    }
};

/** Runs the files of a suite in a thread, whose module answers for tests. */
export const runSuiteInThread = async (name: keyof typeof suites, module: URL): Promise<void> => {
  const unheard = filesOf(suites[name]).filter((file) =>
    readFileSync(file, 'utf8').includes("} from 'node:test';"),
  );
  if (unheard.length > 0)
    throw new Error(`Tests of a thread are imported from test/helpers/tests.ts: ${unheard.join()}`);
  const { declare, between, end } = startTestThread(module);
  await runSuite(name, between, declare);
  await end();
};

/** Declares the tests of a file and waits for their end, so that a service which the next one starts has the machine. */
const runFile = (file: string, declare: (file: string) => Promise<unknown>): Promise<void> =>
  new Promise((done) => {
    describe(file, { concurrency: 1 }, async () => {
      try {
        await declare(file);
        // Declared last, it runs after the file's own.
        after(() => done());
      } catch (error) {
        done();
        throw error;
      }
    });
  });
