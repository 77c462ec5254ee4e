import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BadConfiguration } from '../errors.ts';
import { listening } from '../listening.ts';

/** An engine that runs as a process of ours. */
export type EngineProcess = { readonly endpoint: string; stop(): Promise<void> };

/** Starts the engine and waits until it answers; `words` is the command. Rejects with BadConfiguration. */
export const startEngineProcess = async (file: string | undefined, words = command()): Promise<EngineProcess> => {
  let complaint = '';
  for (let attempt = 0; attempt < attempts_max; attempt++) {
    const port = await freePort();
    const child = launch([...words, '--port', String(port), ...(file ? ['--db-path', file] : [])]);
    const said = await answers(child, port);
    if (said === undefined) return { endpoint: `http://127.0.0.1:${port}`, stop: () => stop(child) };
    await stop(child);
    complaint = said;
    // Another program may have taken the port since it was found free; no other error is worth a retry.
    if (!/in use/i.test(said)) break;
  }
  throw new BadConfiguration(
    `The DynamoDB engine does not start (${complaint || 'it said nothing'}): ` +
      'run `npm ci`, or set DYNAMODB_ENDPOINT to the address of a DynamoDB Local.',
  );
};

const attempts_max = 5;
/** Generous: `npx` may have to fetch the engine first. */
const start_ms_max = 60_000;
/** How long the engine may take to close its file before it is killed; it loses nothing then either. */
const stop_ms_max = 5_000;

/** The binary for this platform where it is installed, else whatever npx finds. */
const command = (): string[] => {
  try {
    const manifest = createRequire(import.meta.url).resolve(
      `@dynoxide/${process.platform}-${process.arch}/package.json`,
    );
    const binary = join(dirname(manifest), 'dynoxide');
    if (existsSync(binary)) return [binary];
  } catch {
    // The package of another platform is not installed here.
  }
  return ['npx', '--yes', 'dynoxide'];
};

/**
 * The engine must not outlive us, however we end, and does not notice by itself. So a shell is between them: it reads a
 * pipe whose other end only we hold, and when that closes (the kernel closes it even after SIGKILL) it kills its whole
 * group. The group is its own, so that Ctrl-C in a terminal reaches us first and the engine last.
 */
const guard = `
exec 3<&0
"$@" </dev/null 3<&- &
engine=$!
(while read -r word <&3; do [ "$word" = stop ] && kill -TERM "$engine"; done; kill -KILL 0) >/dev/null 2>&1 &
exec 3<&-
wait "$engine"
kill -KILL 0
`;

const launch = (words: string[]): ChildProcess =>
  spawn('/bin/sh', ['-c', guard, 'engine', ...words], { stdio: ['pipe', 'ignore', 'pipe'], detached: true });

/** Undefined when the engine listens; else what it said before it ended. */
const answers = async (child: ChildProcess, port: number): Promise<string | undefined> => {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  child.stdin?.on('error', () => {});
  const ended = once(child, 'exit').catch(() => undefined);
  const deadline = Date.now() + start_ms_max;
  while (Date.now() < deadline) {
    if (said.includes('listening') && (await isAlive(port))) return undefined;
    if ((await Promise.race([ended, pause(10, waiting)])) !== waiting) return lastLine(said);
  }
  return `no answer within ${start_ms_max / 1000} s`;
};

const waiting = Symbol('waiting');

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

const isAlive = async (port: number): Promise<boolean> => {
  try {
    await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', signal: AbortSignal.timeout(1_000) });
    return true;
  } catch {
    return false;
  }
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin?.write('stop\n');
  const kill = setTimeout(() => child.stdin?.destroy(), stop_ms_max);
  await ended;
  clearTimeout(kill);
};

/** A port of this machine that nobody listens on just now. */
export const freePort = async (): Promise<number> => {
  const { port, stop } = await listening(createServer());
  await stop();
  return port;
};
