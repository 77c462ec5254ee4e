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
/** Until a chore that failed for another reason is tried again. */
const failed_pause_ms = 60_000;

/** Begins with what a last run left. A chore that fails holds no other one up. */
export const createChores = (portions: readonly Portion[]): Chores => {
  const chores = portions.map(createChore);
  const all = (name: keyof Chores) => (): void => {
    for (const chore of chores) chore[name]();
  };
  return { begin: all('begin'), continue: all('continue'), stop: all('stop') };
};

const createChore = (portion: Portion): Chores => {
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
      while (isMore && performance.now() < end_ms) isMore = portion();
      if (isMore) later(pause_ms);
    } catch (error) {
      later(reportFailure(error) ? failed_pause_ms : full_pause_ms);
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

/** Shows on the terminal why a chore failed, and says so; a full disk is reported by the calls that it refuses. */
export const reportFailure = (error: unknown): boolean => {
  if (error instanceof AwsError && error.status === 503) return false;
  const stack = error instanceof Error ? error.stack : String(error);
  console.error(JSON.stringify({ event: 'engine_chore_failed', error: stack }));
  return true;
};
