// The machines that these helpers start end after the last file, not after the first that imports
// them.
import '../../local/test/helpers/fed.ts';
import '../../local/test/helpers/small-api.ts';
import '../../local/test/helpers/small-pool.ts';
import '../helpers/same-properties.ts';
import { runSuite } from '../helpers/suites.ts';

await runSuite('local');
