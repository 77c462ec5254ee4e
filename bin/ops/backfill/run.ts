import { setTimeout as pause } from 'node:timers/promises';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  ScanCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { UnreadableItem } from '../../../functions/core/dynamodb/stored-form.ts';
import { chunksOf } from '../../../functions/core/json.ts';
import { type Backfill, differencesOf } from './backfills.ts';

type Stored = Record<string, AttributeValue>;

/** How far a backfill is: the key of the last item that it read, and what it has done. */
export type Progress = {
  readonly after: Stored | null;
  readonly done: boolean;
  readonly read: number;
  readonly written: number;
  /** Items that somebody changed meanwhile: the code of today has written their values. */
  readonly changed: number;
  readonly unreadable: number;
};

export const noProgress: Progress = {
  after: null,
  done: false,
  read: 0,
  written: 0,
  changed: 0,
  unreadable: 0,
};

type Run = {
  readonly client: DynamoDBClient;
  readonly TableName: string;
  readonly backfill: Backfill;
  /** Items that it reads in a second at most. */
  readonly perSecond: number;
  /** Gets the progress after each page, to save it. */
  readonly save: (progress: Progress) => void;
  readonly logUnreadable: (error: UnreadableItem) => void;
};

/** Items of one page: so many are read again after a crash, and none of them is written again. */
const page_items = 500;

/** Writes in flight at once. */
const writes_max = 25;

/** Goes on behind what was read, page by page, until the end of the table. */
export const runBackfill = async (run: Run, begin: Progress): Promise<Progress> => {
  let progress = begin;
  while (!progress.done) {
    const began_ms = performance.now();
    const { client, TableName, backfill } = run;
    const { where } = backfill;
    const { Items = [], LastEvaluatedKey = null } = await client.send(
      new ScanCommand({
        TableName,
        ConsistentRead: true,
        Limit: page_items,
        ...(progress.after && { ExclusiveStartKey: progress.after }),
        FilterExpression: where.expression,
        ...(where.names && { ExpressionAttributeNames: where.names }),
        ExpressionAttributeValues: marshall(where.values ?? {}),
      }),
    );
    const counts = { written: 0, changed: 0, unreadable: 0, equal: 0 };
    for (const some of chunksOf(Items, writes_max))
      for (const outcome of await Promise.all(some.map((item) => fill(run, item))))
        counts[outcome] += 1;
    progress = {
      after: LastEvaluatedKey,
      done: LastEvaluatedKey === null,
      read: progress.read + Items.length,
      written: progress.written + counts.written,
      changed: progress.changed + counts.changed,
      unreadable: progress.unreadable + counts.unreadable,
    };
    run.save(progress);
    const due_ms = (page_items / run.perSecond) * 1_000 - (performance.now() - began_ms);
    if (!progress.done && due_ms > 0) await pause(due_ms);
  }
  return progress;
};

const fill = async (
  run: Run,
  stored: Stored,
): Promise<'written' | 'changed' | 'unreadable' | 'equal'> => {
  const { client, TableName, backfill, logUnreadable } = run;
  try {
    const differences = differencesOf(stored, backfill);
    if (!differences) return 'equal';
    await client.send(
      new UpdateItemCommand({ TableName, ...updateOf(stored, backfill.unchanged, differences) }),
    );
    return 'written';
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return 'changed';
    if (!(error instanceof UnreadableItem)) throw error;
    logUnreadable(error);
    return 'unreadable';
  }
};

const updateOf = (
  stored: Stored,
  unchanged: Backfill['unchanged'],
  { set, removed }: { readonly set: Stored; readonly removed: readonly string[] },
) => {
  const { pk, sk, [unchanged]: read } = stored;
  const names = [...Object.keys(set), ...removed];
  const clauses = [
    ...(Object.keys(set).length > 0
      ? [
          `SET ${Object.keys(set)
            .map((name) => `#${name} = :${name}`)
            .join(', ')}`,
        ]
      : []),
    ...(removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(', ')}`] : []),
  ];
  return {
    Key: { ...(pk && { pk }), ...(sk && { sk }) },
    UpdateExpression: clauses.join(' '),
    ConditionExpression: '#unchanged = :unchanged',
    ExpressionAttributeNames: {
      '#unchanged': unchanged,
      ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: {
      ...(read && { ':unchanged': read }),
      ...Object.fromEntries(Object.entries(set).map(([name, value]) => [`:${name}`, value])),
    },
  };
};
