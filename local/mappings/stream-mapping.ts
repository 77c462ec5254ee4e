import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Writes } from '../dynamodb/writes.ts';
import { isUnwritable, readWhole, unlessUnwritable, writeWhole } from '../files.ts';
import { intoPayloads, type MappingContext } from './batch.ts';
import type { Loop } from './loop.ts';
import type { StreamMapping } from './settings.ts';
import { type BatchState, endWindow, processBatch } from './stream-batch.ts';
import type { Position, StreamEntry, StreamReader, StreamRecord } from './stream-reader.ts';
import { createWindows } from './tumbling-window.ts';

/** How far each mapping has read its stream. */
export type Positions = {
  read(mapping: StreamMapping): Position | undefined;
  write(mapping: StreamMapping, position: Position): void;
};

/** Kept in the data folder, so that a restart goes on where it was; without a folder in memory, as the tables are then. */
export const createPositions = (folder: string | undefined): Positions => {
  const known = new Map<string, Position>();
  const nameOf = ({ of, table }: StreamMapping): string => `${of.name}.${table.name}`;
  const fileOf = (name: string): string | undefined =>
    folder && join(folder, 'streams', `${name}.json`);
  return {
    read: (mapping) => {
      const file = fileOf(nameOf(mapping));
      return file === undefined ? known.get(nameOf(mapping)) : readWhole(file);
    },
    write: (mapping, position) => {
      const file = fileOf(nameOf(mapping));
      if (file !== undefined) writeWhole(file, position);
      else known.set(nameOf(mapping), position);
    },
  };
};

/** The stream, for what feeding from it needs besides the mapping. */
export type StreamSource = {
  readonly reader: StreamReader;
  readonly positions: Positions;
  readonly writes: Writes;
};

/** Where a mapping begins: where it was, else where its settings say. The position is kept at once, for later records. */
export const startPositionOf = async (
  mapping: StreamMapping,
  { reader, positions }: StreamSource,
): Promise<Position> => {
  const known = positions.read(mapping);
  if (known) return known;
  const first = mapping.from === 'LATEST' ? await reader.end() : await reader.beginning();
  positions.write(mapping, first);
  return first;
};

/** Feeds a function from a stream, one batch after the other, until its loop is stopped. */
export const feedFromStream = async (
  mapping: StreamMapping,
  loop: Loop,
  source: StreamSource & { readonly start: Position },
  context: MappingContext,
): Promise<void> => {
  const { positions, writes } = source;
  const signal = createWriteSignal();
  const unsubscribe = writes.on(mapping.table.name, signal.raise);
  let position = source.start;
  const confirm = (done: Position): void => {
    // Work that ends after a stop is done again after the next start: nothing may write into the
    // folder any more.
    if (loop.isStopped) return;
    position = done;
    // Where nothing can be written, a restart does it again.
    unlessUnwritable(() => positions.write(mapping, done));
  };
  const windows = createWindows(mapping);
  const state = { mapping, loop, context, confirm, windows };
  const longest_ms = writes.areAll ? Number.POSITIVE_INFINITY : idle_ms;
  let readAt = 0;
  while (await loop.runs()) {
    // Each write raises the signal, also one that no filter wants. Writes in quick succession are read together.
    const pause_ms = readAt + between_reads_ms - Date.now();
    if (pause_ms > 0) await loop.sleep(pause_ms);
    readAt = Date.now();
    signal.lower();
    const next = context.mayRead(mapping)
      ? await readNext(mapping, loop, source, position)
      : undefined;
    if (next === undefined) await loop.sleep(trouble_ms);
    else if (next.count === 0 && windows.isOver(Date.now())) await endWindow(state);
    else if (next.count === 0)
      await signal.wait(Math.min(longest_ms, windows.left_ms(Date.now())), loop.signal());
    else if (await processAll(state, next.entries)) confirm(next.position);
  }
  unsubscribe();
};

/** Each write that local/ sees raises the signal; this is for those of others, in a DynamoDB that local/ did not start. */
const idle_ms = 1_000;
/** Lambda itself takes a quarter of a second. */
const between_reads_ms = 20;
/** After a read that failed or was not allowed. */
const trouble_ms = 1_000;

type Batch = {
  readonly entries: readonly StreamEntry[];
  readonly position: Position;
  readonly count: number;
};

/** The next batch of wanted records; unwanted ones are skipped. Undefined when reading failed. */
const readNext = async (
  mapping: StreamMapping,
  loop: Loop,
  { reader }: StreamSource,
  from: Position,
): Promise<Batch | undefined> => {
  const entries: StreamEntry[] = [];
  let [position, count, isGathered] = [from, 0, mapping.batching_ms === 0];
  try {
    for (;;) {
      const found = await reader.after(position, mapping.batch_max - entries.length);
      count += found.records.length;
      for (const record of found.records) {
        const { SequenceNumber: sequence, ApproximateCreationDateTime } = record.dynamodb;
        const event = eventOf(record, mapping);
        const at = { stream: found.position.stream, shard: position.shard, sequence };
        const entry = { position: at, sequence, created_ms: ApproximateCreationDateTime * 1_000 };
        if (mapping.wanted(event)) entries.push({ ...entry, text: JSON.stringify(event) });
      }
      position = found.position;
      const isEnd = found.records.length === 0;
      const isFull = entries.length === mapping.batch_max;
      const isDone = entries.length > 0 ? isGathered || isFull : isEnd;
      if (isDone || loop.signal().aborted) return { entries, position, count };
      if (!isEnd) continue;
      await loop.sleep(mapping.batching_ms);
      isGathered = true;
    }
  } catch (error) {
    if (!loop.isStopped)
      console.error(
        JSON.stringify({ event: 'stream_unreadable', mapping: mapping.name, error: String(error) }),
      );
    return undefined;
  }
};

const processAll = async (state: BatchState, entries: readonly StreamEntry[]): Promise<boolean> => {
  const { windows } = state;
  try {
    for (const [first, ...others] of windows.split(entries)) {
      if (!first) continue;
      if (!windows.isIn(first) && !(await endWindow(state))) return false;
      windows.open(first);
      for (const batch of intoPayloads([first, ...others], windows.members().length))
        if (!(await processBatch(state, batch))) return false;
    }
    return true;
  } catch (error) {
    // A batch that is given up must be written into a queue first.
    if (!isUnwritable(error)) throw error;
    await state.loop.sleep(trouble_ms);
    return false;
  }
};

/** A record as Lambda gives it to a function: the engine knows neither region nor arn, and counts its events. */
const eventOf = (record: StreamRecord, { streamArn, table }: StreamMapping) => ({
  eventID: createHash('md5').update(`${streamArn} ${record.dynamodb.SequenceNumber}`).digest('hex'),
  eventName: record.eventName,
  eventVersion: record.eventVersion,
  eventSource: 'aws:dynamodb',
  awsRegion: table.region,
  dynamodb: record.dynamodb,
  ...(record.userIdentity !== undefined && { userIdentity: record.userIdentity }),
  eventSourceARN: streamArn,
});

/** Stays raised until it is lowered, so that no write is missed between a read and the wait after it. */
const createWriteSignal = () => {
  let isRaised = false;
  let notify = (): void => {};
  return {
    raise: (): void => {
      isRaised = true;
      notify();
    },
    lower: (): void => {
      isRaised = false;
    },
    wait: (ms: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          notify = () => {};
          resolve();
        };
        const timer = Number.isFinite(ms) ? setTimeout(end, ms).unref() : undefined;
        signal.addEventListener('abort', end);
        notify = end;
        if (isRaised || signal.aborted) end();
      }),
  };
};
