/** Things in the order in which they fall due. */
export type DueHeap<T> = {
  push(due: number, item: T): void;
  /** When the first falls due; undefined where there is none. */
  first(): number | undefined;
  /** The first thing, if it is due by then. */
  popDue(now: number): Due<T> | undefined;
};

export type Due<T> = { readonly due: number; readonly item: T };

/** A binary heap: a queue may hold many thousand messages in flight, and each is looked at only when its time comes. */
export const createDueHeap = <T>(): DueHeap<T> => {
  const entries: Due<T>[] = [];
  return {
    push: (due, item) => {
      entries.push({ due, item });
      rise(entries, entries.length - 1);
    },
    first: () => entries[0]?.due,
    popDue: (now) => {
      const [top] = entries;
      if (top === undefined || top.due > now) return undefined;
      const last = entries.pop() as Due<T>;
      if (entries.length > 0) {
        entries[0] = last;
        sink(entries);
      }
      return top;
    },
  };
};

type Entries = Due<unknown>[];

const dueAt = (entries: Entries, position: number): number => entries[position]?.due ?? Number.POSITIVE_INFINITY;

const swap = (entries: Entries, one: number, other: number): void => {
  const kept = entries[one] as Due<unknown>;
  entries[one] = entries[other] as Due<unknown>;
  entries[other] = kept;
};

const rise = (entries: Entries, from: number): void => {
  let position = from;
  while (position > 0) {
    const parent = (position - 1) >> 1;
    if (dueAt(entries, parent) <= dueAt(entries, position)) return;
    swap(entries, parent, position);
    position = parent;
  }
};

const sink = (entries: Entries): void => {
  let position = 0;
  while (true) {
    const [left, right] = [position * 2 + 1, position * 2 + 2];
    const smaller = dueAt(entries, right) < dueAt(entries, left) ? right : left;
    if (dueAt(entries, smaller) >= dueAt(entries, position)) return;
    swap(entries, position, smaller);
    position = smaller;
  }
};
