/** What waits in a lane: it belongs to a group, and may be gone before its turn comes. */
export type Waiting = { readonly group: string; gone: boolean };

/** Messages that can be received, by group. */
export type Lanes<T extends Waiting> = {
  /** At the end of its group's lane. */
  add(item: T): void;
  /** The next, which is in flight from now on; undefined when nothing waits. */
  take(): T | undefined;
  /** It was taken, and is in flight no more. */
  landed(item: T): void;
};

type Lane<T> = { line: T[]; head: number; inFlight: number; served: number };

/**
 * Serves the group that has the fewest messages in flight, and among equals the one that was served longest ago: so a
 * group with a long line or slow receivers keeps nobody else waiting, as the fair queues of SQS promise.
 */
export const createLanes = <T extends Waiting>(): Lanes<T> => {
  const lanes = new Map<string, Lane<T>>();
  let turn = 0;
  const laneOf = (group: string): Lane<T> => {
    const lane = lanes.get(group) ?? { line: [], head: 0, inFlight: 0, served: 0 };
    lanes.set(group, lane);
    return lane;
  };
  return {
    add: (item) => void laneOf(item.group).line.push(item),
    take: () => {
      let next: Lane<T> | undefined;
      for (const [group, lane] of lanes) {
        if (headOf(lane) === undefined) {
          if (lane.inFlight === 0) lanes.delete(group);
        } else if (!next || comesBefore(lane, next)) next = lane;
      }
      if (!next) return undefined;
      next.served = ++turn;
      next.inFlight += 1;
      return shift(next);
    },
    landed: ({ group }) => {
      laneOf(group).inFlight -= 1;
    },
  };
};

const comesBefore = <T>(one: Lane<T>, other: Lane<T>): boolean =>
  one.inFlight === other.inFlight ? one.served < other.served : one.inFlight < other.inFlight;

/** Forgets what is gone on the way. */
const headOf = <T extends Waiting>(lane: Lane<T>): T | undefined => {
  while (lane.line[lane.head]?.gone) shift(lane);
  return lane.line[lane.head];
};

/** Removing the first of a long array moves all others, so the place is remembered and the array cut now and then. */
const shift = <T>(lane: Lane<T>): T | undefined => {
  const item = lane.line[lane.head++];
  if (lane.head > 1_000 && lane.head * 2 > lane.line.length) {
    lane.line = lane.line.slice(lane.head);
    lane.head = 0;
  }
  return item;
};
