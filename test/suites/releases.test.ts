import { runSuiteInThread } from '../helpers/suites.ts';

await runSuiteInThread('releases', new URL('../world/releases/tests.ts', import.meta.url));
