import { runSuiteInThread } from '../helpers/suites.ts';

await runSuiteInThread('crashes', new URL('../world/crashes/tests.ts', import.meta.url));
