import './another-catalogue-begins.ts';
import { answerForTests } from '../../helpers/tests-in-thread.ts';

answerForTests();
