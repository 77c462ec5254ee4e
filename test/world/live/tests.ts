import './begins.ts';
import '../../helpers/same-properties.ts';
import { answerForTests } from '../../helpers/tests-in-thread.ts';
import { world } from '../world.ts';

const { deleteItems } = await world();

answerForTests(deleteItems);
