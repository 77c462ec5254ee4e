import { spawnSync } from 'node:child_process';
import { readCommandLine } from '../bin/command-line.ts';

// Everything that only repeats, for hours if asked to; run whole before a release. SOAK_RUNS and SIMULATED_SEEDS say how often.
// Run: `npm run assembly && npx node test/soak.ts`.

readCommandLine({
  usage: `npx node test/soak.ts

Runs what only repeats, for an hour or more; SOAK_RUNS (100) and SIMULATED_SEEDS (10000) say how often. Run
\`npm run assembly\` before.`,
});

const { SOAK_RUNS = '100', SIMULATED_SEEDS = '10000' } = process.env;

/** How much each of the tests does of what `npm test` does a little of. */
const amounts = {
  SOAK_RUNS,
  PIPELINE_EVENTS: '1000',
  SOAK_CARDS: '5000',
  HELD_CARDS: '200',
  RECOVERED_DELIVERIES: '20000',
  REDACTION_DEATHS: '1',
  DELETED_WEBHOOKS: '10000',
  // Not the same day and hour each time.
  WORLD_BEGINS_AT: new Date().toISOString(),
};

const files = [
  'test/faults/{crashes,hostile-outcomes}.test.ts',
  'test/world/{rules,service/pipeline-costs}.test.ts',
  'test/world/delivery/{deliveries/pipeline-interrupted,webhooks/recovered}.test.ts',
  'test/world/identity/{documents/life,verifications/races}.test.ts',
  'test/world/issuing/cards/{issuer-sync,orders-interrupted,reconciliation-interrupted}.test.ts',
  'test/stories/service/sweeps.test.ts',
  'test/browser/{accessible,volume}.test.ts',
];

const steps: readonly (readonly string[])[] = [
  ['--test', '--test-concurrency=1', ...files],
  // Every refusal of every call, and all the time that a worker's work may take.
  ['--test', 'test/suites/crashes.test.ts'],
  // Its properties try other cases each time.
  ['--test', 'test/suites/unit.test.ts'],
  ['--test', 'test/load/killed-service.ts'],
  ['test/simulator/run.ts', '--seeds', SIMULATED_SEEDS],
  ['test/simulator/run.ts', '--guards'],
  ['test/simulator/run.ts', '--disabled-day', '86400'],
];

for (const step of steps) {
  const { status } = spawnSync(process.execPath, step, {
    stdio: 'inherit',
    env: { ...process.env, ...amounts },
  });
  if (status !== 0) {
    console.error(`\nThis failed: node ${step.join(' ')}`);
    process.exit(1);
  }
}
