import type { InvocationOutcome } from '../functions/outcome.ts';
import { isObject, jsonIn } from '../json-protocol.ts';
import type { BatchOutcome } from './batch.ts';
import type { StreamMapping } from './settings.ts';
import type { StreamEntry } from './stream-reader.ts';

/** The tumbling windows of a stream mapping, one after another; a mapping without them has one that never opens. */
export type Windows = {
  /** The entries of each window, in order. */
  split(entries: readonly StreamEntry[]): StreamEntry[][];
  /** Whether an entry belongs to the open window, or none is open. */
  isIn(entry: StreamEntry): boolean;
  /** Opens the window of an entry, unless it is open. */
  open(entry: StreamEntry): void;
  isOpen(): boolean;
  isOver(now_ms: number): boolean;
  /** How long until the open window is over; Infinity where none is open. */
  left_ms(now_ms: number): number;
  close(): void;
  /** The members of an event beside its records, each with a comma before it. */
  members(final?: 'final'): string;
  /** The same outcome; thrown where the function did not return a state, which is kept otherwise. */
  keep(outcome: InvocationOutcome | undefined, result: BatchOutcome): BatchOutcome;
};

/** The windows of a mapping. */
export const createWindows = ({ tumbling_ms, streamArn }: StreamMapping): Windows => {
  let current: { readonly number: number; readonly shard: string; state: object } | undefined;
  const numberOf = ({ created_ms }: StreamEntry): number =>
    tumbling_ms > 0 ? Math.floor(created_ms / tumbling_ms) : 0;
  const end_ms = (): number =>
    current ? (current.number + 1) * tumbling_ms : Number.POSITIVE_INFINITY;
  return {
    split: (entries) => [...Map.groupBy(entries, numberOf).values()],
    isIn: (entry) => !current || current.number === numberOf(entry),
    open: (entry) => {
      if (tumbling_ms > 0)
        current ??= { number: numberOf(entry), shard: entry.position.shard, state: {} };
    },
    isOpen: () => current !== undefined,
    isOver: (now_ms) => now_ms >= end_ms(),
    left_ms: (now_ms) => Math.max(0, end_ms() - now_ms),
    close: () => {
      current = undefined;
    },
    members: (final) => {
      if (!current) return '';
      const { number, shard, state } = current;
      const [start, end] = [number, number + 1].map((each) => timeOf(each * tumbling_ms));
      const window = { window: { start, end }, state, shardId: shard, eventSourceARN: streamArn };
      const said = {
        ...window,
        isFinalInvokeForWindow: final !== undefined,
        isWindowTerminatedEarly: false,
      };
      return `,${JSON.stringify(said).slice(1, -1)}`;
    },
    keep: (outcome, result) => {
      if (!current || result.kind === 'thrown') return result;
      const answer = jsonIn(outcome?.payload ?? '');
      if (!isObject(answer) || !isObject(answer.state)) return { kind: 'thrown' };
      current.state = answer.state;
      return result;
    },
  };
};

/** As Lambda writes the bounds of a window: without milliseconds. */
const timeOf = (at_ms: number): string => new Date(at_ms).toISOString().replace('.000Z', 'Z');
