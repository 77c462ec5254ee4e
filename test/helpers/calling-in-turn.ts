import { fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** A program and the words that it is called with. */
export type Called = { readonly file: string; readonly words: readonly string[] };

/** The output of a program until it ended the process, and the code; undefined: it did not end it. */
export type Ended = {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
};

/** A process that calls programs one after another, until `end`. */
export const callingInTurn = (env: NodeJS.ProcessEnv) => {
  const child = fork(fileURLToPath(new URL('./in-turn.ts', import.meta.url)), {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const printed = Promise.all([child.stdout, child.stderr].map((one) => one && text(one)));
  const exited = once(child, 'exit');
  let last: Promise<unknown> = Promise.resolve();
  const call = async (called: Called): Promise<Ended> => {
    child.send(called);
    const [ended] = await Promise.race([once(child, 'message'), exited]);
    if (typeof ended === 'object' && ended !== null) return ended;
    throw new Error(`${called.file} broke the process: ${(await printed).join('')}`);
  };
  return {
    call: (called: Called): Promise<Ended> => {
      const ended = last.then(() => call(called));
      last = ended.catch(() => {});
      return ended;
    },
    /** Ends the process, and says with which code and what it printed past the programs, such as a warning of Node. */
    end: async () => {
      if (child.connected) child.disconnect();
      const [code] = await exited;
      return { code, printed: await printed };
    },
  };
};
