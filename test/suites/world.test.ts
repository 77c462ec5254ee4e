import { runSuiteInThread } from '../helpers/suites.ts';

await runSuiteInThread('world', new URL('../world/tests.ts', import.meta.url));
