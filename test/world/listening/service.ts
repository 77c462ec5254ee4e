import { relayEvents } from '../../../functions/app/jobs/jobs.ts';
import { functionName } from '../../../lib/environments.ts';
import type { Local } from '../../../local/start.ts';
import { startService } from '../../helpers/service.ts';
import { shared } from '../../helpers/shared.ts';
import { after } from '../../helpers/tests.ts';
import { createListeningPool } from './pool.ts';

const environments = ['sandbox', 'live'] as const;

/**
 * The sandbox and live on ports of this machine, whose functions run in this process as they are written. Only one is in a
 * process: all its clients of AWS reach that one.
 */
export const sharedListening = (): Promise<Local> =>
  shared('listening', () => startService({ environments, pool: createListeningPool }));

/** The same for files that look at no event: the relay waits until the file has ended. */
export const listeningWithoutRelay = async (): Promise<Local> => {
  const starting = sharedListening();
  const relays = environments.map((environment) => functionName(environment, relayEvents.id));
  after(async () => {
    const { mappings } = await starting;
    for (const name of relays) mappings.resume(name);
  });
  const local = await starting;
  for (const name of relays) local.mappings.pause(name);
  return local;
};
