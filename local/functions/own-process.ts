import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Housing, HousingOptions } from './housing.ts';
import { lineCutter } from './logs.ts';
import { startRuntimeApi } from './runtime-api.ts';

/** Starts an instance in a process of its own, which takes its invocations from the Lambda Runtime API. */
export const startOwnProcess = async ({ of, variables, reports, printed }: HousingOptions): Promise<Housing> => {
  const api = await startRuntimeApi(reports);
  const child = spawn(process.execPath, [`--max-old-space-size=${of.memory_mb}`, runtime, of.compiled], {
    cwd: of.folder,
    env: { ...variables, AWS_LAMBDA_RUNTIME_API: api.address },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: Ctrl-C in a terminal reaches us alone, and we end it when nobody needs it any more.
    detached: true,
  });
  for (const stream of ['stdout', 'stderr'] as const) {
    const lines = lineCutter((line) => printed(stream, line));
    child[stream]?.setEncoding('utf8').on('data', lines.push).on('end', lines.end);
  }
  return {
    pid: child.pid,
    give: api.give,
    kill: () => void child.kill('SIGKILL'),
    gone: left(child).finally(api.close),
  };
};

/** Where the loop lives that stands in for AWS's own runtime client. */
const runtime = fileURLToPath(new URL('./runtime.cjs', import.meta.url));

/** How the process ended; a process that could not be started ends at once. */
const left = (child: ChildProcess): Housing['gone'] =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve([code, signal]));
    child.on('error', (error) => child.pid === undefined && resolve([null, error.message]));
  });
