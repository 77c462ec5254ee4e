import { runSuiteInThread } from '../helpers/suites.ts';

await runSuiteInThread('world-live', new URL('../world/live/tests.ts', import.meta.url));
