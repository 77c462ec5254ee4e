import { runSuiteInThread } from '../helpers/suites.ts';

await runSuiteInThread('stories-listening', new URL('../stories/tests.ts', import.meta.url));
