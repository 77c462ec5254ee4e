import assert from 'node:assert/strict';
import { type EnvironmentName, environments, queueName } from '../../lib/environments.ts';
import type { Local } from '../../local/start.ts';
import { until } from '../../local/test/helpers/until.ts';
import { storedIn } from './tables.ts';

const all = [
  'webhooks',
  'deliver',
  'documents',
  'identity',
  'cards',
  'redactions',
  'counters',
] as const;

/**
 * Waits until every event of the sandbox has been fanned out and no message waits or is being worked on. A delivery that is
 * to be tried again later is not waited for: its delay is a clock's.
 */
export const quiet = (local: Quieted, ...names: readonly QueueName[]): Promise<void> =>
  quietIn('sandbox', local, ...names);

type Quieted = Pick<Local, 'endpoint' | 'operator' | 'queues'>;
type QueueName = (typeof all)[number];

/** The same of an environment. */
export const quietIn = async (
  environment: EnvironmentName,
  local: Quieted,
  ...names: readonly QueueName[]
): Promise<void> => {
  const { isDispatched } = storedIn(local, environment);
  const { region } = environments[environment];
  const isEmpty = () =>
    (names.length > 0 ? names : all).every((name) => {
      const queue = local.queues.byName(queueName(environment, name), region) ?? assert.fail(name);
      const { visible, inFlight, delayed } = queue.depth();
      return visible + inFlight + (name === 'deliver' ? 0 : delayed) === 0;
    });
  await until(async () => (await isDispatched()) && isEmpty(), 'nothing is left to do');
};
