import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Called, Ended } from './calling-in-turn.ts';

// Calls programs of this repository one after another in this process, so that what they import is loaded once. Each has to
// end the process, as it does where it is asked for help or refuses a word. The process that forked this one says which.

/** Thrown by `process.exit`, so that nothing of the program runs on. */
const atEnd = new Error('The program has ended.');

const said = { stdout: '', stderr: '' };
let code: number | undefined;
let calls = 0;

// Output after its end is none that a process of its own would print.
for (const stream of ['stdout', 'stderr'] as const)
  process[stream].write = (text: string | Uint8Array): boolean => {
    if (code === undefined) said[stream] += text;
    return true;
  };

process.exit = (status) => {
  code ??= Number(status ?? process.exitCode ?? 0);
  throw atEnd;
};

const call = async ({ file, words }: Called): Promise<Ended> => {
  Object.assign(said, { stdout: '', stderr: '' });
  code = undefined;
  process.exitCode = undefined;
  const path = resolve(file);
  process.argv.splice(1, process.argv.length, path, ...words);
  try {
    // A module is evaluated once for each address.
    await import(`${pathToFileURL(path).href}?call=${calls++}`);
  } catch (error) {
    if (error !== atEnd) said.stderr += (error as Error).stack;
  }
  return { code, ...said };
};

process.on('message', async (called: Called) => process.send?.(await call(called)));
