import type { Test } from '../expressions/conditions.ts';
import type { Bound } from '../expressions/key-conditions.ts';
import type { Database } from '../store/database.ts';
import type { RowKey } from '../store/keys.ts';
import { entriesOf, itemsOf, type Row } from '../store/rows.ts';
import { type IndexShape, keyNames, pick, type TableShape } from '../store/shapes.ts';
import { hash_max, hashOf } from '../values/key-bytes.ts';
import type { Item } from '../values/value.ts';

/** What a page reads: a table or one of its indexes. */
export type Source = { readonly table: TableShape; readonly index: IndexShape | undefined };

/** Where a page begins: behind the row of an index, and of the table for those with the same key of an index. */
export type Start = { readonly row: RowKey; readonly tableRow: RowKey };

/** Rows in their order. */
export type Rows = Iterable<Row>;

const nameOf = ({ table, index }: Source): string => (index ? entriesOf(table, index) : itemsOf(table));

const columnsOf = ({ index }: Source): string => (index ? 'h, p, s, tp, ts, item, size' : 'h, p, s, item, size');

/** The rows of a partition, in the order of their sort keys or the other way round. */
export const partitionRows = (
  database: Database,
  source: Source,
  partition: Buffer,
  range: { readonly low?: Bound | undefined; readonly high?: Bound | undefined; readonly start?: Start | undefined },
  isForward: boolean,
): Rows => {
  const { low, high, start } = range;
  const conditions = ['h = ? AND p = ?'];
  const values: (number | Buffer)[] = [hashOf(partition), partition];
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
    `SELECT ${columnsOf(source)} FROM ${nameOf(source)} WHERE ${conditions.join(' AND ')} ORDER BY ${order}`,
    ...values,
  );
};

/** The rows of one of so many equal segments of a table or an index. */
export const segmentRows = (
  database: Database,
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
    `SELECT ${columnsOf(source)} FROM ${nameOf(source)} WHERE h >= ? AND h < ?
     ${from ? `AND (${key.join(', ')}) > (${key.map(() => '?').join(', ')})` : ''} ORDER BY ${key.join(', ')}`,
    ...[...bounds, ...(from ?? [])],
  );
};

/** What one request reads at most, in bytes. */
export const page_bytes_max = 1024 * 1024;

/** A page of items that a filter let through. */
export type Page = {
  readonly items: Item[];
  readonly count: number;
  readonly scanned: number;
  readonly bytes: number;
  /** The size of each item that was read. */
  readonly sizes: readonly number[];
  /** Where the next page begins; undefined at the end. */
  readonly last: Item | undefined;
};

/** Reads rows until so many, or a megabyte, or the end. */
export const pageOf = (
  rows: Rows,
  source: Source,
  limit: number,
  filter: Test | undefined,
  needsItems: boolean,
): Page => {
  const items: Item[] = [];
  const sizes: number[] = [];
  let [count, bytes]: number[] = [0, 0] as const;
  let lastText: string | undefined;
  let isWhole = true;
  for (const { item: text, size } of rows) {
    sizes.push(size);
    bytes = (bytes ?? 0) + size;
    lastText = text;
    if (filter || needsItems) {
      const item: Item = JSON.parse(text);
      if (!filter || filter(item)) {
        count = (count ?? 0) + 1;
        if (needsItems) items.push(item);
      }
    } else count = (count ?? 0) + 1;
    if (sizes.length >= limit || bytes >= page_bytes_max) {
      isWhole = false;
      break;
    }
  }
  const last = isWhole || lastText === undefined ? undefined : startKeyOf(source, JSON.parse(lastText));
  return { items, count: count ?? 0, scanned: sizes.length, bytes: bytes ?? 0, sizes, last };
};

const startKeyOf = ({ table, index }: Source, item: Item): Item =>
  pick(item, [...new Set([...(index ? keyNames(index) : []), ...keyNames(table)])]);
