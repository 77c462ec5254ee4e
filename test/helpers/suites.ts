import { globSync } from 'node:fs';
import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { holdShared } from './shared.ts';

/**
 * Which test files run in one process, one after another, by the name of the file in `test/suites` that runs them; those
 * that take longest first. A process loads what its files import once, and its files share services.
 */
export const suites = {
  // Each on one service as it deploys: starting its functions costs more than most of these files. The first relays nothing.
  'stories-routes': [
    'test/integration/{accounts,authorizations,customers}/**',
    'test/integration/cards/{authorizations,cards,life,reveal,shipping}.test.ts',
    'test/integration/documents/{documents,download}.test.ts',
    'test/integration/features/{features,live}.test.ts',
    'test/integration/webhooks/webhooks.test.ts',
    'test/integration/{idempotency,idempotency-keys,openapi,pipeline-costs,routes}.test.ts',
    'test/integration/dashboard/**',
  ],
  // The last leaves work behind for sweeps that it has stopped.
  'stories-events': [
    'test/integration/cards/states.test.ts',
    'test/integration/documents/simulated.test.ts',
    'test/integration/features/{followed,suspended}.test.ts',
    'test/integration/webhooks/returned.test.ts',
    'test/integration/verifications/{live,scenarios,verifications}.test.ts',
    'test/integration/tour.test.ts',
    'test/integration/route-cases.test.ts',
  ],
  // On one `npm start` with its site, in one Chromium.
  browser: ['test/browser/**'],
  // Each on one service whose waits are sixty times shorter.
  'stories-time-scaled': [
    'test/integration/{deliveries,events}/**',
    'test/integration/{redaction,restore}.test.ts',
    'test/integration/webhooks/{breaker,disabled,disabled-day,receivers,recovered,retries,signatures}.test.ts',
    'test/integration/cards/{aligned,issuer-sync}.test.ts',
    'test/integration/documents/life.test.ts',
    'test/integration/verifications/races.test.ts',
  ],
  unit: ['test/unit/**', 'dashboard/test/**'],
  // What starts parts of the local machine, or none of it.
  local: ['local/test/**', 'test/integration/local-storage-{events,grants,objects,uploads}.test.ts'],
  // Each file on a service whose data lie in a folder, or on an engine alone.
  'stories-stores': [
    // Load workers with settings of their own, before others load them with none.
    'test/integration/{delivery-alignment,endpoint-breaker,endpoint-health,endpoint-slow-calls}.test.ts',
    'test/integration/personal-data/**',
    'test/integration/cards/{issuing-intents,simulator}.test.ts',
    'test/integration/{baseline,delivery-claims,shared-writes,spending-store,sweeps}.test.ts',
  ],
  infra: ['test/infra/**'],
  hostile: ['test/faults/{address-belts,hostile-*,signed-deliveries}.test.ts'],
} satisfies Readonly<Record<string, readonly string[]>>;

/** What is in no suite has a process of its own: it needs faults, pauses or a machine of its own. Longest first. */
export const alone: readonly string[] = [
  'test/faults/{cards,crashes,requests,pipeline}.test.ts',
  'test/integration/local-{compute,data}-*.test.ts',
  'test/integration/local-storage-{port,restart}.test.ts',
  'test/stripe/*.test.ts',
];

/** The test files of a suite in its order, as paths from the repository's root. */
export const filesOf = (patterns: readonly string[]): string[] =>
  [...new Set(patterns.flatMap((pattern) => globSync(pattern).sort()))].filter((path) => path.endsWith('.test.ts'));

/** Runs the files of a suite: the hooks of each enclose its own tests only, as if it had a process of its own. */
export const runSuite = async (name: keyof typeof suites): Promise<void> => {
  holdShared();
  for (const file of filesOf(suites[name])) await runFile(file);
};

/** Declares the tests of a file and waits for their end, so that a service which the next one starts has the machine. */
const runFile = (file: string): Promise<void> =>
  new Promise((done) => {
    describe(file, { concurrency: 1 }, async () => {
      try {
        await import(pathToFileURL(file).href);
        // Declared last, it runs after the file's own.
        after(() => done());
      } catch (error) {
        done();
        throw error;
      }
    });
  });
