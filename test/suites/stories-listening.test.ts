import { runSuite } from '../helpers/suites.ts';

await runSuite('stories-listening');
