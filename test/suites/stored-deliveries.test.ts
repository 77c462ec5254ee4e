// Its endpoint ends after the last file, not after the first that imports it.
import '../helpers/stored/workers.ts';
import { runSuite } from '../helpers/suites.ts';

await runSuite('stored-deliveries');
