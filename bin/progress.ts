import type { WriteStream } from 'node:tty';

type Output = Pick<WriteStream, 'write'> & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;

/** Shows people how far long work is. */
export type Progress = {
  /** Shows how far the work is: over the text before on a terminal, elsewhere in a line every few seconds. */
  show(text: string): void;
  /** Prints a line that stays. */
  note(text: string): void;
  /** Takes the last text away from a terminal, so that other output can follow. */
  hide(): void;
};

/** The time between two lines where the output is no terminal. */
const between_lines_ms = 5_000;

const clearLine = '\r\u001b[2K';

/** Does long work with its progress on standard error: the output of a command has its result alone. */
export const withProgress = async <Result>(
  work: (progress: Progress) => Promise<Result>,
  output: Output = process.stderr,
  now: () => number = () => performance.now(),
): Promise<Result> => {
  const progress = output.isTTY ? onTerminal(output) : inLines(output, now);
  try {
    return await work(progress);
  } finally {
    progress.hide();
  }
};

const onTerminal = (output: Output): Progress => {
  const hide = (): void => void output.write(clearLine);
  return {
    hide,
    // A line that wraps cannot be taken away.
    show: (text) => output.write(`${clearLine}${text.slice(0, (output.columns ?? 80) - 1)}`),
    note: (text) => output.write(`${clearLine}${text}\n`),
  };
};

const inLines = (output: Output, now: () => number): Progress => {
  let next_ms = Number.NEGATIVE_INFINITY;
  const note = (text: string): void => void output.write(`${text}\n`);
  return {
    hide: () => undefined,
    show: (text) => {
      if (now() < next_ms) return;
      note(text);
      next_ms = now() + between_lines_ms;
    },
    note,
  };
};
