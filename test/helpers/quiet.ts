import { queueName } from '../../lib/environments.ts';
import type { Local } from '../../local/start.ts';
import { storedIn } from './stored.ts';
import { until } from './until.ts';

/** Waits until every event of the sandbox has been fanned out and no message waits or is being worked on. */
export const quiet = async (local: Local): Promise<void> => {
  const { items } = storedIn(local);
  const queues = (['webhooks', 'deliver', 'documents', 'identity', 'cards'] as const).map((name) =>
    local.queues.byName(queueName('sandbox', name), 'eu-west-1'),
  );
  const isEmpty = () => queues.every((queue) => Object.values(queue?.depth() ?? {}).every((count) => count === 0));
  await until(
    async () => (await items('outbox')).every(({ undispatched }) => undispatched === undefined) && isEmpty(),
    'nothing is left to do',
  );
};
