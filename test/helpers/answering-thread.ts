import { parentPort } from 'node:worker_threads';
import type { Any } from './printed-document.ts';

/** The answers of a thread by name; each takes what can be cloned, and finds what can be. */
export type Answers = Readonly<Record<string, (of: Any) => Promise<unknown>>>;

/** An answer that is asked for; the number names it. */
export type AnswerRequest = { readonly id: number; readonly name: string; readonly of: unknown };

/** Has the main module of a thread answer what `asked-thread.ts` asks for. */
export const answerInThread = (answers: Answers): void => {
  parentPort?.on('message', async ({ id, name, of }: AnswerRequest) => {
    const answer = await answers[name]?.(of).then(
      (found) => ({ id, found }),
      (error: unknown) => ({ id, error: plain(error) }),
    );
    parentPort?.postMessage(answer);
  });
};

/** An error as it can be sent, whatever hangs on it. */
const plain = (error: unknown) =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { name: 'Error', message: String(error), stack: undefined };
