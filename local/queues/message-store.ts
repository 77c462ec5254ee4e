import { createFairScheduler } from './fair-scheduler.ts';

/** A message attribute as the JSON protocol writes it. */
export type MessageAttribute = { readonly DataType: string; readonly StringValue: string };

/** How many messages can be received, were received and not deleted, or wait for their time. */
export type Depth = { readonly visible: number; readonly inFlight: number; readonly delayed: number };

/** A message and its state. */
export type StoredMessage = {
  readonly messageId: string;
  readonly body: string;
  readonly md5: string;
  readonly group: string;
  readonly messageAttributes: Readonly<Record<string, MessageAttribute>>;
  readonly sentAt: number;
  readonly from?: string;
  state: keyof Depth;
  isRemoved: boolean;
  /** Over all queues, as SQS counts; redrive looks at `receivesHere`. */
  receives: number;
  receivesHere: number;
  firstReceivedAt?: number;
  receipt?: string;
  timer?: NodeJS.Timeout;
};

/** The messages of one queue: delayed, then visible, then in flight, then visible again or removed. */
export type MessageStore = {
  add(message: StoredMessage, delay_ms: number): void;
  /** The next visible message, in flight until it is hidden or removed. */
  take(): StoredMessage | undefined;
  /** Keeps a message in flight for so long from now; 0 makes it visible at once. */
  hide(message: StoredMessage, seconds: number): void;
  remove(message: StoredMessage): void;
  all(): StoredMessage[];
  readonly depth: Depth;
  stop(): void;
};

/** An empty store; it calls `appeared` for every message that can be received from now on. */
export const createMessageStore = (appeared: () => void, fifo = false): MessageStore => {
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
  /** The timer keeps no process alive: a machine that ends loses its messages anyway. */
  const showAfter = (message: StoredMessage, wait_ms: number): void => {
    if (wait_ms > 0) message.timer = setTimeout(() => show(message), wait_ms).unref();
    else show(message);
  };
  return {
    add: (message, delay_ms) => {
      messages.add(message);
      message.state = 'delayed';
      depth.delayed += 1;
      showAfter(message, delay_ms);
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
