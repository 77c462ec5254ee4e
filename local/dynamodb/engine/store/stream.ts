import { isEqual } from '../values/compare.ts';
import { itemSize } from '../values/size.ts';
import type { Attributes } from '../values/value.ts';
import type { SqlDatabase } from './database.ts';
import { recordsOf, type Stored } from './rows.ts';
import { keyNames, pick, type TableShape } from './shapes.ts';

/** Who deleted an item, where that was the service itself. */
export type ServicePrincipal = { readonly type: 'Service'; readonly principalId: string };

/** Who deletes items that have expired. */
export const timeToLive: ServicePrincipal = { type: 'Service', principalId: 'dynamodb.amazonaws.com' };

type ItemChange = {
  readonly before: Stored | undefined;
  readonly after: Stored | undefined;
  readonly principal?: ServicePrincipal | undefined;
};

/** Writes a record of a change into the stream of the table, if it has one and anything changed. */
export const record = (database: SqlDatabase, table: TableShape, now_ms: number, change: ItemChange): void => {
  const { before, after, principal } = change;
  const item = after ?? before;
  if (!table.stream || !item || (before && after && isEqual({ M: before.item }, { M: after.item }))) return;
  const { view } = table.stream;
  const hasOld = view === 'OLD_IMAGE' || view === 'NEW_AND_OLD_IMAGES';
  const hasNew = view === 'NEW_IMAGE' || view === 'NEW_AND_OLD_IMAGES';
  const Keys = pick(item.item, keyNames(table));
  const images = {
    ...(before && hasOld && { OldImage: before.item }),
    ...(after && hasNew && { NewImage: after.item }),
  };
  const bytes = Object.values<Attributes>({ Keys, ...images }).reduce((sum, image) => sum + itemSize(image), 0);
  const text = JSON.stringify({
    eventName: !before ? 'INSERT' : after ? 'MODIFY' : 'REMOVE',
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(now_ms / 1000),
      ...{ Keys, ...images, SizeBytes: bytes, StreamViewType: view },
    },
    ...(principal && { userIdentity: { Type: principal.type, PrincipalId: principal.principalId } }),
  });
  database.run(`INSERT INTO ${recordsOf(table)} (at, record) VALUES (?, ?)`, now_ms, text);
};

/** Up to so many records that follow a number. */
export const recordsAfter = (database: SqlDatabase, table: TableShape, number: number, limit: number) => [
  ...database.rows<{ number: number; record: string }>(
    `SELECT number, record FROM ${recordsOf(table)} WHERE number > ? ORDER BY number LIMIT ?`,
    ...[number, limit],
  ),
];

/** The number of the first record that is kept and of the last one that was written; the first is behind the last where none is kept. */
export const numbersOf = (database: SqlDatabase, table: TableShape): { first: number; last: number } => {
  const last =
    database.get<{ seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?', recordsOf(table))?.seq ?? 0;
  const first = database.get<{ number: number }>(
    `SELECT number FROM ${recordsOf(table)} ORDER BY number LIMIT 1`,
  )?.number;
  return { first: first ?? last + 1, last };
};

/** Deletes up to `portion` records that nobody can read any more and that come before a number; how many. */
export const trimRecords = (
  database: SqlDatabase,
  table: TableShape,
  before_ms: number,
  beforeNumber: number,
  portion: number,
): number => {
  const rows = [
    ...database.rows<{ number: number; at: number }>(
      `SELECT number, at FROM ${recordsOf(table)} WHERE number < ? ORDER BY number LIMIT ?`,
      ...[Math.min(beforeNumber, Number.MAX_SAFE_INTEGER), portion],
    ),
  ];
  const firstKept = rows.findIndex(({ at }) => at >= before_ms);
  const old = firstKept < 0 ? rows : rows.slice(0, firstKept);
  const last = old.at(-1);
  if (last) database.run(`DELETE FROM ${recordsOf(table)} WHERE number <= ?`, last.number);
  return old.length;
};
