import { keepShared } from '../helpers/shared.ts';
import { answerForTests } from '../helpers/tests-in-thread.ts';

answerForTests(undefined, keepShared());
