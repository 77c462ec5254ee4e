import type { Test } from '../expressions/conditions.ts';
import type { Bound } from '../expressions/key-conditions.ts';
import type { SqlDatabase } from '../store/database.ts';
import type { RowKey } from '../store/keys.ts';
import { entriesOf, itemsOf } from '../store/rows.ts';
import { type IndexShape, keyNames, pick, type TableShape } from '../store/shapes.ts';
import { hash_max, partitionHash } from '../values/key-bytes.ts';
import type { Attributes } from '../values/value.ts';

/** What a page reads: a table or one of its indexes. */
export type Source = { readonly table: TableShape; readonly index: IndexShape | undefined };

/** Where a page begins: behind the row of an index, and of the table for those with the same key of an index. */
export type Start = { readonly row: RowKey; readonly tableRow: RowKey };

/** Rows in their order. */
export type Rows = Iterable<Row>;

type Row = { readonly item: string; readonly size: number };

const nameOf = ({ table, index }: Source): string => (index ? entriesOf(table, index) : itemsOf(table));

/** The rows of a partition, in the order of their sort keys or the other way round. */
export const partitionRows = (
  database: SqlDatabase,
  source: Source,
  partition: Buffer,
  range: { readonly low?: Bound | undefined; readonly high?: Bound | undefined; readonly start?: Start | undefined },
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
    conditions.push(source.index ? `(s, tp, ts) ${isForward ? '>' : '<'} (?, ?, ?)` : `s ${isForward ? '>' : '<'} ?`);
    values.push(start.row[2], ...(source.index ? [start.tableRow[1], start.tableRow[2]] : []));
  }
  const direction = isForward ? 'ASC' : 'DESC';
  const order = (source.index ? ['s', 'tp', 'ts'] : ['s']).map((column) => `${column} ${direction}`).join(', ');
  return database.rows<Row>(
    `SELECT item, size FROM ${nameOf(source)} WHERE ${conditions.join(' AND ')} ORDER BY ${order}`,
    ...values,
  );
};

/** The rows of one of so many equal segments of a table or an index. */
export const segmentRows = (
  database: SqlDatabase,
  source: Source,
  {
    segment,
    segments,
    start,
  }: { readonly segment: number; readonly segments: number; readonly start: Start | undefined },
): Rows => {
  const key = source.index ? ['h', 'p', 's', 'tp', 'ts'] : ['h', 'p', 's'];
  const from = start && [...start.row, ...(source.index ? [start.tableRow[1], start.tableRow[2]] : [])];
  const bounds = [Math.ceil((segment * hash_max) / segments), Math.ceil(((segment + 1) * hash_max) / segments)];
  return database.rows<Row>(
    `SELECT item, size FROM ${nameOf(source)} WHERE h >= ? AND h < ?
     ${from ? `AND (${key.join(', ')}) > (${key.map(() => '?').join(', ')})` : ''} ORDER BY ${key.join(', ')}`,
    ...[...bounds, ...(from ?? [])],
  );
};

/** What one request reads at most, in bytes. */
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
  rows: Rows,
  source: Source,
  limit: number,
  filter: Test | undefined,
  needsItems: boolean,
): ReadPage => {
  const items: Attributes[] = [];
  let [count, scanned, bytes] = [0, 0, 0];
  let lastText: string | undefined;
  let isWhole = true;
  for (const { item: text, size } of rows) {
    // What would make the page too large begins the next one.
    isWhole = scanned < limit && bytes + size <= page_bytes_max;
    if (!isWhole) break;
    scanned += 1;
    bytes += size;
    lastText = text;
    const item: Attributes | undefined = filter || needsItems ? JSON.parse(text) : undefined;
    if (filter && item && !filter(item)) continue;
    count += 1;
    if (needsItems && item) items.push(item);
  }
  // A page that has its limit has a key to go on from, whether or not anything follows.
  const isLast = isWhole && scanned < limit;
  const last = isLast || lastText === undefined ? undefined : startKeyOf(source, JSON.parse(lastText));
  return { items, count, scanned, bytes, last };
};

const startKeyOf = ({ table, index }: Source, item: Attributes): Attributes =>
  pick(item, [...new Set([...(index ? keyNames(index) : []), ...keyNames(table)])]);
