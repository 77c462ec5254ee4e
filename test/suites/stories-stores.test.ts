import { runSuiteInThread } from '../helpers/suites.ts';

await runSuiteInThread('stories-stores', new URL('../stories/tests.ts', import.meta.url));
