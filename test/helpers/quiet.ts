import { queueName } from '../../lib/environments.ts';
import type { Local } from '../../local/start.ts';
import { until } from '../../local/test/helpers/until.ts';
import { storedIn } from './stored.ts';

const all = ['webhooks', 'deliver', 'documents', 'identity', 'cards', 'redactions'] as const;

/**
 * Waits until every event of the sandbox has been fanned out and no message waits or is being worked on. On a shared
 * service say which queues: what others deliver may be tried again for as long as the service runs.
 */
export const quiet = async (local: Local, ...names: readonly (typeof all)[number][]): Promise<void> => {
  const { isDispatched } = storedIn(local);
  const queues = (names.length > 0 ? names : all).map((name) =>
    local.queues.byName(queueName('sandbox', name), 'eu-west-1'),
  );
  const isEmpty = () => queues.every((queue) => Object.values(queue?.depth() ?? {}).every((count) => count === 0));
  await until(async () => (await isDispatched()) && isEmpty(), 'nothing is left to do');
};
