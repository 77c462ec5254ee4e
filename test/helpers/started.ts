import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listeningStart } from '../../bin/bundling.ts';
import { inputsOf } from '../../bin/start/synthesise.ts';
import { type Script, startScript } from '../../local/test/helpers/processes.ts';
import { after } from './tests.ts';

/** Where this test file's services live; it is removed at the end, after whatever still runs in it. */
export const folder = mkdtempSync(join(tmpdir(), 'start-'));

/** The data that a running service writes about itself. */
export const environmentFile = join(folder, '.local', 'environment.json');
const running: Script[] = [];

after(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  rmSync(folder, { recursive: true, force: true });
});

/** Runs what `npm start` runs, on free ports; with `data` what `npm start -- data` runs. */
export const start = (variables: Record<string, string> = {}, ...args: string[]): Script => {
  const script = startScript('bin/start.ts', args, folder, { PORT: '0', ...variables });
  running.push(script);
  return script;
};

/** The variables of a start for which the templates are there already, as if one had been before: `npm test` has made them. */
export const synthesisedBefore = (): Record<string, string> => {
  const outdir = join(folder, '.local', 'cdk.out');
  cpSync(fileURLToPath(new URL('../../.build/assembly-listening', import.meta.url)), outdir, {
    recursive: true,
  });
  writeFileSync(join(outdir, 'inputs.sha256'), inputsOf(listeningStart).digest);
  return { LOCAL_CLOCK_SPEED: `${listeningStart.clockSpeed}` };
};

/** Runs what `npm run ops -- business` runs, to its end. */
export const business = async (...args: string[]) => {
  const script = startScript('bin/ops/business.ts', args, folder);
  return { code: await script.ended, stdout: script.stdout(), stderr: script.stderr() };
};
