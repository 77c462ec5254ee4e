import { createHash, randomUUID } from 'node:crypto';
import { account } from '../assembly.ts';
import type { Effect, Faults } from '../faults.ts';
import { isUnwritable } from '../files.ts';
import type { MessageFile } from './message-file.ts';
import { createMessageStore, type MessageStore } from './message-store.ts';
import type { QueueSettings } from './settings.ts';
import type { Depth, MessageAttribute, StoredMessage } from './stored-message.ts';

/** A message as it was received. */
export type Message = {
  readonly messageId: string;
  readonly body: string;
  /** As SQS names them: `SentTimestamp`, `ApproximateReceiveCount`, `MessageGroupId`, …; times in milliseconds. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly messageAttributes: Readonly<Record<string, MessageAttribute>>;
  readonly receiptHandle: string;
  /** In lower-case hex. */
  readonly md5OfBody: string;
};

export type SendOptions = {
  /** 0 to 900; absent: the queue's own. */
  readonly delay_seconds?: number;
  /** Groups are served in turn, so that one with many messages does not starve the others. */
  readonly group?: string;
  /** FIFO queues only. */
  readonly deduplication_id?: string;
  readonly attributes?: Readonly<Record<string, MessageAttribute>>;
};

type ReceiveOptions = {
  readonly max: number;
  /** How long to wait for the first; 0 answers at once. */
  readonly wait_ms: number;
  /** How long nobody else receives them; absent: the queue's own. */
  readonly visibility_seconds?: number;
  readonly signal?: AbortSignal;
};

/** One queue. Its messages are in the data folder too, where there is one. */
export type Queue = Pick<QueueSettings, 'arn' | 'url' | 'name' | 'region'> & {
  readonly settings: QueueSettings;
  receive(options: ReceiveOptions): Promise<Message[]>;
  /** A handle that is not the message's last deletes nothing. */
  delete(receiptHandle: string): void;
  send(body: string, options?: SendOptions): string;
  depth(): Depth;
  /** Seconds since its oldest message was sent; 0 where it has none. */
  oldest_s(): number;
  purge(): void;
};

/** A queue as other queues see it. */
export type OwnQueue = Queue & {
  addDeadLetter(message: StoredMessage, from: string): void;
  stop(): void;
};

type QueueOptions = {
  readonly settings: QueueSettings;
  readonly faults: Faults;
  readonly queueOf: (arn: string) => OwnQueue | undefined;
  /** Keeps its messages; absent: in memory. */
  readonly file?: MessageFile | undefined;
};

/** One queue, with the messages that its file has of it. */
export const createQueue = (options: QueueOptions): OwnQueue => {
  const waiters = createWaiters<Message>();
  const { settings, file } = options;
  const store = createMessageStore(
    waiters.notify,
    settings.fifo,
    file && { file, queue: settings.arn },
  );
  const receipts = new Map<string, StoredMessage>();
  const state: State = { ...options, store, receipts, sent: new Map() };
  const { arn, url, name, region, visibility_seconds } = settings;
  return {
    arn,
    url,
    name,
    region,
    settings,
    receive: ({ max, wait_ms, signal, visibility_seconds: seconds = visibility_seconds }) =>
      waiters.wait(wait_ms, () => receive(state, max, seconds), signal),
    delete: (receipt) => {
      const message = receipts.get(receipt);
      if (message) remove(state, message);
    },
    send: (body, sending) => send(state, body, sending),
    depth: () => ({ ...store.depth }),
    oldest_s: () => {
      const now = Date.now();
      return store.all().reduce((oldest, { sentAt }) => Math.max(oldest, now - sentAt), 0) / 1_000;
    },
    purge: () => {
      for (const message of store.all()) remove(state, message);
    },
    addDeadLetter: ({ receipt: _, timer: __, row: ___, ...message }, from) =>
      store.add({ ...message, from, isRemoved: false, receivesHere: 0 }, 0),
    stop: () => {
      waiters.stop();
      store.stop();
    },
  };
};

type State = QueueOptions & {
  readonly store: MessageStore;
  readonly receipts: Map<string, StoredMessage>;
  /** The messages of the last minutes by their deduplication ids, oldest first. */
  readonly sent: Map<string, { readonly messageId: string; readonly at: number }>;
};

/** How long SQS drops a message whose deduplication id came before: 5 minutes. */
const deduplication_ms = 5 * 60 * 1_000;

/** The id of the message that was sent with this deduplication id; else it is the one of this message from now on. */
const sentBefore = (
  { sent }: State,
  deduplicationId: string | undefined,
  messageId: string,
): string | undefined => {
  if (deduplicationId === undefined) return undefined;
  const now = Date.now();
  for (const [id, { at }] of sent) {
    if (now - at < deduplication_ms) break;
    sent.delete(id);
  }
  const before = sent.get(deduplicationId);
  if (!before) sent.set(deduplicationId, { messageId, at: now });
  return before?.messageId;
};

const affectsMessages = (effect: Effect): boolean =>
  effect === 'lose' ||
  effect === 'duplicate' ||
  (typeof effect === 'object' && 'delay_ms' in effect);

const send = (state: State, body: string, sending: SendOptions = {}): string => {
  const {
    delay_seconds = state.settings.delay_seconds,
    group = '',
    attributes: messageAttributes = {},
  } = sending;
  const subject = { service: 'queue', operation: state.settings.name, body: Buffer.from(body) };
  const effects = state.faults.match(subject, affectsMessages);
  const messageId = randomUUID();
  const before = sentBefore(state, sending.deduplication_id, messageId);
  if (before !== undefined) return before;
  if (effects.includes('lose')) return messageId;
  const delays_ms = effects.map((effect) =>
    typeof effect === 'object' && 'delay_ms' in effect ? effect.delay_ms : 0,
  );
  const delay_ms = delays_ms.reduce((sum, each) => sum + each, delay_seconds * 1_000);
  const md5 = createHash('md5').update(body).digest('hex');
  const copies = 1 + effects.filter((effect) => effect === 'duplicate').length;
  for (let copy = 0; copy < copies; copy++) {
    const message = { messageId, body, md5, group, messageAttributes, sentAt: Date.now() };
    state.store.add(
      { ...message, state: 'delayed', isRemoved: false, receives: 0, receivesHere: 0 },
      delay_ms,
    );
  }
  return messageId;
};

const receive = (state: State, max: number, visibility_seconds: number): Message[] => {
  const { redrive, retention_seconds } = state.settings;
  const taken: StoredMessage[] = [];
  while (taken.length < max) {
    const message = state.store.take();
    if (!message) break;
    if (message.sentAt + retention_seconds * 1_000 <= Date.now()) remove(state, message);
    // As on AWS, at the receive that would have been one too many.
    else if (redrive && message.receivesHere >= redrive.receives_max) {
      if (isDeadLettered(state, message, redrive.arn)) remove(state, message);
      else state.store.hide(message, visibility_seconds);
    } else taken.push(message);
  }
  const messages = taken.map((message) => handOut(state, message));
  state.store.received(taken);
  // Only after all are taken: a message that is hidden for no time is visible again, and would be taken twice.
  for (const message of taken) state.store.hide(message, visibility_seconds);
  return messages;
};

/**
 * First it is in the other queue, then no more in this one: the end of the process in between leaves it in both. Where nothing
 * can be written, it stays.
 */
const isDeadLettered = (
  { queueOf, settings }: State,
  message: StoredMessage,
  arn: string,
): boolean => {
  try {
    queueOf(arn)?.addDeadLetter(message, settings.arn);
    return true;
  } catch (error) {
    if (isUnwritable(error)) return false;
    throw error;
  }
};

const remove = ({ store, receipts }: State, message: StoredMessage): void => {
  store.remove(message);
  receipts.delete(message.receipt ?? '');
};

const handOut = ({ receipts }: State, message: StoredMessage): Message => {
  const { messageId, body, md5: md5OfBody, messageAttributes } = message;
  receipts.delete(message.receipt ?? '');
  message.receipt = randomUUID();
  receipts.set(message.receipt, message);
  message.receives += 1;
  message.receivesHere += 1;
  message.firstReceivedAt ??= Date.now();
  const attributes = attributesOf(message);
  return {
    messageId,
    body,
    md5OfBody,
    messageAttributes,
    attributes,
    receiptHandle: message.receipt,
  };
};

const attributesOf = (message: StoredMessage): Record<string, string> => ({
  SenderId: account,
  SentTimestamp: String(message.sentAt),
  ApproximateReceiveCount: String(message.receives),
  ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
  ...(message.group !== '' && { MessageGroupId: message.group }),
  ...(message.from !== undefined && { DeadLetterQueueSourceArn: message.from }),
});

/** Receivers that wait for a message, first come, first served. */
type Waiters<T> = {
  /**
   * The items that `take` finds now or within the time; empty when there is nothing, and at once
   * when the signal aborts.
   */
  wait(wait_ms: number, take: () => T[], signal?: AbortSignal): Promise<T[]>;
  /** Something has come. It is looked at a little later, so that many messages that come together are received together. */
  notify(): void;
  /** Every wait ends with nothing, now and from now on. */
  stop(): void;
};

type Waiter<T> = { readonly take: () => T[]; readonly leave: (found: T[]) => void };

/** No receiver waits yet. */
const createWaiters = <T>(): Waiters<T> => {
  const waiting = new Set<Waiter<T>>();
  let [isStopped, isNotified] = [false, false];
  const serve = (): void => {
    isNotified = false;
    for (const waiter of waiting) {
      const found = waiter.take();
      if (found.length === 0) return;
      waiter.leave(found);
    }
  };
  return {
    wait: async (wait_ms, take, signal) => {
      if (isStopped || signal?.aborted) return [];
      const found = waiting.size === 0 ? take() : [];
      if (found.length > 0 || wait_ms <= 0) return found;
      return await enter(waiting, wait_ms, take, signal);
    },
    notify: () => {
      if (isNotified || waiting.size === 0) return;
      isNotified = true;
      queueMicrotask(serve);
    },
    stop: () => {
      isStopped = true;
      for (const waiter of waiting) waiter.leave([]);
    },
  };
};

const enter = <T>(
  waiting: Set<Waiter<T>>,
  wait_ms: number,
  take: () => T[],
  signal?: AbortSignal,
): Promise<T[]> =>
  new Promise((resolve) => {
    const leave = (found: T[]): void => {
      waiting.delete(waiter);
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      resolve(found);
    };
    const giveUp = (): void => leave([]);
    const waiter = { take, leave };
    const timer = setTimeout(giveUp, wait_ms);
    signal?.addEventListener('abort', giveUp);
    waiting.add(waiter);
  });
