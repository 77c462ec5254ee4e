import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadConfiguration } from '../../local/bad-configuration.ts';

/**
 * Builds every bundle and synthesises the app for this machine into `outdir`, unless it holds what the same sources and
 * settings made. Rejects with what the app said.
 */
export const synthesise = async (outdir: string, clockSpeed: number, signal: AbortSignal): Promise<void> => {
  const settings = {
    // Who develops against the sandbox receives its webhooks on this machine.
    sandbox: { waitDivisor: clockSpeed, webhookTargets: 'loopback_too' },
    // Nobody pays with the cards of a laptop.
    live: {
      ...{ waitDivisor: clockSpeed, acceptSimulatedIssuer: true },
      // Whatever its port is.
      dashboardOrigin: 'http://127.0.0.1',
      secondFactor: 'off',
    },
  };
  const context = JSON.stringify({ local: true, settings });
  const inputs = inputsOf(context);
  const record = join(outdir, 'inputs.sha256');
  if (isHeld(record, inputs)) return;
  rmSync(outdir, { recursive: true, force: true });
  const child = spawn(process.execPath, ['bin/app.ts'], {
    cwd: root,
    env: { ...process.env, CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: context },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  signal.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
  const said = listen(child);
  const [code] = await once(child, 'close');
  if (code !== 0 && !signal.aborted) {
    process.stderr.write(said());
    throw new BadConfiguration('The app cannot be synthesised; what it said stands above.');
  }
  // Last, so that what an end in between left behind is not taken for whole.
  if (code === 0) writeFileSync(record, inputs);
};

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A digest of all that the assembly is made of. */
const inputsOf = (context: string): string => {
  const hash = createHash('sha256').update(`${process.version} ${root} ${context}`);
  const files = globSync(['bin/app.ts', '{functions,lib}/**/*.{ts,js}', 'cdk.json', 'package-lock.json'], {
    cwd: root,
  });
  for (const file of files.sort()) hash.update(`\n${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
};

const isHeld = (record: string, inputs: string): boolean => {
  try {
    return readFileSync(record, 'utf8') === inputs;
  } catch {
    return false;
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
