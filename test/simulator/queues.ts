import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { createFairScheduler } from '../../local/queues/fair-scheduler.ts';
import { aContext } from '../helpers/lambda-context.ts';
import { asProcess, between, chance, isGone, note, world } from './world.ts';

/** The worker on the messages of a queue. */
export type Consumer = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

type Sent = { readonly id: string; readonly body: string };
type Message = Sent & { received: number; visible_at: number; isDeleted: boolean };

/** The settings of every function behind a queue (functions/app/jobs/jobs.ts), and of its queue (lib/constructs/worker.ts). */
const timeout_ms = 30_000;
const visibility_ms = 6 * timeout_ms;
const receives_max = 5;
const batch_max = 10;

/**
 * A queue in memory: delays, batches in any order, at least once. A message that a dead process
 * received comes back when its visibility ends, until it has come too often; faults bring messages
 * twice, or never.
 */
export const simulatedQueue = (name: string, consumer: () => Consumer) => {
  const messages = new Map<string, Message>();
  let sent = 0;
  const receive = (message: Message) => {
    if (message.isDeleted || message.visible_at > world().timeline.now) return false;
    const some = between(1, batch_max + 1);
    const visible = [...messages.values()].filter(
      ({ visible_at }) => visible_at <= world().timeline.now,
    );
    const batch = [message, ...visible.filter((one) => one !== message)]
      .slice(0, some)
      .flatMap(taken);
    if (batch.length > 0) void workOn(name, batch, consumer(), remove);
  };
  const showAt = (message: Message, time: number) => {
    message.visible_at = time;
    world().timeline.at(time, () => receive(message));
  };
  const remove = (message: Message) => {
    message.isDeleted = true;
    messages.delete(message.id);
  };
  const taken = (message: Message): Message[] => {
    message.received += 1;
    showAt(message, world().timeline.now + visibility_ms);
    if (message.received <= receives_max) return [message];
    note(name, 'gives up', message.body);
    remove(message);
    return [];
  };
  const put = (body: string, delay_ms: number) => {
    const message: Message = {
      id: `${name}-${sent++}`,
      body,
      received: 0,
      visible_at: 0,
      isDeleted: false,
    };
    messages.set(message.id, message);
    showAt(message, world().timeline.now + delay_ms + between(2, 100));
  };
  return {
    send: (body: string, delay_seconds: number) => {
      const { duplicate, drop } = world().faults;
      if (chance(drop)) return note(name, 'loses', body);
      put(body, delay_seconds * 1_000);
      if (chance(duplicate)) put(body, delay_seconds * 1_000 + between(0, 200_000));
    },
    waiting: () => messages.size,
  };
};

/** Has a batch worked on. A process that dies has deleted nothing, and now and then a deletion has no effect. */
const workOn = <M extends Sent>(
  name: string,
  batch: readonly M[],
  consumer: Consumer,
  remove: (done: M) => void,
) =>
  asProcess(name, timeout_ms, async (process) => {
    const Records = batch.map(({ id: messageId, body }) => ({ messageId, body }));
    const { batchItemFailures } = await consumer({ Records } as SQSEvent, aContext(timeout_ms));
    if (isGone(process)) return;
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const message of batch)
      if (!failed.has(message.id) && !chance(world().faults.duplicate)) remove(message);
  });

export type SimulatedQueue = Pick<ReturnType<typeof simulatedQueue>, 'send'>;

/**
 * A queue without faults whose consumer runs so many batches at once at most: fair among the webhooks of its messages, as
 * the queue of deliveries is.
 */
export const boundedQueue = (
  name: string,
  consumer: () => Consumer,
  batches_max: number,
): SimulatedQueue => {
  const scheduler = createFairScheduler<Sent & { readonly group: string; isRemoved: boolean }>();
  let [sent, running] = [0, 0];
  const receive = () => {
    if (running === batches_max) return;
    const batch = Array.from({ length: batch_max }, () => scheduler.take()).filter(
      (one) => one !== undefined,
    );
    if (batch.length === 0) return;
    running += 1;
    void workOn(name, batch, consumer(), scheduler.returned).finally(() => {
      running -= 1;
      receive();
    });
  };
  return {
    send: (body, delay_seconds) => {
      const group = String(JSON.parse(body).webhook_id);
      const message = { id: `${name}-${sent++}`, body, group, isRemoved: false };
      world().timeline.at(world().timeline.now + delay_seconds * 1_000 + between(2, 10), () => {
        scheduler.add(message);
        receive();
      });
    },
  };
};
