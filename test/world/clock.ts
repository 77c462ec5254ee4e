/** The time of this process: it stands still unless somebody waits or a test advances it. Milliseconds since 1970. */
export type Clock = {
  now(): number;
  /**
   * Has something happen later; the returned function takes it back. `asked`: it belongs to a call
   * that a test waits for, and happens by itself when that call waits for nothing else. All other
   * things happen only as time is advanced.
   */
  after(ms: number, happen: () => void, asked: boolean): () => void;
  /** Lets so much time pass: everything that is due happens in its order, and what follows from it. */
  advance(ms: number): Promise<void>;
  /** Lets so much time pass, in which nothing happens: what was due then happens as time is advanced. */
  take(ms: number): void;
  /** Opens something whenever time is advanced, and closes it when that time has passed. */
  gate(open: () => void, close: () => void): void;
  /** Counts real work of this process, such as compression: meanwhile nothing else happens. */
  during<T>(work: Promise<T>): Promise<T>;
};

type Coming = {
  readonly time: number;
  readonly order: number;
  readonly asked: boolean;
  readonly happen: () => void;
};

// The real ones, before this process has the time of the clock.
const { setImmediate, setTimeout } = globalThis;

/** A clock that stands at this moment. */
export const clockAt = (start: number): Clock => {
  let now = start;
  let order = 0;
  let working = 0;
  let isWatched = false;
  let passing: Promise<void> = Promise.resolve();
  const coming = new Set<Coming>();
  const gates: { readonly open: () => void; readonly close: () => void }[] = [];
  const settled = async (): Promise<void> => {
    for (let turns = 0; turns < turns_min; turns += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      while (working > 0 || isReading()) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        turns = 0;
      }
    }
  };
  const happenNext = (until: number, wanted: (one: Coming) => boolean): boolean => {
    const next = earliest(coming, wanted);
    if (!next || next.time > until) return false;
    coming.delete(next);
    now = Math.max(now, next.time);
    next.happen();
    return true;
  };
  const isAsked = ({ asked }: Coming): boolean => asked;
  const watch = async (): Promise<void> => {
    isWatched = true;
    do await settled();
    while (happenNext(Number.POSITIVE_INFINITY, isAsked));
    isWatched = false;
  };
  const pass = async (ms: number): Promise<void> => {
    // Whole milliseconds, as those of a Date are.
    const end = now + Math.ceil(ms);
    for (const { open } of gates) open();
    do await settled();
    while (happenNext(end, () => true));
    for (const { close } of gates) close();
    now = Math.max(now, end);
  };
  return {
    now: () => now,
    after: (ms, happen, asked) => {
      const one = { time: now + Math.max(0, Math.ceil(ms)), order: order++, asked, happen };
      coming.add(one);
      if (asked && !isWatched) void watch();
      return () => void coming.delete(one);
    },
    // The promise is the asker's own, as that of `world`.
    advance: async (ms) => {
      passing = passing.then(() => pass(ms));
      await passing;
    },
    take: (ms) => {
      now += Math.ceil(ms);
    },
    gate: (open, close) => void gates.push({ open, close }),
    during: async (work) => {
      working += 1;
      try {
        return await work;
      } finally {
        working -= 1;
      }
    },
  };
};

/** After so many turns of Node's loop in which nothing was left to do, everything waits. */
const turns_min = 3;

/** Whether the system still reads or writes a file for this process. */
const isReading = (): boolean =>
  process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));

const earliest = (all: Iterable<Coming>, wanted: (one: Coming) => boolean): Coming | undefined => {
  let first: Coming | undefined;
  for (const one of all) if (wanted(one) && (!first || isBefore(one, first))) first = one;
  return first;
};

const isBefore = (one: Coming, other: Coming): boolean =>
  one.time < other.time || (one.time === other.time && one.order < other.order);
