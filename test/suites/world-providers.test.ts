import { runSuiteInThread } from '../helpers/suites.ts';

await runSuiteInThread(
  'world-providers',
  new URL('../world/settings/providers-tests.ts', import.meta.url),
);
