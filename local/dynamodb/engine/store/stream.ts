import { isEqual } from '../values/compare.ts';
import { type PackedItem, packed, unpacked } from '../values/packing.ts';
import { itemSize } from '../values/size.ts';
import type { Attributes } from '../values/value.ts';
import type { SqlDatabase } from './database.ts';
import { recordsOf, type Stored } from './rows.ts';
import { keyNames, pick, type TableShape } from './shapes.ts';

/** The service itself, where it deleted an item. */
export type ServicePrincipal = { readonly type: 'Service'; readonly principalId: string };

/** The service that deletes items which have expired. */
export const timeToLive: ServicePrincipal = {
  type: 'Service',
  principalId: 'dynamodb.amazonaws.com',
};

type ItemChange = {
  readonly before: Stored | undefined;
  readonly after: Stored | undefined;
  readonly principal?: ServicePrincipal | undefined;
};

/** Writes a record of a change into the stream of the table, if it has one and anything changed. */
export const record = (
  database: SqlDatabase,
  table: TableShape,
  now_ms: number,
  change: ItemChange,
): void => {
  const { before, after, principal } = change;
  const item = after ?? before;
  if (!table.stream || !item || (before && after && isEqual({ M: before.item }, { M: after.item })))
    return;
  const { view } = table.stream;
  const hasOld = view === 'OLD_IMAGE' || view === 'NEW_AND_OLD_IMAGES';
  const hasNew = view === 'NEW_IMAGE' || view === 'NEW_AND_OLD_IMAGES';
  const Keys = pick(item.item, keyNames(table));
  const images = {
    ...(before && hasOld && { OldImage: before.item }),
    ...(after && hasNew && { NewImage: after.item }),
  };
  const all = Object.entries<Attributes>({ Keys, ...images });
  const kept: KeptRecord = {
    eventName: !before ? 'INSERT' : after ? 'MODIFY' : 'REMOVE',
    items: Object.fromEntries(all.map(([name, image]) => [name, packed(image)])),
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(now_ms / 1000),
      SizeBytes: all.reduce((sum, [, image]) => sum + itemSize(image), 0),
      StreamViewType: view,
    },
    ...(principal && {
      userIdentity: { Type: principal.type, PrincipalId: principal.principalId },
    }),
  };
  database.run(
    `INSERT INTO ${recordsOf(table)} (at, record) VALUES (?, ?)`,
    now_ms,
    JSON.stringify(kept),
  );
};

/** A record as rows have it: Keys, OldImage and NewImage are packed. */
type KeptRecord = {
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly items: Readonly<Record<string, PackedItem>>;
  readonly dynamodb: object;
  readonly userIdentity?: object;
};

/** A record as a stream shows it, without the numbers that its place gives. */
export type WrittenRecord = { readonly number: number; readonly dynamodb: object } & Omit<
  KeptRecord,
  'items' | 'dynamodb'
>;

/** The most bytes of text that the records of one answer have. */
const records_bytes_max = 1024 * 1024;

/** Up to so many records that follow a number, and one at least that is there. */
export const recordsAfter = (
  database: SqlDatabase,
  table: TableShape,
  number: number,
  limit: number,
): WrittenRecord[] => {
  const numbers: number[] = [];
  const texts: string[] = [];
  let bytes = 0;
  for (const row of database.rows<{ number: number; record: string }>(
    `SELECT number, record FROM ${recordsOf(table)} WHERE number > ? ORDER BY number LIMIT ?`,
    ...[number, limit],
  )) {
    bytes += row.record.length;
    if (texts.length > 0 && bytes > records_bytes_max) break;
    numbers.push(row.number);
    texts.push(row.record);
  }
  const kept: readonly KeptRecord[] = JSON.parse(`[${texts.join(',')}]`);
  return kept.map(({ items, dynamodb, ...rest }, place) => {
    const images = Object.entries(items).map(([name, image]) => [name, unpacked(image)]);
    return {
      ...rest,
      number: numbers[place] ?? 0,
      dynamodb: { ...dynamodb, ...Object.fromEntries(images) },
    };
  });
};

/** The number of the first record that is kept and of the last one that was written; the first is behind the last where none is kept. */
export const numbersOf = (
  database: SqlDatabase,
  table: TableShape,
): { first: number; last: number } => {
  const last =
    database.get<{ seq: number }>(
      'SELECT seq FROM sqlite_sequence WHERE name = ?',
      recordsOf(table),
    )?.seq ?? 0;
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
