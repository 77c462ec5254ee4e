import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sweepScheduledWork } from '../../functions/jobs/jobs.ts';
import { physicalName } from '../../lib/environments.ts';
import type { Local, LocalOptions } from '../../local/start.ts';
import { startService } from './service.ts';
import { shared } from './shared.ts';

/** The assembly whose waits are sixty times shorter; `npm run assembly` synthesises it beside the other. */
export const timeScaledAssembly = fileURLToPath(new URL('../../.build/assembly-time-scaled', import.meta.url));

/** Starts a sandbox in memory in which a minute of the service's own waits is a second. */
export const startTimeScaled = (options: Partial<LocalOptions> = {}): Promise<Local> => {
  if (!existsSync(timeScaledAssembly))
    throw new Error('There is no time-scaled assembly to test: run `npm run assembly` first.');
  return startService({ assembly: timeScaledAssembly, ...options });
};

/**
 * The time-scaled sandbox that all files of a process share which wait for what the service schedules. Its sweeps come a quarter as
 * often as the schedule's would, once a second: each asks every shard of every table, though nothing waits.
 */
export const sharedTimeScaled = (): Promise<Local> =>
  shared('time-scaled', async () => {
    const local = await startTimeScaled();
    const { schedules } = local;
    await schedules.stop();
    // One that fails leaves the next to come, as with the schedule's own.
    const sweep = () => schedules.trigger(physicalName('sandbox', sweepScheduledWork.id)).catch(() => undefined);
    const timer = setInterval(sweep, sweep_ms).unref();
    return {
      ...local,
      stop: () => {
        clearInterval(timer);
        return local.stop();
      },
    };
  });

const sweep_ms = 4_000;
