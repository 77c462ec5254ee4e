import { runSuite } from '../helpers/suites.ts';

await runSuite('stripe-adapter');
