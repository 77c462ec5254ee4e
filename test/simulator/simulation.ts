import { deliveryRules } from './delivery-rules.ts';
import { endpointRules } from './endpoint-rules.ts';
import { eventBook } from './event-rules.ts';
import { type Machine, startMachine } from './machine.ts';
import { firstCalls } from './requests.ts';
import { heal, live, recoverAll, someLag, troubledFor } from './scenario.ts';
import { beginWorld, violated, type World, world } from './world.ts';

/** The outcome of a run. */
export type Outcome = Pick<World, 'seed' | 'hash' | 'violations' | 'steps'>;

const day_ms = 24 * 60 * 60 * 1_000;

/**
 * Anything that waits, waits no longer than this once all is well: a schedule of three days, and a
 * pause of one.
 */
const wait_ms_max = 10 * day_ms;

/** Lives through one seed: trouble, then repair, then all must have arrived. */
export const simulate = async (seed: number): Promise<Outcome> => {
  const started = beginWorld(seed);
  const book = eventBook();
  const machine = startMachine(someLag(), [book, deliveryRules(), endpointRules()]);
  const within_ms = troubledFor();
  let tenants: readonly string[] = [];
  void live(machine, within_ms).then((all) => {
    tenants = all;
  });
  await firstCalls();
  await machine.run(started.timeline.now + within_ms);
  // A webhook that nothing was paused for may still be given up for its past, after days: it is enabled once more.
  for (const time of [1, 2]) await finish(machine, () => heal(machine, tenants, time));
  for (const scope of ['failed', 'missing'] as const)
    await finish(machine, () => recoverAll(machine, scope));
  // A sweep that had no time to end leaves word for the next one of its process: that is not to be another seed's.
  await machine.sweep();
  if (started.violations.length === 0)
    for (const missing of book.missing(machine.dynamodb)) violated(missing);
  machine.dynamodb.close();
  return started;
};

/** Does something and lets happen what follows from it. */
const finish = async (machine: Machine, act: () => Promise<void>): Promise<void> => {
  const { timeline, violations } = world();
  if (violations.length > 0) return;
  void act();
  await machine.run(timeline.now + wait_ms_max);
  if (violations.length === 0 && !machine.isQuiet()) violated('something waits for ever');
};
