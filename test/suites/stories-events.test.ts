import { runSuiteInThread } from '../helpers/suites.ts';

await runSuiteInThread('stories-events', new URL('../stories/tests.ts', import.meta.url));
