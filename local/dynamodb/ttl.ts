import type { Resource } from '../aws-service.ts';
import { AwsError } from '../errors.ts';
import { type EngineCaller, type Table, tablesOf } from './tables.ts';

/** Deletes what has expired, as DynamoDB would some time after. */
export type Ttl = {
  sweep(): Promise<number>;
  stop(): Promise<void>;
};

export type TtlOptions = {
  /** The engine, or the DynamoDB service, so that a lagging index lags behind deletions too. */
  readonly engine: EngineCaller;
  readonly resources: readonly Resource[];
  /** Between the end of one sweep and the next; absent: 60 s. */
  readonly interval_ms?: number;
};

/** Sweeps from time to time until it is stopped. */
export const startTtl = ({ engine, resources, interval_ms = 60_000 }: TtlOptions): Ttl => {
  const tables = tablesOf(resources).filter(({ expiry }) => expiry !== undefined);
  const state: State = { engine, isStopped: false, positions: new Map() };
  let running: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const sweep = (pages_max: number): Promise<number> => {
    const run = running.then(() => sweepAll(state, tables, pages_max));
    running = run.catch(() => {});
    return run;
  };
  const again = (): void => {
    if (state.isStopped) return;
    timer = setTimeout(() => {
      // A sweep that fails (the engine ends, for example) is made up for by the next.
      void sweep(sweep_pages_max).then(again, again);
    }, interval_ms).unref();
  };
  again();
  return {
    sweep: () => sweep(Number.POSITIVE_INFINITY),
    stop: async () => {
      state.isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};

/** A sweep reads at most this many pages of a table, and the next goes on there: a million items must block nobody. */
const sweep_pages_max = 4;

type State = {
  readonly engine: EngineCaller;
  isStopped: boolean;
  /** Table → where the next sweep goes on; absent: at the beginning. */
  readonly positions: Map<string, Key | undefined>;
};

type Key = Readonly<Record<string, unknown>>;

const sweepAll = async (state: State, tables: readonly Table[], pages_max: number): Promise<number> => {
  let deleted = 0;
  for (const table of tables) deleted += await sweepTable(state, table, pages_max);
  return deleted;
};

const sweepTable = async (state: State, table: Table, pages_max: number): Promise<number> => {
  const whole = pages_max === Number.POSITIVE_INFINITY;
  let from = whole ? undefined : state.positions.get(table.name);
  let deleted = 0;
  for (let page = 0; page < pages_max && !state.isStopped; page++) {
    const found = await expiredFrom(state, table, from);
    for (const key of found.keys) if (await remove(state, table, key)) deleted += 1;
    from = found.next;
    if (!from) break;
  }
  state.positions.set(table.name, from);
  return deleted;
};

const expired = (table: Table) => ({
  TableName: table.name,
  ExpressionAttributeNames: { '#expiry': table.expiry },
  ExpressionAttributeValues: { ':now': { N: String(Math.floor(Date.now() / 1000)) } },
});

const expiredFrom = async ({ engine }: State, table: Table, from: Key | undefined) => {
  const { Items, LastEvaluatedKey } = await engine.call<{ Items: readonly Key[]; LastEvaluatedKey?: Key }>('Scan', {
    ...expired(table),
    FilterExpression: '#expiry < :now',
    ExclusiveStartKey: from,
  });
  const keys = Items.map((item) => Object.fromEntries(table.key.map((attribute) => [attribute, item[attribute]])));
  return { keys, next: LastEvaluatedKey };
};

/** Only if it is still expired: it may have been renewed since it was read. */
const remove = async ({ engine }: State, table: Table, key: Key): Promise<boolean> => {
  try {
    await engine.call('DeleteItem', { ...expired(table), Key: key, ConditionExpression: '#expiry < :now' });
    return true;
  } catch (error) {
    if (error instanceof AwsError && error.code === 'ConditionalCheckFailedException') return false;
    throw error;
  }
};
