import { unlessUnwritable } from '../files.ts';
import { createFairScheduler } from './fair-scheduler.ts';
import type { MessageFile } from './message-file.ts';
import type { Depth, StoredMessage } from './stored-message.ts';

/** The messages of one queue: delayed, then visible, then in flight, then visible again or removed. */
export type MessageStore = {
  add(message: StoredMessage, delay_ms: number): void;
  /** The next visible message, in flight until it is hidden or removed. */
  take(): StoredMessage | undefined;
  /** Keeps a message in flight for so long from now; 0 makes it visible at once. */
  hide(message: StoredMessage, seconds: number): void;
  remove(message: StoredMessage): void;
  /** Keeps how often these have been received. */
  received(messages: readonly StoredMessage[]): void;
  all(): StoredMessage[];
  readonly depth: Depth;
  stop(): void;
};

/** Where the messages of one queue are kept. */
export type KeptIn = { readonly file: MessageFile; readonly queue: string };

/**
 * The store of one queue, with what was kept of it; it calls `appeared` for every message that can be received from now on. A
 * message is kept before anybody can receive it.
 */
export const createMessageStore = (
  appeared: () => void,
  fifo = false,
  kept?: KeptIn,
): MessageStore => {
  const scheduler = createFairScheduler<StoredMessage>(fifo);
  const messages = new Set<StoredMessage>();
  const depth = { visible: 0, inFlight: 0, delayed: 0 };
  const move = (message: StoredMessage, state: keyof Depth): void => {
    clearTimeout(message.timer);
    if (message.state === 'inFlight' && state !== 'inFlight') scheduler.returned(message);
    depth[message.state] -= 1;
    depth[state] += 1;
    message.state = state;
  };
  const show = (message: StoredMessage): void => {
    move(message, 'visible');
    scheduler.add(message, fifo && message.receives > 0);
    appeared();
  };
  /** The timer keeps no process alive. */
  const showAfter = (message: StoredMessage, wait_ms: number): void => {
    if (wait_ms > 0) message.timer = setTimeout(() => show(message), wait_ms).unref();
    else show(message);
  };
  const take = (message: StoredMessage, delay_ms: number): void => {
    messages.add(message);
    message.state = 'delayed';
    depth.delayed += 1;
    showAfter(message, delay_ms);
  };
  for (const { visibleAt, ...message } of kept?.file.messagesOf(kept.queue) ?? [])
    take({ ...message, state: 'delayed' }, visibleAt - Date.now());
  return {
    received: (taken) => unlessUnwritable(() => kept?.file.received(taken)),
    add: (message, delay_ms) => {
      if (kept) message.row = kept.file.add(kept.queue, message, Date.now() + delay_ms);
      take(message, delay_ms);
    },
    take: () => {
      const message = scheduler.take();
      if (!message) return undefined;
      depth.visible -= 1;
      depth.inFlight += 1;
      message.state = 'inFlight';
      return message;
    },
    hide: (message, seconds) => {
      move(message, 'inFlight');
      showAfter(message, seconds * 1_000);
    },
    remove: (message) => {
      if (!messages.delete(message)) return;
      // A row that cannot be removed comes again after a restart, as a message may.
      if (kept && message.row !== undefined)
        unlessUnwritable(() => kept.file.remove(message.row ?? 0));
      clearTimeout(message.timer);
      message.isRemoved = true;
      depth[message.state] -= 1;
      if (message.state === 'inFlight') scheduler.returned(message);
      // The next of its group.
      if (fifo) appeared();
    },
    all: () => [...messages],
    depth,
    stop: () => {
      for (const { timer } of messages) clearTimeout(timer);
    },
  };
};
