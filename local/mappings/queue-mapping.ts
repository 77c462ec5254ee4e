import type { Message } from '../queues/queues.ts';
import { batchOutcomeOf } from './answer.ts';
import { withBodyRead } from './filter.ts';
import type { Gate } from './gate.ts';
import { intoPayloads, payloadOf } from './payload.ts';
import { queueRecordOf } from './queue-record.ts';
import type { Around } from './running.ts';
import type { QueueMapping } from './settings.ts';

/** Feeds a function from a queue until its gate is stopped. Batches that run then end by themselves. */
export const feedFromQueue = async (mapping: QueueMapping, gate: Gate, around: Around): Promise<void> => {
  const { concurrency_max, of } = mapping;
  // More at once would only lie in the pool's line while their visibility runs out.
  const batches_max = Math.min(concurrency_max, of.concurrency, around.workers);
  const course: Course = { mapping, gate, around, batches_max, allowed: batches_max };
  /** When each began. */
  const running = new Map<Promise<void>, number>();
  while (await gate.passes()) {
    const pause_ms = pauseBefore([...running.values()], around.areProcessorsBusy(), Date.now());
    if (running.size >= course.allowed) await Promise.race(running.keys());
    else if (pause_ms > 0) await Promise.race([...running.keys(), gate.sleep(pause_ms)]);
    else if (!around.mayRead(mapping)) await gate.sleep(refused_ms);
    else {
      const messages = await gather(course);
      if (messages.length === 0) continue;
      const batch: Promise<void> = deal(course, messages).finally(() => running.delete(batch));
      running.set(batch, Date.now());
    }
  }
};

/**
 * How long until one more batch may run beside those that began then. Of those that keep a processor busy a few at once are
 * enough: what waits meanwhile makes the next batch fuller, which costs less than one more instance. Those that take long wait
 * for somebody themselves, and keep nobody else waiting. So does Lambda's poller, which begins with five batches.
 */
export const pauseBefore = (begun: readonly number[], processorsBusy: boolean, now: number): number => {
  const long_ms = processorsBusy ? 1_500 : 250;
  const quick = begun.filter((at) => at > now - long_ms);
  return quick.length < quick_max ? 0 : Math.min(...quick) + long_ms - now;
};

const quick_max = 2;

type Course = {
  readonly mapping: QueueMapping;
  readonly gate: Gate;
  readonly around: Around;
  readonly batches_max: number;
  /** Batches at once now: fewer after errors, as Lambda does it. */
  allowed: number;
};

/** One long poll; nothing is spent while it lasts. */
const poll_ms = 20_000;
/** Until the role is looked at again when it did not allow to read. */
const refused_ms = 1_000;

/** Waits for messages. */
const gather = ({ mapping: { queue, batch_max: max }, gate }: Course): Promise<Message[]> =>
  queue.receive({ max, wait_ms: poll_ms, signal: gate.signal() });

const deal = async (course: Course, messages: readonly Message[]): Promise<void> => {
  const { mapping } = course;
  const items = messages.map((message) => {
    const record = queueRecordOf(message, mapping.queue);
    return { message, text: JSON.stringify(record), wanted: mapping.wanted(withBodyRead(record)) };
  });
  // What no filter wants is done with: Lambda deletes it.
  for (const { message, wanted } of items) if (!wanted) mapping.queue.delete(message.receiptHandle);
  for (const batch of intoPayloads(items.filter(({ wanted }) => wanted))) await invoke(course, batch);
};

type Item = { readonly message: Message; readonly text: string };

const invoke = async (course: Course, items: readonly Item[]): Promise<void> => {
  const { mapping, around, batches_max } = course;
  const outcome = await around.invoke(mapping.of.name, payloadOf(items.map(({ text }) => text)));
  const ids = new Set(items.map(({ message }) => message.messageId));
  const result = batchOutcomeOf(outcome, ids, mapping.reportsItems);
  if (result.kind === 'thrown') {
    // The messages come back when their visibility ends; meanwhile the whole mapping slows down.
    course.allowed = Math.max(1, Math.floor(course.allowed / 2));
    return;
  }
  course.allowed = Math.min(batches_max, course.allowed + 1);
  for (const { message } of items) {
    if (!result.failed.has(message.messageId)) mapping.queue.delete(message.receiptHandle);
  }
};
