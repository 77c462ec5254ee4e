import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Local, LocalOptions } from '../../local/start.ts';
import { startService } from './service.ts';

/** The assembly whose waits are sixty times shorter; `npm run assembly` synthesises it beside the other. */
export const timeScaledAssembly = fileURLToPath(
  new URL('../../.build/assembly-time-scaled', import.meta.url),
);

/** Starts a sandbox in memory in which a minute of the service's own waits is a second. */
export const startTimeScaled = (options: Partial<LocalOptions> = {}): Promise<Local> => {
  if (!existsSync(timeScaledAssembly))
    throw new Error('There is no time-scaled assembly to test: run `npm run assembly` first.');
  return startService({ assembly: timeScaledAssembly, ...options });
};
