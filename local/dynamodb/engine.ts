import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../errors.ts';
import { isUnwritable, openPrivateFolder } from '../files.ts';
import { type Core, openCore } from './engine/core.ts';
import { connectTo } from './other-dynamodb.ts';
import { type Definition, ensureTables, isThere, tablesOf } from './tables.ts';

/** The database below the DynamoDB service: every call here is past IAM, faults and recording. */
export type Engine = {
  /** One call, JSON values in and out; rejects with an AwsError. */
  call<T>(operation: string, input: unknown): Promise<T>;
  readonly indexLag: IndexLag;
  /**
   * The deletions that this machine makes in its own engine; absent: another DynamoDB, which does
   * that by itself.
   */
  readonly own: Pick<Core, 'expire' | 'trim'> | undefined;
  stop(): Promise<void>;
};

/** Makes indexes show an older state, as DynamoDB's may at any time; tables never do. */
export type IndexLag = {
  /** From now on indexes show what they hold at this moment. */
  hold(): void;
  release(): void;
};

export type EngineOptions = {
  /** All resources of all environments; the tables among them are created when missing. */
  readonly resources: readonly Resource[];
  readonly folder?: string | undefined;
  /** A DynamoDB that runs already; absent: the environment's DYNAMODB_ENDPOINT, else the engine in this process. */
  readonly endpoint?: string | undefined;
};

/**
 * Rejects with BadConfiguration where `startEngine` could not read the folder or reach the other DynamoDB, or where one of
 * these tables has another shape.
 */
export const checkEngine = async (
  options: Omit<EngineOptions, 'resources'>,
  definitions: readonly Definition[],
): Promise<void> => {
  const engine = openEngine(options);
  try {
    await engine.call('ListTables', { Limit: 1 });
    await Promise.all(definitions.map((definition) => isThere(engine, definition)));
  } finally {
    await engine.stop();
  }
};

const openEngine = ({
  folder,
  endpoint = process.env.DYNAMODB_ENDPOINT,
}: Omit<EngineOptions, 'resources'>): Engine =>
  endpoint ? connectTo(endpoint, folder) : openOwn(folder);

/** Opens the engine and creates the tables. Rejects with BadConfiguration. */
export const startEngine = async (options: EngineOptions): Promise<Engine> => {
  const { resources, folder } = options;
  const engine = openEngine(options);
  try {
    await ensureTables(engine, tablesOf(resources));
    return engine;
  } catch (error) {
    await engine.stop();
    throw folder !== undefined && isUnwritable((error as Error).cause)
      ? unwritable(folder, error)
      : error;
  }
};

/** The engine in this process: in a file of the folder, or in memory. */
const openOwn = (folder: string | undefined): Engine => {
  let isHeld = false;
  const file = folder === undefined ? undefined : fileIn(folder);
  const core = openCore({ file, lagMs: () => (isHeld ? Number.POSITIVE_INFINITY : 0) });
  const hold = (): void => {
    isHeld = true;
  };
  const release = (): void => {
    isHeld = false;
    core.catchUp();
  };
  // An index that was held when the machine was killed.
  release();
  return {
    call: async <T>(operation: string, input: unknown) => core.call<T>(operation, input),
    indexLag: { hold, release },
    own: core,
    stop: async () => core.close(),
  };
};

const name = 'dynamodb.sqlite';

/** The file in the folder, which is created where it is missing; throws BadConfiguration. */
const fileIn = (folder: string): string => {
  const file = join(folder, name);
  try {
    openPrivateFolder(folder);
    // SQLite gives the files beside it the mode of this one.
    if (!existsSync(file)) writeFileSync(file, '');
    for (const path of [file, `${file}-wal`]) if (existsSync(path)) chmodSync(path, 0o600);
  } catch (cause) {
    throw unwritable(folder, cause);
  }
  return file;
};

const unwritable = (folder: string, cause: unknown): BadConfiguration =>
  new BadConfiguration(`The data folder ${folder} cannot be written.`, { cause });
