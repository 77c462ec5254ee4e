import { isDeepStrictEqual } from 'node:util';
import { AwsError } from '../../../errors.ts';
import type { Answering } from './answering.ts';
import { type Command, commandsOf } from './random-commands.ts';
import { definitionsOf, type TableNames, tablesNamed } from './tables.ts';

/** The first command that two engines answer differently; what each said. */
export type Disagreement = {
  readonly seed: number;
  readonly at: number;
  readonly command: Command;
  readonly said: readonly [unknown, unknown];
};

const commands_count = 50;

/** Runs the commands of a seed on both; undefined where all answers and the streams are the same. */
export const disagreement = async (
  one: Answering,
  other: Answering,
  seed: number,
): Promise<Disagreement | undefined> => {
  const tables = tablesNamed(`${seed}`);
  for (const engine of [one, other])
    for (const each of definitionsOf(tables)) await engine.call('CreateTable', each);
  // A command with a token is sent twice.
  const commands = commandsOf(seed, commands_count, tables).flatMap((command) =>
    command.input.ClientRequestToken === undefined ? [command] : [command, command],
  );
  const said = async (command: Command, at: number): Promise<Disagreement | undefined> => {
    const answers = [await outcomeOf(one, command), await outcomeOf(other, command)] as const;
    return isDeepStrictEqual(...answers) ? undefined : { seed, at, command, said: answers };
  };
  try {
    for (const [at, command] of [...commands, ...readingAll(tables)].entries()) {
      const found = await said(command, at);
      if (found) return found;
    }
    return undefined;
  } finally {
    for (const engine of [one, other])
      for (const TableName of Object.values(tables))
        await engine.call('DeleteTable', { TableName });
  }
};

/** The items that both hold at the end, indexes and stream included. */
const readingAll = ({ composite, simple }: TableNames): Command[] => [
  { operation: 'Scan', input: { TableName: simple } },
  ...[undefined, 'included', 'keys', 'whole', 'local'].map((IndexName) => ({
    operation: 'Scan',
    input: { TableName: composite, ...(IndexName !== undefined && { IndexName }) },
  })),
  { operation: 'stream', input: { TableName: composite } },
];

/** An answer without what may differ between two right ones: the order of a scan, of a set and of a batch. */
export const outcomeOf = async (
  engine: Answering,
  { operation, input }: Command,
): Promise<unknown> => {
  try {
    if (operation === 'stream') return await streamOf(engine, String(input.TableName));
    const answer: Record<string, unknown> = { ...(await engine.call<object>(operation, input)) };
    // The binary charges what a projection leaves of an item; DynamoDB charges the item.
    if (JSON.stringify(input).includes('ProjectionExpression')) delete answer.ConsumedCapacity;
    // It charges a repeat what the transaction read; DynamoDB charges what the repeat reads.
    if (input.ClientRequestToken !== undefined) delete answer.ConsumedCapacity;
    // The binary takes the key for the old item where there was none.
    const old = Object.keys((answer.Attributes as object | undefined) ?? {});
    if (input.ReturnValues === 'ALL_OLD' && old.every((name) => name === 'pk' || name === 'sk'))
      delete answer.Attributes;
    return normalised(answer, operation === 'Scan');
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    const { CancellationReasons, Item } = error.members as {
      CancellationReasons?: readonly Reason[];
      Item?: object;
    };
    const reasons = CancellationReasons?.map(({ Code, Item: old }) => [
      Code,
      old === undefined ? 0 : normalised(old),
    ]);
    return {
      error: error.code,
      ...(reasons && { reasons }),
      ...(Item && { item: normalised(Item) }),
    };
  }
};

type Reason = { readonly Code: string; readonly Item?: object };

const unordered = new Set(['SS', 'NS', 'BS', 'ConsumedCapacity']);

const normalised = (value: unknown, isScan = false, name = ''): unknown => {
  if (Array.isArray(value)) {
    const all = value.map((one) => normalised(one));
    if (!unordered.has(name) && !(isScan && name === 'Items') && name !== 'batch') return all;
    return all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
  return Object.fromEntries(
    members
      .map(([key, one]): [string, unknown] => [key, normalisedMember(key, one, isScan)])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
};

const normalisedMember = (key: string, value: unknown, isScan: boolean): unknown => {
  if (key !== 'Responses' || Array.isArray(value)) return normalised(value, isScan, key);
  const batches = Object.entries(value as Record<string, unknown>);
  return Object.fromEntries(
    batches.map(([table, items]) => [table, normalised(items, false, 'batch')]),
  );
};

type Record_ = {
  readonly eventName: string;
  readonly dynamodb: Readonly<Record<string, unknown>>;
  readonly userIdentity?: unknown;
};

/** Every record of a table's stream; without the numbers, times and sizes, which each engine gives. */
const streamOf = async (engine: Answering, TableName: string): Promise<unknown> => {
  const call = <T>(operation: string, input: object) =>
    engine.call<T>(`streams/${operation}`, input);
  const { Streams } = await call<{ Streams: readonly { StreamArn: string }[] }>('ListStreams', {
    TableName,
  });
  const StreamArn = Streams[0]?.StreamArn;
  const { StreamDescription } = await call<{
    StreamDescription: { Shards: readonly { ShardId: string }[] };
  }>('DescribeStream', { StreamArn });
  const ShardId = StreamDescription.Shards[0]?.ShardId;
  const from = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
  let { ShardIterator } = await call<{ ShardIterator: string }>('GetShardIterator', from);
  const records: unknown[] = [];
  for (;;) {
    const found = await call<{ Records: readonly Record_[]; NextShardIterator: string }>(
      'GetRecords',
      {
        ShardIterator,
      },
    );
    if (found.Records.length === 0) return records;
    for (const { eventName, dynamodb } of found.Records) {
      const { Keys, OldImage, NewImage, StreamViewType } = dynamodb;
      const record = normalised({ eventName, Keys, OldImage, NewImage, StreamViewType });
      // The binary records a write that changes nothing; DynamoDB does not.
      if (!isDeepStrictEqual(normalised(OldImage), normalised(NewImage))) records.push(record);
    }
    ShardIterator = found.NextShardIterator;
  }
};
