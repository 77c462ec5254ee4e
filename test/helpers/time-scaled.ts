import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Local, LocalOptions } from '../../local/start.ts';
import type { Any } from './printed-document.ts';
import { assembly, startService } from './service.ts';

/** Beside the other, so that its paths lead to the same bundles. */
const folder = fileURLToPath(new URL('../../.build/assembly-time-scaled', import.meta.url));

const speed = 60;

/** The assembly of tests with a clock sixty times as fast in its sandbox: a minute of the service's own waits is a second. */
export const timeScaledAssembly = (): string => {
  rmSync(folder, { recursive: true, force: true });
  cpSync(assembly, folder, { recursive: true });
  const sandbox = join(folder, 'assembly-sandbox');
  for (const name of readdirSync(sandbox).filter((one) => one.endsWith('.template.json'))) {
    const template: Any = JSON.parse(readFileSync(join(sandbox, name), 'utf8'));
    for (const { Type, Properties } of Object.values<Any>(template.Resources ?? {})) {
      const variables = Properties?.Environment?.Variables;
      if (Type === 'AWS::Lambda::Function' && variables) variables.CLOCK_SPEED = String(speed);
    }
    writeFileSync(join(sandbox, name), JSON.stringify(template));
  }
  return folder;
};

/** Starts a sandbox in memory in which a minute of the service's own waits is a second. */
export const startTimeScaled = (options: Partial<LocalOptions> = {}): Promise<Local> =>
  startService({ assembly: timeScaledAssembly(), ...options });
