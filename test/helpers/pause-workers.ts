import { deliverWebhook } from '../../functions/contract/workers.ts';
import { functionName } from '../../lib/environments.ts';
import type { Local } from '../../local/start.ts';

/**
 * Lets a service do nothing by itself but deliver what a call has asked for: no event leaves the log and nothing is swept,
 * so that what calls have left behind stays as they left it.
 */
export const pauseWorkers = async (local: Local): Promise<void> => {
  const deliverer = functionName('sandbox', deliverWebhook.id);
  for (const name of local.mappings.functions) if (name !== deliverer) local.mappings.pause(name);
  await local.schedules.stop();
};
