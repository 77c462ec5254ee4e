import { createDueHeap } from './due-heap.ts';
import { createFairLine } from './fair-line.ts';
import { type Around, admit, advance, counts, forget, type Held, hasExpired, hide, take } from './held.ts';
import type { Message } from './message.ts';
import { createReceivers, type Receive } from './receivers.ts';
import type { QueueSettings } from './settings.ts';

/** A standard queue: at least once, in no promised order. */
export type Queue = {
  readonly settings: QueueSettings;
  /** Takes in a message: from a sender, from another queue, or from an earlier run. */
  accept(message: Message): void;
  /** Waits as long as it is told for at least one message; an abort ends the waiting with none. */
  receive(asked: Receive): Promise<Message[]>;
  /** False: this handle is not that of the message's latest receive, or the message is gone. */
  delete(receipt: string): boolean;
  /** False: nobody has the message of this handle. */
  changeVisibility(receipt: string, visibility_ms: number): boolean;
  purge(): void;
  counts(): { readonly visible: number; readonly inFlight: number; readonly delayed: number };
  /** Every message, whoever has it. */
  messages(): readonly Message[];
  /** Ends all waiting; messages stay. */
  stop(): void;
};

/** An empty queue. */
export const createQueue = (settings: QueueSettings, around: Around): Queue => {
  const held: Held = {
    ...{ settings, ...around },
    ...{ all: new Set(), receipts: new Map(), line: createFairLine(), later: createDueHeap() },
  };
  const receivers = createReceivers({
    take: (max, visibility_ms) => take(held, max, visibility_ms),
    nextChange: held.later.first,
    now: around.now,
  });
  return {
    settings,
    accept: (message) => {
      admit(held, message);
      receivers.serve();
    },
    receive: receivers.receive,
    delete: (receipt) => {
      const message = held.receipts.get(receipt);
      if (message) forget(held, message);
      return message !== undefined;
    },
    changeVisibility: (receipt, visibility_ms) => {
      advance(held);
      const message = held.receipts.get(receipt);
      if (!message?.inFlight) return false;
      hide(held, message, visibility_ms);
      receivers.serve();
      return true;
    },
    purge: () => {
      for (const message of held.all) forget(held, message);
    },
    counts: () => counts(held),
    messages: () => [...held.all].filter((message) => !hasExpired(held, message)),
    stop: receivers.stop,
  };
};
