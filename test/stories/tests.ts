import { answerForTests } from '../helpers/tests-in-thread.ts';

answerForTests();
