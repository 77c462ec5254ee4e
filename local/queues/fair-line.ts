import type { Message } from './message.ts';

/** Messages that may be received, lined up by message group. */
export type FairLine = {
  readonly length: number;
  add(message: Message): void;
  /** The next to be received; undefined where none is. */
  take(): Message | undefined;
  remove(message: Message): void;
  /** How many messages of its group somebody has changes by so much. */
  inFlight(message: Message, change: 1 | -1): void;
};

/**
 * As a fair queue: whoever has the fewest messages in flight comes first, so that a group whose receivers are slow
 * holds up nobody else; among equals the oldest.
 */
export const createFairLine = (): FairLine => {
  const lines = new Map<string, Message[]>();
  const flying = new Map<string, number>();
  let length = 0;
  const drop = (message: Message, position: number): void => {
    const line = lines.get(groupOf(message)) ?? [];
    line.splice(position, 1);
    if (line.length === 0) lines.delete(groupOf(message));
    length -= 1;
  };
  return {
    get length() {
      return length;
    },
    add: (message) => {
      const line = lines.get(groupOf(message));
      if (line) line.push(message);
      else lines.set(groupOf(message), [message]);
      length += 1;
    },
    take: () => {
      const next = nextOf(lines, (group) => flying.get(group) ?? 0);
      if (next) drop(next, 0);
      return next;
    },
    remove: (message) => {
      const position = lines.get(groupOf(message))?.indexOf(message) ?? -1;
      if (position >= 0) drop(message, position);
    },
    inFlight: (message, change) => {
      const now = (flying.get(groupOf(message)) ?? 0) + change;
      if (now === 0) flying.delete(groupOf(message));
      else flying.set(groupOf(message), now);
    },
  };
};

const nextOf = (lines: ReadonlyMap<string, readonly Message[]>, flying: (group: string) => number) => {
  let best: Message | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const [group, [head]] of lines) {
    const here = flying(group);
    if (!head || here > fewest || (here === fewest && best && best.sentAt <= head.sentAt)) continue;
    best = head;
    fewest = here;
  }
  return best;
};

const groupOf = ({ group = '' }: Message): string => group;
