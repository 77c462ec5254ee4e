import './process.ts';
import { logger } from '../../functions/core/logging.ts';
import { aTenant, type Tenant } from '../helpers/fixtures/tenants.ts';
import { storedIn, type Tables } from '../helpers/tables.ts';
import { clock } from './builtins.ts';
import type { Clock } from './clock.ts';
import { environment, startMachine } from './machine.ts';
import { keepPrinted } from './printed.ts';

/** The service as a story sees it. */
export type World = Awaited<ReturnType<typeof startMachine>> & {
  readonly clock: Pick<Clock, 'now' | 'advance' | 'take' | 'during'>;
  readonly tables: Tables;
  /**
   * A business that nothing another test does can be seen by. The periods of the schedules begin with it: whatever ran before,
   * a sweep comes a minute later.
   */
  aBusiness(): Promise<Tenant>;
};

let started: Promise<World> | undefined;

/**
 * The World of this process; every test has a business of its own in it. The promise is the asker's own: what a file declares
 * after awaiting a promise of another file, the runner takes for that other file's.
 */
export const world = async (): Promise<World> => {
  started ??= begin();
  return await started;
};

const begin = async (): Promise<World> => {
  const starting = startMachine();
  let isStarted = false;
  void starting.finally(() => {
    isStarted = true;
  });
  // A table is not there at once.
  while (!isStarted) await clock.advance(10);
  const machine = await starting;
  keepPrinted(machine.logs);
  logger.setLogLevel('INFO');
  const aBusiness = () => {
    machine.beginPeriods();
    return aTenant(machine, environment);
  };
  return { ...machine, clock, tables: storedIn(machine, environment), aBusiness };
};
