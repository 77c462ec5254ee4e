import '../helpers/same-properties.ts';
import { answerForTests } from '../helpers/tests-in-thread.ts';
import { world } from './world.ts';

const { deleteItems } = await world();

// Stories read whole tables, and sweeps go through all that waits: a file leaves nothing to the next one.
answerForTests(deleteItems);
