// Its stores end after the last file, not after the first that imports it.
import '../stripe/receiver.ts';
import { runSuite } from '../helpers/suites.ts';

await runSuite('stripe-events');
