/** One line that a function printed. */
export type LogLine = {
  readonly at: number;
  readonly functionName: string;
  readonly instanceId: string;
  /**
   * The id of the invocation that ran when the line arrived, or else of the last one; absent during
   * the start.
   */
  readonly requestId?: string;
  readonly stream: 'stdout' | 'stderr';
  readonly line: string;
};

/** Every line that any function printed, the newest `lines_max` of them. */
export type Logs = {
  lines(): readonly LogLine[];
  add(line: LogLine): void;
  /** Calls back for each new line until the returned function is called. */
  subscribe(listener: (line: LogLine) => void): () => void;
};

/** An empty buffer. */
export const createLogs = (lines_max = 50_000): Logs => {
  let kept: LogLine[] = [];
  const listeners = new Set<(line: LogLine) => void>();
  return {
    lines: () => kept.slice(-lines_max),
    add: (line) => {
      kept.push(line);
      if (kept.length > 2 * lines_max) kept = kept.slice(-lines_max);
      for (const listener of listeners) listener(line);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** The longest line that Lambda passes on to CloudWatch as one event. */
const line_characters_max = 262_144;

/** Cuts what is pushed into lines; the last one need not end. */
export const lineCutter = (onLine: (line: string) => void) => {
  let rest = '';
  return {
    push: (chunk: string): void => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > line_characters_max) lines.push(rest.slice(0, line_characters_max));
      if (rest.length > line_characters_max) rest = '';
      for (const line of lines) onLine(line);
    },
    end: (): void => {
      if (rest !== '') onLine(rest);
      rest = '';
    },
  };
};
