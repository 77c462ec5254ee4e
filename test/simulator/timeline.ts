/**
 * The order of events: nothing passes but from one event to the next. Times are milliseconds since
 * 1970.
 */
export type Timeline = {
  now: number;
  /** Something happens then, in the order in which it was said where it is the same moment; nothing does where that answers false. */
  readonly at: (time: number, happen: Happening) => void;
  /** When the next thing happens; Infinity when nothing will. */
  readonly next: () => number;
  /** Lets the next thing happen, and all that follows from it at once; undefined where nothing does. */
  readonly advance: () => Promise<void> | undefined;
};

type Happening = () => unknown;

type Coming = { readonly time: number; readonly order: number; readonly happen: Happening };

/** The real one: the simulation replaces the global. */
const { setImmediate } = globalThis;

/** So many turns are taken within one of Node's loop. */
const turns_max = 1_000;

/** Time that begins at a moment and stands still unless it is advanced. */
export const timelineFrom = (start: number): Timeline => {
  const heap: Coming[] = [];
  let order = 0;
  let turns = 0;
  const timeline: Timeline = {
    now: start,
    at: (time, happen) =>
      push(heap, { time: Math.max(time, timeline.now), order: order++, happen }),
    next: () => heap[0]?.time ?? Number.POSITIVE_INFINITY,
    advance: () => {
      const coming = pop(heap);
      if (!coming) return undefined;
      timeline.now = coming.time;
      if (coming.happen() === false) return undefined;
      // Every promise that this resolved has been handled before the next tick; now and then Node tidies up.
      turns += 1;
      return new Promise((resolve) =>
        turns % turns_max === 0 ? setImmediate(resolve) : process.nextTick(resolve),
      );
    },
  };
  return timeline;
};

const isBefore = (one: Coming, other: Coming): boolean =>
  one.time < other.time || (one.time === other.time && one.order < other.order);

const swap = (heap: Coming[], one: number, other: number): void => {
  const [first, second] = [heap[one], heap[other]];
  if (first && second) [heap[one], heap[other]] = [second, first];
};

const precedes = (heap: readonly Coming[], one: number, other: number): boolean => {
  const [first, second] = [heap[one], heap[other]];
  return first !== undefined && second !== undefined && isBefore(first, second);
};

const push = (heap: Coming[], coming: Coming): void => {
  heap.push(coming);
  for (let at = heap.length - 1; at > 0; ) {
    const parent = (at - 1) >> 1;
    if (!precedes(heap, at, parent)) return;
    swap(heap, at, parent);
    at = parent;
  }
};

const pop = (heap: Coming[]): Coming | undefined => {
  swap(heap, 0, heap.length - 1);
  const first = heap.pop();
  for (let at = 0; ; ) {
    const [left, right] = [2 * at + 1, 2 * at + 2];
    const child = precedes(heap, right, left) ? right : left;
    if (!precedes(heap, child, at)) return first;
    swap(heap, at, child);
    at = child;
  }
};
