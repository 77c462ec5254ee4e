import { runSuiteInThread } from '../helpers/suites.ts';

await runSuiteInThread(
  'world-another-catalogue',
  new URL('../world/settings/another-catalogue-tests.ts', import.meta.url),
);
