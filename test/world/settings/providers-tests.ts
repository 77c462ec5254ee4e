import './providers-begins.ts';
import { answerForTests } from '../../helpers/tests-in-thread.ts';

answerForTests();
