import { runSuite } from '../helpers/suites.ts';

await runSuite('onfido');
