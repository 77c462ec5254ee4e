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
  const lines = new Map<string, Line>();
  const flying = new Map<string, number>();
  let length = 0;
  const removed = ({ group = '' }: Message, line: Line): void => {
    if (line.size() === 0) lines.delete(group);
    length -= 1;
  };
  return {
    get length() {
      return length;
    },
    add: (message) => {
      const line = lines.get(groupOf(message)) ?? createLine();
      lines.set(groupOf(message), line);
      line.add(message);
      length += 1;
    },
    take: () => {
      const line = nextOf(lines, (group) => flying.get(group) ?? 0);
      const message = line?.shift();
      if (line && message) removed(message, line);
      return message;
    },
    remove: (message) => {
      const line = lines.get(groupOf(message));
      if (line?.remove(message)) removed(message, line);
    },
    inFlight: (message, change) => {
      const now = (flying.get(groupOf(message)) ?? 0) + change;
      if (now === 0) flying.delete(groupOf(message));
      else flying.set(groupOf(message), now);
    },
  };
};

const groupOf = ({ group = '' }: Message): string => group;

const nextOf = (lines: ReadonlyMap<string, Line>, flying: (group: string) => number): Line | undefined => {
  let best: Line | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const [group, line] of lines) {
    const here = flying(group);
    if (here > fewest || (here === fewest && best && best.oldest() <= line.oldest())) continue;
    best = line;
    fewest = here;
  }
  return best;
};

/** First in, first out, without moving all that stand behind at every step. */
type Line = ReturnType<typeof createLine>;

const createLine = () => {
  let messages: Message[] = [];
  let first = 0;
  return {
    size: (): number => messages.length - first,
    /** When its first message was sent. */
    oldest: (): number => messages[first]?.sentAt ?? 0,
    add: (message: Message): void => void messages.push(message),
    shift: (): Message | undefined => {
      const message = messages[first++];
      if (first * 2 > messages.length) {
        messages = messages.slice(first);
        first = 0;
      }
      return message;
    },
    remove: (message: Message): boolean => {
      const at = messages.indexOf(message, first);
      if (at >= 0) messages.splice(at, 1);
      return at >= 0;
    },
  };
};
