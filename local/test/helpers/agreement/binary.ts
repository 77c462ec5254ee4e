import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listening } from '../../../listening.ts';
import { system } from '../processes.ts';
import type { Answering } from './answering.ts';
import { pipelinedAt } from './pipelined.ts';

/** The binary that others wrote, which the engine is compared with; undefined where the package has none for this machine. */
export const binary = (): string | undefined => {
  try {
    const manifest = createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json');
    const path = join(dirname(manifest), 'dynoxide');
    return system === 'linux-x64' && existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
};

/** Starts the binary with its data in memory. */
export const startBinary = async (path: string): Promise<Answering & { stop(): Promise<void> }> => {
  const port = await freePort();
  const child = spawn(path, ['--port', String(port)], { stdio: 'ignore' });
  const end = (): void => void child.kill();
  process.on('exit', end);
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    process.off('exit', end);
    end();
    await ended;
  };
  const endpoint = `http://127.0.0.1:${port}`;
  while (!(await isAnswered(endpoint)))
    if (hasEnded(child)) throw new Error(`${path} ended with ${child.exitCode}.`);
  const { call, end: disconnect } = await pipelinedAt(port);
  return {
    call,
    stop: async () => {
      disconnect();
      await stop();
    },
  };
};

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

const isAnswered = async (endpoint: string): Promise<boolean> => {
  await pause(10);
  return fetch(endpoint, { method: 'POST' }).then(
    () => true,
    () => false,
  );
};

/** A port of this machine that nobody listens on just now. */
export const freePort = async (): Promise<number> => {
  const { port, stop } = await listening(createServer());
  await stop();
  return port;
};
