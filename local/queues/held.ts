import { randomUUID } from 'node:crypto';
import type { DueHeap } from './due-heap.ts';
import type { FairLine } from './fair-line.ts';
import type { Message } from './message.ts';
import type { QueueSettings } from './settings.ts';

/** What a queue needs around it. */
export type Around = {
  /** Where messages go that were received too often; absent: nowhere, they are received for ever. */
  readonly giveUp?: ((message: Message) => void) | undefined;
  readonly now: () => number;
};

/** Everything that a queue holds. */
export type Held = Around & {
  readonly settings: QueueSettings;
  readonly all: Set<Message>;
  readonly receipts: Map<string, Message>;
  /** What can be received now. */
  readonly line: FairLine;
  /** What becomes visible later, and much that was deleted or put off since. */
  readonly later: DueHeap<Message>;
};

/** Takes a message in, wherever it stands in its life. */
export const admit = (held: Held, message: Message): void => {
  held.all.add(message);
  if (message.receipt !== undefined) held.receipts.set(message.receipt, message);
  if (message.inFlight) held.line.inFlight(message, 1);
  if (message.visibleAt > held.now()) held.later.push(message.visibleAt, message);
  else comeBack(held, message);
};

/** The next messages, each as it is now: a later receive changes count and handle. */
export const take = (held: Held, max: number, visibility_ms = held.settings.visibility_ms): Message[] => {
  advance(held);
  const taken: Message[] = [];
  while (taken.length < max) {
    const message = held.line.take();
    if (!message) break;
    if (hasExpired(held, message)) forget(held, message);
    else taken.push({ ...hand(held, message, visibility_ms) });
  }
  return taken;
};

/** Puts back in line whatever has become visible. */
export const advance = (held: Held): void => {
  for (let top = held.later.popDue(held.now()); top; top = held.later.popDue(held.now())) {
    if (held.all.has(top.item) && top.item.visibleAt === top.due) comeBack(held, top.item);
  }
};

const comeBack = (held: Held, message: Message): void => {
  letGo(held, message);
  if (held.giveUp && message.receives >= held.settings.receives_max) {
    forget(held, message);
    held.giveUp(message);
  } else held.line.add(message);
};

const hand = (held: Held, message: Message, visibility_ms: number): Message => {
  if (message.receipt !== undefined) held.receipts.delete(message.receipt);
  message.receipt = randomUUID();
  held.receipts.set(message.receipt, message);
  message.receives += 1;
  message.firstReceivedAt ??= held.now();
  message.inFlight = true;
  held.line.inFlight(message, 1);
  hide(held, message, visibility_ms);
  return message;
};

/** Nobody else receives the message until then. */
export const hide = (held: Held, message: Message, for_ms: number): void => {
  message.visibleAt = held.now() + for_ms;
  held.later.push(message.visibleAt, message);
};

const letGo = (held: Held, message: Message): void => {
  if (message.inFlight) held.line.inFlight(message, -1);
  message.inFlight = false;
};

/** The message is gone, and its handle void. */
export const forget = (held: Held, message: Message): void => {
  held.all.delete(message);
  if (message.receipt !== undefined) held.receipts.delete(message.receipt);
  if (message.inFlight) letGo(held, message);
  else held.line.remove(message);
};

/** Whether the queue keeps it no longer. */
export const hasExpired = ({ settings, now }: Held, message: Message): boolean =>
  now() - message.sentAt >= settings.retention_ms;

/** How many messages stand where. */
export const counts = (held: Held): { visible: number; inFlight: number; delayed: number } => {
  advance(held);
  const inFlight = [...held.all].filter((message) => message.inFlight).length;
  return { visible: held.line.length, inFlight, delayed: held.all.size - held.line.length - inFlight };
};
