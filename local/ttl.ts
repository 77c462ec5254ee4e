import { AwsError } from './aws-error.ts';
import type { Resource } from './aws-service.ts';
import { type Table, tablesOf } from './engine/tables.ts';
import type { Engine } from './engine.ts';

/** Deletes what has expired, as DynamoDB would some time after. */
export type Ttl = {
  /** Looks through every table with an expiry once, now; how many items were deleted. */
  sweep(): Promise<number>;
  /** Resolves when nothing is looked at any more. */
  stop(): Promise<void>;
};

export type TtlOptions = {
  /** The engine, or the DynamoDB service so that a lagging index lags over deletions too. */
  readonly engine: Pick<Engine, 'call'>;
  readonly resources: readonly Resource[];
  /** Between the end of one look and the next; 60 s unless told. */
  readonly interval_ms?: number;
};

/** Looks again and again until it is stopped. */
export const startTtl = ({ engine, resources, interval_ms = 60_000 }: TtlOptions): Ttl => {
  const tables = tablesOf(resources).filter(({ expiry }) => expiry !== undefined);
  const course: Course = { engine, stopped: false, places: new Map() };
  let running: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const sweep = (pages_max: number): Promise<number> => {
    const turn = running.then(() => sweepAll(course, tables, pages_max));
    running = turn.catch(() => {});
    return turn;
  };
  const again = (): void => {
    if (course.stopped) return;
    timer = setTimeout(() => {
      // A look that fails (the engine is ending, say) is made up for by the next.
      void sweep(look_pages_max).then(again, again);
    }, interval_ms).unref();
  };
  again();
  return {
    sweep: () => sweep(Number.POSITIVE_INFINITY),
    stop: async () => {
      course.stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};

/** A look reads at most this many pages of a table, and the next goes on there: a million items must stop nobody. */
const look_pages_max = 4;

type Course = {
  readonly engine: Pick<Engine, 'call'>;
  stopped: boolean;
  /** Table → where the next look goes on; absent: at the beginning. */
  readonly places: Map<string, Key | undefined>;
};

type Key = Readonly<Record<string, unknown>>;

const sweepAll = async (course: Course, tables: readonly Table[], pages_max: number): Promise<number> => {
  let deleted = 0;
  for (const table of tables) deleted += await sweepTable(course, table, pages_max);
  return deleted;
};

const sweepTable = async (course: Course, table: Table, pages_max: number): Promise<number> => {
  const whole = pages_max === Number.POSITIVE_INFINITY;
  let from = whole ? undefined : course.places.get(table.name);
  let deleted = 0;
  for (let page = 0; page < pages_max && !course.stopped; page++) {
    const found = await expiredFrom(course, table, from);
    for (const key of found.keys) if (await remove(course, table, key)) deleted += 1;
    from = found.next;
    if (!from) break;
  }
  course.places.set(table.name, from);
  return deleted;
};

const expired = (table: Table) => ({
  TableName: table.name,
  ExpressionAttributeNames: { '#expiry': table.expiry },
  ExpressionAttributeValues: { ':now': { N: String(Math.floor(Date.now() / 1000)) } },
});

const expiredFrom = async ({ engine }: Course, table: Table, from: Key | undefined) => {
  const { Items, LastEvaluatedKey } = await engine.call<{ Items: readonly Key[]; LastEvaluatedKey?: Key }>('Scan', {
    ...expired(table),
    FilterExpression: '#expiry < :now',
    ExclusiveStartKey: from,
  });
  const keys = Items.map((item) => Object.fromEntries(table.key.map((attribute) => [attribute, item[attribute]])));
  return { keys, next: LastEvaluatedKey };
};

/** Only if it has still expired: somebody may have renewed it since the look. */
const remove = async ({ engine }: Course, table: Table, key: Key): Promise<boolean> => {
  try {
    await engine.call('DeleteItem', { ...expired(table), Key: key, ConditionExpression: '#expiry < :now' });
    return true;
  } catch (error) {
    if (error instanceof AwsError && error.code === 'ConditionalCheckFailedException') return false;
    throw error;
  }
};
