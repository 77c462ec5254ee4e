import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from './failures.ts';
import type { Profile } from './profiles.ts';
import { readInput } from './text-input.ts';

/** A key from the environment, from standard input or typed without echo; never an argument, which others can see. */
export const readKey = async (): Promise<string> => {
  const key =
    process.env.FSAPI_KEY ??
    (process.stdin.isTTY ? await ask('Secret Key: ', false) : await readInput());
  if (key.trim() === '')
    throw new UsageError('The key is empty. Type it, pipe it in, or set FSAPI_KEY.');
  return key.trim();
};

/** Asks before a write to live; without a terminal only `--yes` permits it. */
export const confirmWrite = async (
  { environment }: Profile,
  what: string,
  yes: boolean,
): Promise<void> => {
  if (environment === 'sandbox' || yes) return;
  if (!process.stdin.isTTY)
    throw new UsageError(`${what} would change live. Add --yes if that is meant.`);
  const answer = await ask(`${what} changes live. Go on? [y/N] `, true);
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Nothing was sent.');
};

const ask = async (question: string, echo: boolean): Promise<string> => {
  if (!echo) process.stderr.write(question);
  const silent = new Writable({ write: (_piece, _encoding, done) => done() });
  const line = createInterface({
    input: process.stdin,
    output: echo ? process.stderr : silent,
    terminal: true,
  });
  try {
    return await Promise.race([
      line.question(question),
      new Promise<never>((_, reject) =>
        line.once('close', () => reject(new UsageError('Nothing was sent.'))),
      ),
    ]);
  } finally {
    line.close();
    if (!echo) process.stderr.write('\n');
  }
};
