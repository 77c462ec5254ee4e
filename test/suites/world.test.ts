import '../helpers/same-properties.ts';
import { runSuite } from '../helpers/suites.ts';
import { world } from '../world/world.ts';

const { deleteItems } = await world();

// Stories read whole tables, and sweeps go through all that waits: a file leaves nothing to the next one.
await runSuite('world', deleteItems);
