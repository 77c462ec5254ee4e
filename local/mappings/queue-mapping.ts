import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import type { Iam } from '../iam/iam.ts';
import type { Invoke } from '../invoke-later.ts';
import type { Message } from '../queues/message.ts';
import type { Queue } from '../queues/queue.ts';
import type { Queues } from '../queues/queues.ts';
import { inPayloads } from './batches.ts';
import { failedItems } from './item-failures.ts';
import type { Mapping } from './mapping.ts';
import { type MayPoll, mayPoll } from './poller-access.ts';
import { filterable, type QueueRecord, queueRecord } from './queue-record.ts';
import { type MappingSettings, settingsOf } from './settings.ts';
import { createSwitch, type Switch } from './switch.ts';

export type QueueMappingOptions = {
  readonly resource: Resource;
  readonly resources: readonly Resource[];
  readonly queues: Queues;
  readonly invoke: Invoke;
  readonly iam: Pick<Iam, 'refusalOf'>;
};

/** Starts to feed a function from a queue. Throws BadConfiguration for a mapping that AWS would refuse to create. */
export const startQueueMapping = ({ resource, resources, queues, invoke, iam }: QueueMappingOptions): Mapping => {
  const settings = settingsOf(resource, 10, ['ScalingConfig']);
  const queue = queues.find(settings.sourceArn);
  if (!queue)
    throw new BadConfiguration(`The mapping ${resource.logicalId} reads ${settings.sourceArn}, which is no queue.`);
  checkSettings(settings, queue, resources);
  const actions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
  const accesses = actions.map((action) => ({ action, resource: settings.sourceArn }));
  const state = createSwitch(settings.enabled);
  const course: Course = {
    ...{ settings, queue, invoke, state, mayPoll: mayPoll(iam, settings.functionName, accesses) },
    concurrency_max: concurrencyOf(resource),
    allowed: concurrencyOf(resource),
    running: new Set(),
  };
  const polling = poll(course);
  const { pause, resume } = state;
  return {
    ...{ functionName: settings.functionName, source: queue.settings.name, pause, resume },
    get paused() {
      return state.paused;
    },
    stop: async () => {
      state.end();
      await polling;
    },
  };
};

type Course = {
  readonly settings: MappingSettings;
  readonly queue: Queue;
  readonly invoke: Invoke;
  readonly state: Switch;
  readonly mayPoll: MayPoll;
  readonly concurrency_max: number;
  /** Batches at once now: fewer after the function has failed. */
  allowed: number;
  readonly running: Set<Promise<void>>;
};

/** Lambda begins with five pollers where nothing else is said. */
const default_concurrency = 5;

const concurrencyOf = ({ properties }: Resource): number =>
  (properties.ScalingConfig as { MaximumConcurrency?: number } | undefined)?.MaximumConcurrency ?? default_concurrency;

const checkSettings = (settings: MappingSettings, queue: Queue, resources: readonly Resource[]): void => {
  const where = `The mapping of ${queue.settings.name} to ${settings.functionName}`;
  const lambda = resources.find(
    ({ physicalId, type }) => type === 'AWS::Lambda::Function' && physicalId === settings.functionName,
  );
  const timeout_ms = Number(lambda?.properties.Timeout ?? 3) * 1000;
  if (queue.settings.visibility_ms < timeout_ms)
    throw new BadConfiguration(`${where} is refused by AWS: the function may run longer than messages stay hidden.`);
  if (settings.batch_max > 10 && settings.window_ms < 1000)
    throw new BadConfiguration(`${where} is refused by AWS: batches over 10 need a window of at least a second.`);
};

/** One loop takes messages; as many batches as are allowed are at work beside it. */
const poll = async (course: Course): Promise<void> => {
  const { state, running } = course;
  for (let signal = await state.turn(); signal; signal = await state.turn()) {
    if (running.size >= course.allowed) {
      await state.unlessEnded(() => Promise.race(running));
      continue;
    }
    if (!course.mayPoll()) {
      await state.sleep(refused_pause_ms);
      continue;
    }
    const messages = await gather(course, signal);
    for (const batch of inPayloads(wanted(course, messages))) {
      const work: Promise<void> = handle(course, batch).finally(() => running.delete(work));
      running.add(work);
    }
  }
};

const refused_pause_ms = 200;
const poll_ms = 20_000;

const gather = async ({ queue, settings }: Course, signal: AbortSignal): Promise<Message[]> => {
  const { batch_max, window_ms } = settings;
  const messages = await queue.receive({ max: Math.min(10, batch_max), wait_ms: poll_ms, signal });
  const until = Date.now() + window_ms;
  while (messages.length > 0 && messages.length < batch_max && Date.now() < until && !signal.aborted) {
    const max = Math.min(10, batch_max - messages.length);
    messages.push(...(await queue.receive({ max, wait_ms: until - Date.now(), signal })));
  }
  return messages;
};

/** What the filter does not want is deleted, as Lambda does. */
const wanted = ({ queue, settings }: Course, messages: readonly Message[]): QueueRecord[] =>
  messages
    .map((message) => queueRecord(message, queue.settings))
    .filter((record) => {
      const wants = settings.wants(filterable(record));
      if (!wants) queue.delete(record.receiptHandle);
      return wants;
    });

/** What has failed stays in flight: the queue brings it back when its time is over. */
const handle = async (course: Course, records: readonly QueueRecord[]): Promise<void> => {
  const { settings, queue, state } = course;
  const invoke = () => course.invoke(settings.functionName, { Records: records }).catch(() => undefined);
  const outcome = await state.unlessEnded(invoke);
  const ids = records.map(({ messageId }) => messageId);
  const failed = failedItems(outcome, ids, settings.reportsItemFailures);
  // Lambda takes back concurrency from a function that fails, and gives it again step by step.
  if (failed === 'all') course.allowed = Math.max(1, Math.floor(course.allowed / 2));
  else course.allowed = Math.min(course.concurrency_max, course.allowed + 1);
  if (failed === 'all') return;
  for (const record of records) if (!failed.has(record.messageId)) queue.delete(record.receiptHandle);
};
