import { runSuite } from '../helpers/suites.ts';

await runSuite('stories-time-scaled');
