import { existsSync } from 'node:fs';
import { setInterval } from 'node:timers/promises';
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

/**
 * The hasty sandbox that all files of a process share which wait for what the service schedules. Its sweeps come a quarter as
 * often as the schedule's would, once a second: each asks every shard of every table, though nothing waits.
 */
export const sharedHasty = (): Promise<Local> =>
  shared('hasty', async () => {
    const local = await startHasty();
    await local.schedules.stop();
    const ending = new AbortController();
    void sweepNowAndThen(local, ending.signal).catch(() => {});
    return {
      ...local,
      stop: () => {
        ending.abort();
        return local.stop();
      },
    };
  });

const sweepNowAndThen = async ({ schedules }: Local, signal: AbortSignal): Promise<void> => {
  for await (const _ of setInterval(sweep_ms, undefined, { signal, ref: false }))
    for (const rule of schedules.rules) await schedules.trigger(rule);
};

const sweep_ms = 4_000;
