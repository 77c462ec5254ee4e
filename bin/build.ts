import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadConfiguration } from '../local/errors.ts';

/** The repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** A digest of files, this Node and what else decides what is made of them. */
export const digestOf = (context: string, patterns: readonly string[]): string => {
  const hash = createHash('sha256').update(`${process.version} ${root} ${context}`);
  const files = globSync([...patterns], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(`\n${file}\n`).update(readFileSync(file));
  return hash.digest('hex');
};

/** Runs a program of ours to its end; rejects with BadConfiguration, having shown what it said, unless it was stopped. */
export const runToEnd = async (
  args: readonly string[],
  options: {
    readonly failing: string;
    readonly env: NodeJS.ProcessEnv;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<void> => {
  const { failing, env, signal } = options;
  const child = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  signal?.addEventListener('abort', () => child.kill(), { once: true });
  const said = listen(child);
  const [code] = await once(child, 'close');
  if (code === 0 || signal?.aborted) return;
  process.stderr.write(said());
  throw new BadConfiguration(`${failing}; its output is above.`);
};

/** The last of what the process prints; nobody needs it while all goes well. */
const listen = (child: ChildProcess): (() => string) => {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-20_000);
    });
  }
  return () => said;
};
