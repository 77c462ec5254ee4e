import '../helpers/same-properties.ts';
import { runSuite } from '../helpers/suites.ts';

await runSuite('world');
