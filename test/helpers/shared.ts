import { after } from './tests.ts';

/** A service that runs until it is stopped. */
type Running = { stop(): Promise<void> };

const started = new Map<string, Promise<Running>>();
let holders = 0;

/** Keeps what this thread shares running until the test, describe or process that this is called in has ended. */
export const holdShared = (): void => after(keepShared());

/** Keeps what this thread shares running until this is called back and nobody else keeps it. */
export const keepShared = (): (() => Promise<void>) => {
  holders += 1;
  return async () => {
    holders -= 1;
    if (holders > 0) return;
    const ending = [...started.values()];
    started.clear();
    for (const running of ending) await (await running).stop();
  };
};

/**
 * The services that all test files of this thread share under a name: started by the first that
 * asks, ended after the last. The promise is the asker's own: what a file declares after awaiting a
 * promise of another file, the runner takes for that other file's.
 */
export const shared = async <T extends Running>(
  name: string,
  start: () => Promise<T>,
): Promise<T> => {
  holdShared();
  const running = (started.get(name) as Promise<T> | undefined) ?? start();
  started.set(name, running);
  return await running;
};
