import type { Test } from '../expressions/conditions.ts';
import type { Bound } from '../expressions/key-conditions.ts';
import type { SqlDatabase } from '../store/database.ts';
import type { RowKey } from '../store/keys.ts';
import { entriesOf, itemsOf } from '../store/rows.ts';
import { type IndexShape, keyNames, pick, type TableShape } from '../store/shapes.ts';
import { hash_max, partitionHash } from '../values/key-bytes.ts';
import { type PackedItem, unpacked, unpackedText } from '../values/packing.ts';
import type { Attributes } from '../values/value.ts';

/** The source that a page reads: a table or one of its indexes. */
export type Source = { readonly table: TableShape; readonly index: IndexShape | undefined };

/** Where a page begins: behind the row of an index, and of the table for those with the same key of an index. */
export type Start = { readonly row: RowKey; readonly tableRow: RowKey };

/** Rows in their order: what follows the columns of a SELECT, and its values. */
export type Rows = { readonly from: string; readonly values: readonly (number | Buffer)[] };

const nameOf = ({ table, index }: Source): string =>
  index ? entriesOf(table, index) : itemsOf(table);

/** The rows of a partition, in the order of their sort keys or the other way round. */
export const partitionRows = (
  source: Source,
  partition: Buffer,
  range: {
    readonly low?: Bound | undefined;
    readonly high?: Bound | undefined;
    readonly start?: Start | undefined;
  },
  isForward: boolean,
): Rows => {
  const { low, high, start } = range;
  const conditions = ['h = ? AND p = ?'];
  const values: (number | Buffer)[] = [partitionHash(partition), partition];
  if (low) {
    conditions.push(`s ${low.isIncluded ? '>=' : '>'} ?`);
    values.push(low.bytes);
  }
  if (high) {
    conditions.push(`s ${high.isIncluded ? '<=' : '<'} ?`);
    values.push(high.bytes);
  }
  if (start) {
    conditions.push(
      source.index
        ? `(s, tp, ts) ${isForward ? '>' : '<'} (?, ?, ?)`
        : `s ${isForward ? '>' : '<'} ?`,
    );
    values.push(start.row[2], ...(source.index ? [start.tableRow[1], start.tableRow[2]] : []));
  }
  const direction = isForward ? 'ASC' : 'DESC';
  const order = (source.index ? ['s', 'tp', 'ts'] : ['s'])
    .map((column) => `${column} ${direction}`)
    .join(', ');
  return {
    from: `FROM ${nameOf(source)} WHERE ${conditions.join(' AND ')} ORDER BY ${order}`,
    values,
  };
};

/** The rows of one of so many equal segments of a table or an index. */
export const segmentRows = (
  source: Source,
  {
    segment,
    segments,
    start,
  }: { readonly segment: number; readonly segments: number; readonly start: Start | undefined },
): Rows => {
  const key = source.index ? ['h', 'p', 's', 'tp', 'ts'] : ['h', 'p', 's'];
  const from = start && [
    ...start.row,
    ...(source.index ? [start.tableRow[1], start.tableRow[2]] : []),
  ];
  const bounds = [
    Math.ceil((segment * hash_max) / segments),
    Math.ceil(((segment + 1) * hash_max) / segments),
  ];
  const behind = from ? `AND (${key.join(', ')}) > (${key.map(() => '?').join(', ')})` : '';
  return {
    from: `FROM ${nameOf(source)} WHERE h >= ? AND h < ? ${behind} ORDER BY ${key.join(', ')}`,
    values: [...bounds, ...(from ?? [])],
  };
};

/** The most bytes that one request reads. */
const page_bytes_max = 1024 * 1024;

/** A page of items that a filter let through. */
export type ReadPage = {
  readonly items: Attributes[];
  readonly count: number;
  readonly scanned: number;
  readonly bytes: number;
  /** Where the next page begins; undefined at the end. */
  readonly last: Attributes | undefined;
};

/** Reads rows until so many, or a megabyte, or the end. */
export const readPage = (
  database: SqlDatabase,
  rows: Rows,
  source: Source,
  limit: number,
  filter: Test | undefined,
  needsItems: boolean,
): ReadPage => {
  const items: Attributes[] = [];
  let [count, scanned, bytes, isEnd] = [0, 0, 0, false];
  let read: Attributes[] = [];
  while (!isEnd && scanned < limit) {
    const wanted = Math.min(limit - scanned, portionOf(scanned, bytes));
    const { sizes, itemsOf } =
      scanned === 0
        ? firstRows(database, rows, wanted)
        : rowsBehind(database, rows, wanted, scanned);
    // An item that would make the page too large begins the next one.
    const { fitting, sum } = fittingOf(sizes, page_bytes_max - bytes);
    read = filter || needsItems ? itemsOf(fitting) : [];
    const passed = filter ? read.filter(filter) : read;
    if (needsItems) for (const item of passed) items.push(item);
    [count, scanned, bytes] = [
      count + (filter ? passed.length : fitting),
      scanned + fitting,
      bytes + sum,
    ];
    if (fitting < sizes.length) break;
    isEnd = sizes.length < wanted;
  }
  // A page that has its limit has a key to go on from, whether or not anything follows.
  const last =
    isEnd || scanned === 0 ? undefined : (read.at(-1) ?? itemAt(database, rows, scanned - 1));
  return { items, count, scanned, bytes, last: last && startKeyOf(source, last) };
};

const fittingOf = (
  sizes: readonly number[],
  bytes_max: number,
): { fitting: number; sum: number } => {
  let [fitting, sum] = [0, 0];
  for (const size of sizes) {
    if (sum + size > bytes_max) break;
    [fitting, sum] = [fitting + 1, sum + size];
  }
  return { fitting, sum };
};

/** Some rows: their sizes, and the items of the first of them. */
type Portion = {
  readonly sizes: readonly number[];
  readonly itemsOf: (count: number) => Attributes[];
};

const first_portion = 64;

/** As many rows as may fit a page that has some, and no more than eight times those: the next ones may be large. */
const portionOf = (scanned: number, bytes: number): number =>
  scanned === 0
    ? first_portion
    : Math.min(scanned * 8, Math.ceil(((page_bytes_max - bytes) * scanned) / bytes) + 1);

/** The first rows, one after another: most pages are short. */
const firstRows = (database: SqlDatabase, { from, values }: Rows, count: number): Portion => {
  const texts: string[] = [];
  const sizes: number[] = [];
  let bytes = 0;
  for (const { item, size } of database.rows<{ item: string; size: number }>(
    `SELECT item, size ${from}`,
    ...values,
  )) {
    bytes += size;
    texts.push(item);
    if (sizes.push(size) === count || bytes > page_bytes_max) break;
  }
  return { sizes, itemsOf: (fitting) => texts.slice(0, fitting).map(unpackedText) };
};

/** Rows behind the first ones, all in one text: SQLite and JSON.parse take a third of the time of single rows. */
const rowsBehind = (
  database: SqlDatabase,
  { from, values }: Rows,
  count: number,
  behind: number,
): Portion => {
  const listOf = <T>(column: 'size' | 'item', limit: number): T[] => {
    const { list } = database.get<{ list: string | null }>(
      `SELECT group_concat(${column}) AS list FROM (SELECT ${column} ${from} LIMIT ? OFFSET ?)`,
      ...[...values, limit, behind],
    ) ?? { list: null };
    return JSON.parse(`[${list ?? ''}]`);
  };
  return {
    sizes: listOf<number>('size', count),
    itemsOf: (fitting) => (fitting > 0 ? listOf<PackedItem>('item', fitting).map(unpacked) : []),
  };
};

const itemAt = (database: SqlDatabase, rows: Rows, place: number): Attributes | undefined =>
  rowsBehind(database, rows, 1, place).itemsOf(1)[0];

const startKeyOf = ({ table, index }: Source, item: Attributes): Attributes =>
  pick(item, [...new Set([...(index ? keyNames(index) : []), ...keyNames(table)])]);
