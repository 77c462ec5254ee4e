import { parentPort } from 'node:worker_threads';
import type { Any } from '../../helpers/printed-document.ts';

/** Walks by name; each takes what can be cloned, and finds what can be. */
export type Walks = Readonly<Record<string, (of: Any) => Promise<unknown>>>;

/** A walk that is asked for, and what names its answer. */
export type WalkRequest = { readonly id: number; readonly walk: string; readonly of: unknown };

/** Has the main module of a thread answer the walks that `thread.ts` asks for. */
export const answerWalks = (walks: Walks): void => {
  parentPort?.on('message', async ({ id, walk, of }: WalkRequest) => {
    const answer = await walks[walk]?.(of).then(
      (found) => ({ id, found }),
      (error: unknown) => ({ id, error: String(error) }),
    );
    parentPort?.postMessage(answer);
  });
};
