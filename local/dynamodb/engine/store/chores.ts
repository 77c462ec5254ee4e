import { AwsError } from '../../../errors.ts';

/** Work that would hold the thread too long in one call: it is done in portions, between calls and after a restart. */
export type Chores = {
  /** Does some of it at once, and the rest of it soon. */
  begin(): void;
  /** Does it soon. */
  continue(): void;
  stop(): void;
};

/** Does one portion inside a transaction; whether there may be more. A portion takes a few milliseconds at most. */
export type Portion = () => boolean;

/** How long portions may take the thread, until calls have their turn. */
const turn_ms_max = 4;
const pause_ms = 15;
/** Until what could not be written is tried again. */
const full_pause_ms = 1_000;

/** Begins with what a last run left. */
export const createChores = (portions: readonly Portion[]): Chores => {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const later = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(turn, ms).unref();
  };
  const turn = (): void => {
    if (isStopped) return;
    const end_ms = performance.now() + turn_ms_max;
    try {
      let isMore = true;
      while (isMore && performance.now() < end_ms) isMore = portions.some((portion) => portion());
      if (isMore) later(pause_ms);
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      later(full_pause_ms);
    }
  };
  later(pause_ms);
  return {
    begin: turn,
    continue: () => later(pause_ms),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
