import { aTenant, type Tenant } from '../helpers/fixtures/tenants.ts';
import { storedIn, type Tables } from '../helpers/tables.ts';
import { startMachine } from './machine.ts';

/** What a story is told in. */
export type World = Awaited<ReturnType<typeof startMachine>> & {
  readonly tables: Tables;
  /** A business that nothing another test does can be seen by. */
  aBusiness(): Promise<Tenant>;
};

let begun: Promise<World> | undefined;

/**
 * The World of this process; every test has a business of its own in it. The promise is the asker's own: what a file declares
 * after awaiting a promise of another file, the runner takes for that other file's.
 */
export const world = async (): Promise<World> => {
  begun ??= begin();
  return await begun;
};

const begin = async (): Promise<World> => {
  const machine = await startMachine();
  return { ...machine, tables: storedIn(machine), aBusiness: () => aTenant(machine) };
};
