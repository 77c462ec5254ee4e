import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import type { Effect, Faults } from '../faults.ts';
import { type Draft, type Message, newMessage } from './message.ts';
import { createQueue, type Queue } from './queue.ts';
import { queuesIn } from './settings.ts';
import { loadMessages, saveMessages } from './snapshot.ts';

/** All queues of the machine, by their arns. */
export type Queues = {
  find(arn: string): Queue | undefined;
  readonly all: readonly Queue[];
  /** Under the faults in force: the sender never learns that its message was lost. Absent delay: the queue's own. */
  send(queue: Queue, draft: Draft, delay_ms?: number): Message;
  /** Ends all waiting and, with a folder, keeps what the queues hold. */
  stop(): void;
};

export type QueuesOptions = {
  readonly resources: readonly Resource[];
  readonly faults: Faults;
  /** Where messages are kept between runs; absent: nowhere. */
  readonly folder?: string | undefined;
  /** Absent: the machine's clock, in milliseconds. */
  readonly now?: (() => number) | undefined;
};

/**
 * The queues of the templates. They live in memory, and in the folder from one orderly end to the next start. After a
 * crash messages since the last start are gone: each is only a wake-up for work that the database knows of.
 */
export const createQueues = ({ resources, faults, folder, now = Date.now }: QueuesOptions): Queues => {
  const byArn = new Map<string, Queue>();
  for (const settings of queuesIn(resources)) {
    const { arn, deadLetters } = settings;
    const giveUp = (message: Message): void =>
      byArn.get(deadLetters ?? '')?.accept({ ...released(message, now()), source: arn });
    byArn.set(arn, createQueue(settings, { now, giveUp: deadLetters === undefined ? undefined : giveUp }));
  }
  const all = [...byArn.values()];
  for (const { settings } of all) {
    if (settings.deadLetters !== undefined && !byArn.has(settings.deadLetters))
      throw new BadConfiguration(`The queue ${settings.name} gives up to ${settings.deadLetters}, which is no queue.`);
  }
  if (folder !== undefined) loadMessages(folder, all);
  return {
    all,
    find: (arn) => byArn.get(arn),
    send: (queue, draft, delay_ms = queue.settings.delay_ms) => {
      const { lost, copies, late_ms } = fateOf(draft, queue, faults);
      const message = newMessage(draft, now(), delay_ms + late_ms);
      if (!lost) for (let copy = 0; copy < copies; copy++) queue.accept({ ...message });
      return message;
    },
    stop: () => {
      for (const queue of all) queue.stop();
      if (folder !== undefined) saveMessages(folder, all);
    },
  };
};

/** A message that nobody has any more; its handles are void, its count goes on. */
const released = ({ receipt: _, ...message }: Message, now: number): Message => ({
  ...message,
  inFlight: false,
  visibleAt: now,
});

const fateOf = (draft: Draft, queue: Queue, faults: Faults) => {
  const subject = { service: 'queue', operation: queue.settings.name, body: Buffer.from(draft.body) };
  const effects = faults.match(subject, strikesMessages);
  return {
    lost: effects.includes('lose'),
    copies: effects.includes('duplicate') ? 2 : 1,
    late_ms: effects.reduce((sum, effect) => sum + (typeof effect === 'string' ? 0 : effect.delay_ms), 0),
  };
};

/** Whether an effect is one that messages suffer. */
const strikesMessages = (effect: Effect): boolean =>
  effect === 'lose' || effect === 'duplicate' || typeof effect !== 'string';
