import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BadConfiguration } from '../../local/bad-configuration.ts';

/** Builds every bundle and synthesises the app for this machine into `outdir`. Rejects with what the app said. */
export const synthesise = async (outdir: string, clockSpeed: number, signal: AbortSignal): Promise<void> => {
  rmSync(outdir, { recursive: true, force: true });
  const settings = {
    // Who develops against the sandbox receives its webhooks on this machine.
    sandbox: { waitDivisor: clockSpeed, webhookTargets: 'loopback_too' },
    // Nobody pays with the cards of a laptop.
    live: { waitDivisor: clockSpeed, acceptSimulatedIssuer: true },
  };
  const child = spawn(process.execPath, ['bin/app.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify({ local: true, settings }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  signal.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
  const said = listen(child);
  const [code] = await once(child, 'close');
  if (code !== 0 && !signal.aborted) {
    process.stderr.write(said());
    throw new BadConfiguration('The app cannot be synthesised; what it said stands above.');
  }
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
