import type { LambdaFunction } from './lambda-function.ts';
import type { LogLine } from './logs.ts';
import type { Invocation, Reports } from './runtime-api.ts';

/**
 * What the code of an instance runs in. A process is as far apart from others as on AWS; a thread of ours starts
 * sooner and holds a tenth of the memory, and shares the process's id, signals, working folder and pool of threads. In a
 * shared thread many functions live, of which it serves one at a time: what starts there waits for no thread.
 */
export type Isolation = 'process' | 'thread' | 'shared thread';

/** Where one instance lives. */
export type Housing = {
  /** Undefined for a thread. */
  readonly pid: number | undefined;
  /** Hands over an invocation; only after `ready`. */
  give(invocation: Invocation): void;
  /** Whether whoever shares its thread is being served, so that nobody may be given now. */
  occupied?(): boolean;
  /** Ends it wherever it stands. */
  kill(): void;
  /** How it ended: by itself with a code, or by a signal. */
  readonly gone: Promise<readonly [code: number | null, signal: string | null]>;
};

/** What it is started with. */
export type HousingOptions = {
  readonly of: LambdaFunction;
  /** Its variables, but for where it finds the Runtime API. */
  readonly variables: Readonly<Record<string, string>>;
  readonly reports: Reports;
  readonly printed: (stream: LogLine['stream'], line: string) => void;
};
