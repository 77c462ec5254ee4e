import type { Gate } from './gate.ts';
import { intoPayloads } from './payload.ts';
import type { Positions } from './positions.ts';
import type { Around } from './running.ts';
import type { StreamMapping } from './settings.ts';
import { dealWith, type Entry } from './stream-batch.ts';
import type { Position, StreamReader } from './stream-reader.ts';
import { streamRecordOf } from './stream-record.ts';
import type { Writes } from './writes.ts';

/** What feeding from a stream needs besides the mapping. */
export type StreamSource = {
  readonly reader: StreamReader;
  readonly positions: Positions;
  readonly writes: Writes;
};

/** Where a mapping begins: where it was, else where its settings say. That is kept at once, for what comes meanwhile. */
export const placeOf = async (mapping: StreamMapping, { reader, positions }: StreamSource): Promise<Position> => {
  const known = positions.read(nameOf(mapping));
  if (known) return known;
  const first = mapping.from === 'LATEST' ? await reader.end() : await reader.beginning();
  positions.write(nameOf(mapping), first);
  return first;
};

/** The number of the record that a mapping goes on after; 0 where it has read none. */
export const numberOf = (mapping: StreamMapping, positions: Positions): number =>
  Number(positions.read(nameOf(mapping))?.sequence ?? 0);

/** Feeds a function from a stream, one batch after the other, until its gate is stopped. */
export const feedFromStream = async (
  mapping: StreamMapping,
  gate: Gate,
  source: StreamSource & { readonly place: Position },
  around: Around,
): Promise<void> => {
  const { positions, writes } = source;
  const bell = createBell();
  const deaf = writes.on(mapping.table.name, bell.ring);
  let position = source.place;
  const confirm = (done: Position): void => {
    // What ends after a stop is done again after the next start: nobody may write into the folder any more.
    if (gate.stopped) return;
    position = done;
    positions.write(nameOf(mapping), done);
  };
  const course = { mapping, gate, around, confirm };
  let read = 0;
  while (await gate.passes()) {
    // What is written one after another is read together: each write rings, also those that no filter wants.
    const pause_ms = read + together_ms - Date.now();
    if (pause_ms > 0) await gate.sleep(pause_ms);
    read = Date.now();
    bell.hush();
    const taken = around.mayRead(mapping) ? await take(mapping, gate, source, position) : undefined;
    if (taken === undefined) await gate.sleep(trouble_ms);
    else if (taken.count === 0) await bell.wait(idle_ms, gate.signal());
    else if (await dealWithAll(course, taken.entries)) confirm(taken.position);
  }
  deaf();
};

const nameOf = ({ of, table }: StreamMapping): string => `${of.name}.${table.name}`;

/** Every write rings; this is for those that we cannot hear, when the engine is somebody else's. */
const idle_ms = 1_000;
/** Between two reads. Lambda itself takes a quarter of a second. */
const together_ms = 20;
/** After a read that failed or was not allowed. */
const trouble_ms = 1_000;

type Taken = { readonly entries: readonly Entry[]; readonly position: Position; readonly count: number };

/** The next batch of what is wanted, reading past what is not. Undefined when reading failed. */
const take = async (
  mapping: StreamMapping,
  gate: Gate,
  { reader }: StreamSource,
  from: Position,
): Promise<Taken | undefined> => {
  const entries: Entry[] = [];
  let [position, count] = [from, 0];
  try {
    for (;;) {
      const found = await reader.after(position, mapping.batch_max - entries.length);
      count += found.records.length;
      for (const record of found.records) {
        const { SequenceNumber: sequence, ApproximateCreationDateTime } = record.dynamodb;
        const given = streamRecordOf(record, mapping);
        const at = { stream: found.position.stream, shard: position.shard, sequence };
        const entry = { position: at, sequence, created_ms: ApproximateCreationDateTime * 1_000 };
        if (mapping.wanted(given)) entries.push({ ...entry, text: JSON.stringify(given) });
      }
      position = found.position;
      const over = entries.length > 0 || found.records.length === 0;
      if (over || gate.signal().aborted) return { entries, position, count };
    }
  } catch (error) {
    if (!gate.stopped) console.error(`${mapping.called} cannot read its stream:`, error);
    return undefined;
  }
};

type DealCourse = Parameters<typeof dealWith>[0];

/** Whether all of them are done with; false when the gate was stopped before. */
const dealWithAll = async (course: DealCourse, entries: readonly Entry[]): Promise<boolean> => {
  for (const batch of intoPayloads(entries)) if (!(await dealWith(course, batch))) return false;
  return true;
};

/** Rings are remembered until somebody hushes the bell, so that none is missed between a read and the wait after it. */
const createBell = () => {
  let rung = false;
  let heard = (): void => {};
  return {
    ring: (): void => {
      rung = true;
      heard();
    },
    hush: (): void => {
      rung = false;
    },
    wait: (ms: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          heard = () => {};
          resolve();
        };
        const timer = setTimeout(end, ms).unref();
        signal.addEventListener('abort', end);
        heard = end;
        if (rung || signal.aborted) end();
      }),
  };
};
