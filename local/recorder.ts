import type { Access, Principal } from './aws-service.ts';

/** One call of an AWS API that was answered. */
export type RecordedCall = {
  readonly function: string | undefined;
  readonly principal: Principal;
  /**
   * The permissions that IAM had to allow for it; nothing where a fault was injected before, or the
   * call was invalid.
   */
  readonly accesses: readonly Access[];
  readonly service: string;
  readonly operation: string;
  readonly tables: readonly string[];
  /** The units that DynamoDB would charge, indexes included; 0 for calls it does not charge. */
  readonly capacityUnits: number;
  readonly status: number;
  /** When it arrived, in milliseconds since 1970 and their fractions. */
  readonly at: number;
};

/** Keeps what functions asked AWS, so that tests can count round trips and capacity. */
export type Recorder = {
  /** The latest calls since the start, oldest first; at most `calls_max`. */
  readonly calls: readonly RecordedCall[];
  record(call: RecordedCall, body: Buffer): void;
  /** Calls the listener with each call and what was asked, which is not kept; the returned function stops that. */
  watch(listener: (call: RecordedCall, body: Buffer) => void): () => void;
  /** Runs `action`; every call that was answered meanwhile, by any caller. */
  during(action: () => unknown): Promise<RecordedCall[]>;
};

/** How many calls are kept. */
export const calls_max = 10_000;

/** A recorder without calls. */
export const createRecorder = (): Recorder => {
  const calls: RecordedCall[] = [];
  const listeners = new Set<(call: RecordedCall, body: Buffer) => void>();
  const watch: Recorder['watch'] = (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    calls,
    record: (call, body) => {
      calls.push(call);
      // Dropped in bulk: shifting ten thousand entries at every call would cost more than the call.
      if (calls.length >= calls_max * 2) calls.splice(0, calls.length - calls_max);
      for (const listener of listeners) listener(call, body);
    },
    watch,
    during: async (action) => {
      const recorded: RecordedCall[] = [];
      const stop = watch((call) => recorded.push(call));
      try {
        await action();
      } finally {
        stop();
      }
      return recorded;
    },
  };
};
