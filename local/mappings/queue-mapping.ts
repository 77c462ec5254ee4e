import { jsonIn } from '../json-protocol.ts';
import type { Message, Queue } from '../queues/queue.ts';
import { batchOutcomeOf, intoPayloads, type MappingContext, payloadOf } from './batch.ts';
import type { Loop } from './loop.ts';
import type { QueueMapping } from './settings.ts';

/** Feeds a function from a queue until its loop is stopped. Batches that run then end by themselves. */
export const feedFromQueue = async (
  mapping: QueueMapping,
  loop: Loop,
  context: MappingContext,
): Promise<void> => {
  const { concurrency_max, of, queue, batch_max: max } = mapping;
  // More at once would only wait in the pool while their visibility runs out.
  const batches_max = Math.min(concurrency_max, of.concurrency, context.workers);
  const state: State = { mapping, context, batches_max, allowed: batches_max };
  /** When each began. */
  const running = new Map<Promise<void>, number>();
  while (await loop.runs()) {
    const pause_ms = pauseBefore([...running.values()], context.areProcessorsBusy(), Date.now());
    if (running.size >= state.allowed) await Promise.race(running.keys());
    else if (pause_ms > 0) await Promise.race([...running.keys(), loop.sleep(pause_ms)]);
    else if (!context.mayRead(mapping)) await loop.sleep(denied_ms);
    else {
      const messages = await queue.receive({ max, wait_ms: poll_ms, signal: loop.signal() });
      if (messages.length === 0) continue;
      const batch: Promise<void> = loop
        .during(process(state, messages))
        .finally(() => running.delete(batch));
      running.set(batch, Date.now());
    }
  }
};

/**
 * How long until one more batch may run beside those that began at these times. Two quick batches are enough: what waits
 * meanwhile makes the next one fuller, which costs less than one more instance. Batches that take long wait for others
 * themselves, and delay nobody. Lambda's poller does the same, and begins with five.
 */
export const pauseBefore = (
  started: readonly number[],
  areProcessorsBusy: boolean,
  now: number,
): number => {
  const long_ms = areProcessorsBusy ? 1_500 : 250;
  const quick = started.filter((at) => at > now - long_ms);
  return quick.length < quick_max ? 0 : Math.min(...quick) + long_ms - now;
};

const quick_max = 2;

type State = {
  readonly mapping: QueueMapping;
  readonly context: MappingContext;
  readonly batches_max: number;
  /** Batches at once now: fewer after errors, as Lambda does it. */
  allowed: number;
};

/** One long poll; it costs nothing while it lasts. */
const poll_ms = 20_000;
/** Until the role is checked again after it did not allow to read. */
const denied_ms = 1_000;

type Item = { readonly message: Message; readonly text: string };

const process = async (state: State, messages: readonly Message[]): Promise<void> => {
  const { mapping } = state;
  const items = messages.map((message) => {
    const record = recordOf(message, mapping.queue);
    return {
      message,
      text: JSON.stringify(record),
      wanted: mapping.wanted(withParsedBody(record)),
    };
  });
  // Lambda deletes what no filter wants.
  for (const { message, wanted } of items) if (!wanted) mapping.queue.delete(message.receiptHandle);
  for (const batch of intoPayloads(items.filter(({ wanted }) => wanted)))
    await invoke(state, batch);
};

const invoke = async (state: State, items: readonly Item[]): Promise<void> => {
  const { mapping, context, batches_max } = state;
  const outcome = await context.invoke(mapping.of.name, payloadOf(items.map(({ text }) => text)));
  const ids = new Set(items.map(({ message }) => message.messageId));
  const result = batchOutcomeOf(outcome, ids, mapping.reportsItems);
  if (result.kind === 'thrown') {
    // The messages come back when their visibility ends; meanwhile the whole mapping slows down.
    state.allowed = Math.max(1, Math.floor(state.allowed / 2));
    return;
  }
  state.allowed = Math.min(batches_max, state.allowed + 1);
  for (const { message } of items) {
    if (!result.failed.has(message.messageId)) mapping.queue.delete(message.receiptHandle);
  }
};

/** A message as Lambda gives it to a function: attributes are spelt in lower case and get two lists, always empty. */
const recordOf = (message: Message, queue: Queue) => {
  const { messageId, receiptHandle, body, attributes, messageAttributes, md5OfBody } = message;
  const lists = { stringListValues: [], binaryListValues: [] };
  const own = Object.entries(messageAttributes).map(
    ([name, { DataType: dataType, StringValue: stringValue }]) => {
      return [name, { stringValue, ...lists, dataType }];
    },
  );
  return {
    messageId,
    receiptHandle,
    body,
    attributes,
    messageAttributes: Object.fromEntries(own),
    md5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: queue.arn,
    awsRegion: queue.region,
  };
};

/** A message as filters see it: its body is an object where it can be one. */
const withParsedBody = <T extends { readonly body: string }>(record: T): object => {
  const body = jsonIn(record.body);
  return typeof body === 'object' && body !== null ? { ...record, body } : record;
};
