import { runSuite } from '../helpers/suites.ts';

await runSuite('browser-pages');
