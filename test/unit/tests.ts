import '../helpers/same-properties.ts';
import { answerForTests } from '../helpers/tests-in-thread.ts';

answerForTests();
