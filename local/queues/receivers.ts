import type { Message } from './message.ts';

/** One receive of a queue. */
export type Receive = {
  /** At most this many. */
  readonly max: number;
  /** Hidden from others this long; absent: as long as the queue says. */
  readonly visibility_ms?: number | undefined;
  /** How long to wait for the first; 0: look once. */
  readonly wait_ms: number;
  readonly signal?: AbortSignal | undefined;
};

/** Those who wait for messages of one queue. */
export type Receivers = {
  receive(asked: Receive): Promise<Message[]>;
  /** Something may have become visible. */
  serve(): void;
  /** Everybody leaves with nothing. */
  stop(): void;
};

/** What the queue lends them. */
export type Line = {
  take(max: number, visibility_ms?: number): Message[];
  /** When something will become visible by itself. */
  nextChange(): number | undefined;
  now(): number;
};

/** Nobody waits yet. */
export const createReceivers = (line: Line): Receivers => {
  const waiting = new Set<Waiter>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const serve = (): void => {
    for (const { asked, leave } of waiting) {
      const messages = line.take(asked.max, asked.visibility_ms);
      if (messages.length === 0) break;
      leave(messages);
    }
    // What comes back often enough is given up, and that must not wait for a receiver.
    if (waiting.size === 0) line.take(0);
    clearTimeout(timer);
    const next = line.nextChange();
    if (next !== undefined && !stopped) timer = setTimeout(serve, Math.max(1, next - line.now())).unref();
  };
  return {
    serve,
    receive: async (asked) => {
      if (asked.signal?.aborted || stopped) return [];
      // Who came first is served first: nobody overtakes those who wait.
      const messages = waiting.size > 0 ? [] : line.take(asked.max, asked.visibility_ms);
      const answer = messages.length > 0 || asked.wait_ms <= 0 ? messages : wait(waiting, asked);
      serve();
      return answer;
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      for (const { leave } of waiting) leave([]);
    },
  };
};

type Waiter = { readonly asked: Receive; readonly leave: (messages: Message[]) => void };

const wait = (waiting: Set<Waiter>, asked: Receive): Promise<Message[]> =>
  new Promise((resolve) => {
    const leave = (messages: Message[]): void => {
      clearTimeout(patience);
      asked.signal?.removeEventListener('abort', giveUp);
      waiting.delete(waiter);
      resolve(messages);
    };
    const giveUp = (): void => leave([]);
    const patience = setTimeout(giveUp, asked.wait_ms);
    const waiter = { asked, leave };
    waiting.add(waiter);
    asked.signal?.addEventListener('abort', giveUp);
  });
