import { ApiError } from '../../core/api-error.ts';
import type { EventBus } from '../../core/aws/eventbridge.ts';
import type { WorkQueue } from '../../core/aws/sqs.ts';
import type { Durations } from '../../core/durations.ts';
import type { Database } from '../../core/dynamodb/client.ts';
import { type ItemKey, schedule_shards, scheduleShardCount } from '../../core/dynamodb/keys.ts';
import {
  deadLettered,
  kindOf,
  positionOf,
  postponed,
  type ScheduledWork,
  type ScheduleShard,
  scheduledWork,
  schedulePages,
  scheduleShards,
} from '../../core/dynamodb/scheduled-work.ts';
import type { Write } from '../../core/dynamodb/writes.ts';
import type { QueueMessage } from '../../core/messages.ts';
import type { EventNotice } from '../../core/outbox/model.ts';
import type { Clock } from '../../core/time.ts';
import { scheduledKinds, type WorkerQueue } from './scheduled-kinds.ts';

/** The parts that a sweep works with. */
export type Sweep = {
  readonly db: Database;
  /** Writes one item; false on a conflict. */
  readonly save: (write: Write) => Promise<boolean>;
  readonly queues: Readonly<Record<WorkerQueue, WorkQueue>>;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly durations: Durations;
  /** When to stop, in milliseconds since 1970. */
  readonly deadline: number;
  /** How many shards of each table it walks. */
  readonly shards: number;
};

/** Where the next sweep continues one that had no time to finish: an entry of a shard of the index. */
export type SweepStop = { readonly shard: ScheduleShard; readonly from: string };

/** The memory of a process from one sweep to the next. */
export type SweepMemory = {
  /** Where the last one ran out of time. */
  left: SweepStop | null;
  /** When one last walked all shards, in milliseconds since 1970. */
  wide_at: number;
};

/** The result of a sweep. */
export type Swept = {
  notified: number;
  /** How long the oldest of it had been due, in milliseconds. */
  oldest_ms: number;
  deadLettered: number;
  /** Items of an unknown kind, or that lack what their message needs. They are postponed. */
  readonly unknown: ItemKey[];
  /** The errors of the sweep; everything else was notified all the same. */
  readonly failures: unknown[];
  /** Where there was no time to continue; null after a whole sweep. */
  left: SweepStop | null;
};

/** An event is dead-lettered if its fan-out does not finish after so many republications, in seven hours. */
const republications_max = 12;

/**
 * Notifies the workers of what is overdue, in rounds. In each round every business gets a share for every kind of work in
 * every shard, so nobody waits for another's backlog. Rounds continue until nothing is left or time is over. A failure
 * delays nothing else.
 */
export const sweepAll = async (sweep: Sweep, begin: SweepStop | null): Promise<Swept> => {
  const swept: Swept = {
    notified: 0,
    oldest_ms: 0,
    deadLettered: 0,
    unknown: [],
    failures: [],
    left: null,
  };
  const stopped = new Set<string>();
  let shards = beginningAt(begin?.shard, scheduleShards(sweep.shards));
  let from = begin?.from ?? '';
  while (shards.length > 0) {
    const again: ScheduleShard[] = [];
    for (const shard of shards) {
      if (stopped.has(shard.table)) continue;
      if (await sweepShard({ shard, from }, sweep, swept, stopped)) again.push(shard);
      if (swept.left) return swept;
      from = '';
    }
    shards = again;
  }
  return swept;
};

/**
 * The next sweep of a process: over the shards that its functions write to. The first one, and then one an hour, walks all shards,
 * so it finds what functions with another setting have written, before or after a deployment.
 */
export const sweepNext = async (
  sweep: Omit<Sweep, 'shards'>,
  memory: SweepMemory,
): Promise<Swept> => {
  const began_at = sweep.clock.now().getTime();
  const isWide = began_at - memory.wide_at >= sweep.durations.wide_sweep_ms;
  const shards = isWide ? schedule_shards.max : scheduleShardCount();
  const swept = await sweepAll({ ...sweep, shards }, memory.left);
  memory.left = swept.left;
  if (isWide && !swept.left && swept.failures.length === 0) memory.wide_at = began_at;
  return swept;
};

/** All shards from one on, and that one once more at the end, because the sweep may begin in the middle of it. */
const beginningAt = (
  first: ScheduleShard | undefined,
  all: readonly ScheduleShard[],
): readonly ScheduleShard[] => {
  const at = all.findIndex(({ table, shard }) => table === first?.table && shard === first.shard);
  return at < 0 ? all : [...all.slice(at), ...all.slice(0, at + 1)];
};

/** One round in a shard; whether anything was notified, so that there may be more. */
const sweepShard = async (
  { shard, from }: SweepStop,
  sweep: Sweep,
  swept: Swept,
  stopped: Set<string>,
) => {
  const { clock, durations, db } = sweep;
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const moment = {
    now: now.toISOString(),
    dueBefore: (kind: string) => before(kind === 'event' ? durations.dispatch_ms : 0),
    inFlightUntil: before(-durations.notification_wait_min_ms),
  };
  const { notified } = swept;
  try {
    for await (const { entries, next } of schedulePages(db, shard, from, moment)) {
      const wanted = entries.filter(({ key }) => !stopped.has(receiverOf(key)));
      if (wanted.length > 0) await notify(await scheduledWork(db, wanted), sweep, swept, stopped);
      if (next !== null && clock.now().getTime() >= sweep.deadline)
        swept.left = { shard, from: next };
      if (swept.left) break;
    }
  } catch (error) {
    stopped.add(shard.table);
    swept.failures.push(error);
  }
  if (clock.now().getTime() >= sweep.deadline) swept.left ??= { shard, from: '' };
  return swept.notified > notified;
};

/** Postpones what is due, then notifies its worker. A queue or table that failed is not used for the rest of the sweep. */
const notify = async (
  due: readonly ScheduledWork[],
  sweep: Sweep,
  swept: Swept,
  stopped: Set<string>,
): Promise<void> => {
  const ours = (await Promise.all(due.map((item) => postpone(item, sweep, swept, stopped)))).flat();
  const now_ms = sweep.clock.now().getTime();
  const ages = ours.map(({ scheduled_at }) => now_ms - Date.parse(positionOf(scheduled_at).at));
  swept.oldest_ms = Math.max(swept.oldest_ms, ...ages.filter(Number.isFinite));
  const messages = ours.flatMap((item) => messageOf(item, swept));
  const receivers = Object.entries(Object.groupBy(messages, ({ to }) => to));
  await Promise.all(
    receivers.map(async ([to, some = []]) => {
      try {
        await send(some, sweep, swept);
      } catch (error) {
        stopped.add(to);
        swept.failures.push(error);
      }
    }),
  );
};

type Addressed =
  | { readonly to: WorkerQueue; readonly message: QueueMessage }
  | { readonly to: 'bus'; readonly message: EventNotice };

const receiverOf = (key: ItemKey): string => scheduledKinds[kindOf(key)]?.to ?? 'none';

const messageOf = ({ key, item }: ScheduledWork, swept: Swept): Addressed[] => {
  const kind = scheduledKinds[kindOf(key)];
  try {
    if (kind) return [{ to: kind.to, message: kind.message(item) } as Addressed];
  } catch (error) {
    swept.failures.push(error);
  }
  swept.unknown.push(key);
  return [];
};

const send = async (
  some: readonly Addressed[],
  { queues, bus }: Sweep,
  swept: Swept,
): Promise<void> => {
  const notices = some.flatMap((one) => (one.to === 'bus' ? [one.message] : []));
  const rejected = notices.length > 0 ? (await bus.publish(notices)).length : 0;
  for (const [name, queue] of Object.entries(queues)) {
    const messages = some.flatMap((one) =>
      one.to !== 'bus' && one.to === name ? [{ message: one.message }] : [],
    );
    if (messages.length > 0) await queue.send(messages);
  }
  swept.notified += some.length - rejected;
  if (rejected > 0) throw new Error(`the bus rejected ${rejected} events`);
};

/** The item, if this sweep postponed it; nothing on a conflict, on a failure, or if it is dead-lettered now. */
const postpone = async (
  item: ScheduledWork,
  { save, clock, durations }: Sweep,
  swept: Swept,
  stopped: Set<string>,
) => {
  const wait = Math.min(
    durations.notification_wait_max_ms,
    durations.notification_wait_min_ms * 2 ** item.sweeps,
  );
  const isOver = kindOf(item.key) === 'event' && item.sweeps >= republications_max;
  const write = isOver
    ? deadLettered(item)
    : postponed(item, new Date(clock.now().getTime() + wait));
  try {
    if (!(await save(write))) return [];
  } catch (error) {
    // The whole table rejects writes, not just this one.
    if (error instanceof ApiError) stopped.add(item.key.table);
    swept.failures.push(error);
    return [];
  }
  if (isOver) swept.deadLettered += 1;
  return isOver ? [] : [item];
};
