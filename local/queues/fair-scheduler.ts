/** A message that can be received: it belongs to a group, and may be removed before it is taken. */
export type Scheduled = { readonly group: string; isRemoved: boolean };

/** Decides which visible message is received next. */
export type FairScheduler<T extends Scheduled> = {
  /** `first`: before the others of its group. */
  add(item: T, first?: boolean): void;
  /** The next, which is in flight from now on; undefined when there is none. */
  take(): T | undefined;
  /** An item that was taken is no longer in flight. */
  returned(item: T): void;
};

type Group<T> = { line: T[]; head: number; inFlight: number; servedAt: number };

/**
 * Serves the group with the fewest messages in flight, and among equals the one that was served longest ago. So a group
 * with a long line or slow receivers does not delay others, as the fair queues of SQS promise. `oneByOne`: a group with a
 * message in flight waits, as those of a FIFO queue do.
 */
export const createFairScheduler = <T extends Scheduled>(oneByOne = false): FairScheduler<T> => {
  const groups = new Map<string, Group<T>>();
  let served = 0;
  const groupOf = (name: string): Group<T> => {
    const group = groups.get(name) ?? { line: [], head: 0, inFlight: 0, servedAt: 0 };
    groups.set(name, group);
    return group;
  };
  return {
    add: (item, first = false) => {
      const group = groupOf(item.group);
      if (first) group.line.splice(group.head, 0, item);
      else group.line.push(item);
    },
    take: () => {
      let next: Group<T> | undefined;
      for (const [name, group] of groups) {
        if (headOf(group) === undefined) {
          if (group.inFlight === 0) groups.delete(name);
        } else if (!(oneByOne && group.inFlight > 0) && (!next || comesBefore(group, next)))
          next = group;
      }
      if (!next) return undefined;
      next.servedAt = ++served;
      next.inFlight += 1;
      return shift(next);
    },
    returned: ({ group }) => {
      groupOf(group).inFlight -= 1;
    },
  };
};

const comesBefore = <T>(one: Group<T>, other: Group<T>): boolean =>
  one.inFlight === other.inFlight ? one.servedAt < other.servedAt : one.inFlight < other.inFlight;

const headOf = <T extends Scheduled>(group: Group<T>): T | undefined => {
  while (group.line[group.head]?.isRemoved) shift(group);
  return group.line[group.head];
};

/** To remove the first element of a long array moves all others, so the array is cut only now and then. */
const shift = <T>(group: Group<T>): T | undefined => {
  const item = group.line[group.head++];
  if (group.head > 1_000 && group.head * 2 > group.line.length) {
    group.line = group.line.slice(group.head);
    group.head = 0;
  }
  return item;
};
