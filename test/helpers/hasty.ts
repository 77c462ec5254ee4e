import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Local, type LocalOptions, startLocal } from '../../local/start.ts';
import { places } from './service.ts';
import { shared } from './shared.ts';

/** The assembly whose waits are sixty times shorter; `npm run assembly` synthesises it beside the other. */
const hastyAssembly = fileURLToPath(new URL('../../.build/assembly-hasty', import.meta.url));

/** Starts a sandbox in memory in which a minute of the service's own waits is a second. */
export const startHasty = (options: Partial<LocalOptions> = {}): Promise<Local> => {
  if (!existsSync(hastyAssembly)) throw new Error('There is no hasty assembly to test: run `npm run assembly` first.');
  return startLocal({ assembly: hastyAssembly, memory: true, environments: ['sandbox'], places, ...options });
};

/** The hasty sandbox that all files of a process share which wait for what the service schedules. */
export const sharedHasty = (): Promise<Local> => shared('hasty', () => startHasty());
