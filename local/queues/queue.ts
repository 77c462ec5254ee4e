import { createHash, randomUUID } from 'node:crypto';
import { account } from '../assembly.ts';
import type { Effect, Faults } from '../faults.ts';
import type { Message, Queue, SendOptions } from './queues.ts';
import { checkReceipt, newReceipt, notInFlight } from './receipts.ts';
import type { QueueSettings } from './settings.ts';
import { createShelf, type Held, type Shelf } from './shelf.ts';
import { createWaiters } from './waiters.ts';

/** What a queue needs besides its settings. */
export type QueueOptions = {
  readonly settings: QueueSettings;
  readonly faults: Faults;
  /** The queue that takes what was received too often. */
  readonly deadLetters: (arn: string) => OwnQueue | undefined;
};

/** A queue as its family sees it. */
export type OwnQueue = Queue & {
  /** Takes what the queue of this arn gave up. */
  bury(held: Held, from: string): void;
  stop(): void;
};

/** One empty queue. */
export const createQueue = (options: QueueOptions): OwnQueue => {
  const waiters = createWaiters<Message>();
  const shelf = createShelf(waiters.wake);
  const receipts = new Map<string, Held>();
  const state: State = { ...options, shelf, receipts };
  const { settings } = options;
  const { arn, url, name, region, visibility_seconds } = settings;
  return {
    ...{ arn, url, name, region, settings },
    receive: ({ max, wait_ms, signal, visibility_seconds: asked = visibility_seconds }) =>
      waiters.wait(wait_ms, () => receive(state, max, asked), signal),
    delete: (receipt) => {
      checkReceipt(name, receipt);
      const held = receipts.get(receipt);
      if (held) remove(state, held);
    },
    changeVisibility: (receipt, seconds) => {
      checkReceipt(name, receipt);
      const held = receipts.get(receipt);
      if (held?.place !== 'inFlight') throw notInFlight(receipt);
      shelf.hide(held, seconds);
    },
    send: (body, sending) => send(state, body, sending),
    depth: () => ({ ...shelf.depth }),
    purge: () => {
      for (const held of shelf.all()) remove(state, held);
    },
    bury: ({ receipt: _, timer: __, ...held }, from) => shelf.put({ ...held, from, gone: false, receivedHere: 0 }, 0),
    stop: () => {
      waiters.stop();
      shelf.stop();
    },
  };
};

type State = QueueOptions & { readonly shelf: Shelf; readonly receipts: Map<string, Held> };

/** What faults can do to a message; the others are for calls. */
const strikesMessages = (effect: Effect): boolean =>
  effect === 'lose' || effect === 'duplicate' || (typeof effect === 'object' && 'delay_ms' in effect);

const send = (state: State, body: string, sending: SendOptions = {}): string => {
  const { delay_seconds = state.settings.delay_seconds, group = '', attributes: messageAttributes = {} } = sending;
  const subject = { service: 'queue', operation: state.settings.name, body: Buffer.from(body) };
  const effects = state.faults.match(subject, strikesMessages);
  const messageId = randomUUID();
  if (effects.includes('lose')) return messageId;
  const delays_ms = effects.map((effect) => (typeof effect === 'object' && 'delay_ms' in effect ? effect.delay_ms : 0));
  const delay_ms = delays_ms.reduce((sum, each) => sum + each, delay_seconds * 1_000);
  const md5 = createHash('md5').update(body).digest('hex');
  const copies = 1 + effects.filter((effect) => effect === 'duplicate').length;
  for (let copy = 0; copy < copies; copy++) {
    const about = { messageId, body, md5, group, messageAttributes, sentAt: Date.now() };
    state.shelf.put({ ...about, place: 'delayed', gone: false, received: 0, receivedHere: 0 }, delay_ms);
  }
  return messageId;
};

const receive = (state: State, max: number, visibility_seconds: number): Message[] => {
  const { redrive, retention_seconds } = state.settings;
  const taken: Held[] = [];
  while (taken.length < max) {
    const held = state.shelf.take();
    if (!held) break;
    if (held.sentAt + retention_seconds * 1_000 <= Date.now()) remove(state, held);
    else if (redrive && held.receivedHere >= redrive.receives_max) giveUp(state, held, redrive.arn);
    else taken.push(held);
  }
  const messages = taken.map((held) => handOut(state, held));
  // Not before all are taken: what is hidden for no time at all is visible again, and would be taken twice.
  for (const held of taken) state.shelf.hide(held, visibility_seconds);
  return messages;
};

/** As on AWS, at the receive that would have been one too many. */
const giveUp = (state: State, held: Held, to: string): void => {
  remove(state, held);
  state.deadLetters(to)?.bury(held, state.settings.arn);
};

const remove = ({ shelf, receipts }: State, held: Held): void => {
  shelf.remove(held);
  receipts.delete(held.receipt ?? '');
};

const handOut = ({ settings, receipts }: State, held: Held): Message => {
  const { messageId, body, md5: md5OfBody, messageAttributes } = held;
  receipts.delete(held.receipt ?? '');
  held.receipt = newReceipt(settings.name, messageId);
  receipts.set(held.receipt, held);
  held.received += 1;
  held.receivedHere += 1;
  held.firstReceivedAt ??= Date.now();
  const attributes = attributesOf(held);
  return { messageId, body, md5OfBody, messageAttributes, attributes, receiptHandle: held.receipt };
};

const attributesOf = (held: Held): Record<string, string> => ({
  SenderId: account,
  SentTimestamp: String(held.sentAt),
  ApproximateReceiveCount: String(held.received),
  ApproximateFirstReceiveTimestamp: String(held.firstReceivedAt),
  ...(held.group !== '' && { MessageGroupId: held.group }),
  ...(held.from !== undefined && { DeadLetterQueueSourceArn: held.from }),
});
