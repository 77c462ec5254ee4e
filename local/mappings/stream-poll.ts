import type { Progress } from './checkpoints.ts';
import type { StreamDelivery } from './stream-delivery.ts';
import type { StreamReader } from './stream-reader.ts';
import { type EngineRecord, happenedAt, type StreamRecord, streamRecord } from './stream-record.ts';
import type { StreamSettings } from './stream-settings.ts';
import type { Switch } from './switch.ts';

export type StreamCourse = {
  readonly settings: StreamSettings;
  readonly reader: StreamReader;
  readonly state: Switch;
  readonly delivery: StreamDelivery;
  readonly progress: Progress;
  /** Whether the function's role lets the stream be read. */
  readonly allowed: () => boolean;
};

/** Reads and delivers, shard by shard, until the mapping ends. */
export const pollStream = async (course: StreamCourse): Promise<void> => {
  const { state } = course;
  for (let signal = await state.turn(); signal; signal = await state.turn()) {
    // The engine may be busy, or ending: the next turn makes up for this one.
    const busy = course.allowed() && (await turn(course, signal).catch(() => false));
    if (!busy) await state.sleep(idle_pause_ms);
  }
};

/** Between two looks at a stream where nothing happens; Lambda looks four times a second. */
const idle_pause_ms = 100;

/** One look at every shard; whether there was anything that could be delivered. */
const turn = async (course: StreamCourse, signal: AbortSignal): Promise<boolean> => {
  let busy = false;
  for (const shard of await course.reader.shards()) {
    if (course.progress.hasEnded(shard) || signal.aborted) continue;
    busy = (await turnOf(course, shard, signal)) || busy;
  }
  return busy;
};

const turnOf = async (course: StreamCourse, shard: string, signal: AbortSignal): Promise<boolean> => {
  const { delivery, progress } = course;
  const { records, last, ended } = await gather(course, shard, signal);
  // Held while gathering: what was read is read again later.
  if (signal.aborted) return false;
  const over = await delivery.deliver(shard, records, (sequence) => progress.moveTo(shard, sequence));
  if (!over) return false;
  // Past what the filter did not want, too.
  if (last !== undefined) progress.moveTo(shard, last);
  if (ended) progress.end(shard);
  return last !== undefined;
};

type Gathered = { readonly records: StreamRecord[]; readonly last: string | undefined; readonly ended: boolean };

const reads_max = 1000;

/** A batch: whatever there is, or with a window as much as comes until it is full or over. */
const gather = async (course: StreamCourse, shard: string, signal: AbortSignal): Promise<Gathered> => {
  const { settings, reader, progress, state } = course;
  const records: StreamRecord[] = [];
  let last: string | undefined;
  let until: number | undefined;
  while (true) {
    const limit = Math.min(reads_max, settings.batch_max - records.length);
    const read = await reader.read(shard, last ?? progress.after(shard), limit);
    records.push(...wanted(course, read.records));
    last = read.records.at(-1)?.dynamodb.SequenceNumber ?? last;
    if (records.length > 0) until ??= Date.now() + settings.window_ms;
    const full = records.length >= settings.batch_max;
    if (read.ended || full || signal.aborted || Date.now() >= (until ?? 0)) return { records, last, ended: read.ended };
    await state.sleep(Math.min(idle_pause_ms, Math.max(1, (until ?? 0) - Date.now())));
  }
};

const wanted = ({ settings, progress }: StreamCourse, records: readonly EngineRecord[]): StreamRecord[] =>
  records
    .filter((record) => happenedAt(record) >= progress.since)
    .map((record) => streamRecord(record, settings.sourceArn, settings.region))
    .filter((record) => settings.wants(record));
