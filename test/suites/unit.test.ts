import { runSuiteInThread } from '../helpers/suites.ts';

await runSuiteInThread('unit', new URL('../unit/tests.ts', import.meta.url));
