import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod/mini';
import { durationsFrom } from '../durations.ts';
import { StaleDecision } from '../dynamodb/commit.ts';
import type { Stores } from '../dynamodb/stores.ts';
import { logIfUnreadable } from '../dynamodb/unreadable.ts';
import { writeOne } from '../dynamodb/write-one.ts';
import type { ConditionCheck, SingleWrite, Write } from '../dynamodb/writes.ts';
import { logEvent, serializeError } from '../logging.ts';
import { idsAt } from '../new-id.ts';
import { type Cause, commitWork, type Work } from '../outbox/unit-of-work.ts';
import { deadlineOf, systemClock } from '../time.ts';

/** The clock of every worker. */
export const clock = systemClock();

/** The durations of every worker. */
export const durations = durationsFrom(process.env);

/** Reserved at the end of an invocation, so that running work can finish. */
const reserve_ms = 1_000;

/** The work of one message. `worker` is the id of the function, by which its events name it. */
export const workOf = (worker: string, context: Context, stores: Stores): Work => {
  const deadline = deadlineOf(context, clock, reserve_ms);
  const { now } = deadline;
  const cause: Cause = {
    request_id: context.awsRequestId,
    idempotency_key: null,
    actor: { type: 'system', id: worker },
    environment: process.env.ENVIRONMENT ?? '',
    now,
    // One source of ids: the events of one message sort in the order in which they were published.
    newId: idsAt(now),
  };
  return { ...stores, deadline, cause };
};

/** The same work at a later moment. */
export const workAt = (work: Work, now: Date): Work => ({
  ...work,
  deadline: { ...work.deadline, now },
  cause: { ...work.cause, now, newId: idsAt(now) },
});

/** Writes one item without a transaction (write-one.ts); false on a conflict. */
export const savedOne = ({ connection, deadline }: Work, write: SingleWrite): Promise<boolean> =>
  unlessStale(writeOne(connection, write, deadline));

/** Commits writes without further conditions; false on a conflict. */
export const saved = (work: Work, writes: readonly Write[]): Promise<boolean> =>
  savedOn(work, writes, []);

/** Commits writes under these conditions; false on a conflict. */
export const savedOn = (
  work: Work,
  writes: readonly Write[],
  conditions: readonly ConditionCheck[],
): Promise<boolean> => unlessStale(commitWork(work, { changes: writes, conditions }));

const unlessStale = async (committing: Promise<void>): Promise<boolean> => {
  try {
    await committing;
    return true;
  } catch (error) {
    if (error instanceof StaleDecision) return false;
    throw error;
  }
};

/**
 * Works on every message of a batch at once and reports those that failed. Only these come again
 * and, in the end, only they go to the dead-letter queue. A failure outside, such as of an
 * endpoint, is a result and never throws.
 */
export const eachMessage = <Message>(
  event: SQSEvent,
  schema: z.ZodMiniType<Message>,
  work: Worked<Message>,
): Promise<SQSBatchResponse> => eachOfBatch(event, schema, () => work);

type Worked<Message> = (message: Message) => Promise<void>;

/** The same if all messages are read for at once: `begin` gets those that the schema can read. */
export const eachOfBatch = async <Message>(
  event: SQSEvent,
  schema: z.ZodMiniType<Message>,
  begin: (messages: readonly Message[]) => Worked<Message>,
): Promise<SQSBatchResponse> => {
  const read = event.Records.map(({ body }) => readMessage(body, schema));
  const work = begin(read.flatMap((one) => ('message' in one ? [one.message] : [])));
  const outcomes = await Promise.allSettled(
    read.map((one) =>
      'message' in one ? Promise.try(() => work(one.message)) : Promise.reject(one.error),
    ),
  );
  const failed = event.Records.filter((record, position) => isFailed(outcomes[position], record));
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
};

/** A message that its consumer cannot read. The error names fields and has nothing of their content. */
class UnreadableMessage extends Error {
  override readonly name = 'UnreadableMessage';
}

const readMessage = <Message>(
  body: string,
  schema: z.ZodMiniType<Message>,
): { readonly message: Message } | { readonly error: UnreadableMessage } => {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    // The error of the parser quotes the text.
    return { error: new UnreadableMessage('the message is not JSON') };
  }
  const { success, data, error } = schema.safeParse(value);
  if (success) return { message: data };
  const fields = error.issues.map(({ path }) => `/${path.join('/')}`);
  return {
    error: new UnreadableMessage(`the consumer cannot read the message at ${fields.join(', ')}`),
  };
};

const isFailed = (
  outcome: PromiseSettledResult<void> | undefined,
  { messageId }: SQSRecord,
): boolean => {
  if (outcome?.status !== 'rejected') return false;
  logIfUnreadable(outcome.reason);
  logEvent('error', 'message_failed', {
    message_id: messageId,
    error: serializeError(outcome.reason),
  });
  return true;
};
