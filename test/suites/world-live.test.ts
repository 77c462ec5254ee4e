import '../world/live/begins.ts';
import '../helpers/same-properties.ts';
import { runSuite } from '../helpers/suites.ts';
import { world } from '../world/world.ts';

const { deleteItems } = await world();

await runSuite('world-live', deleteItems);
