import { ApiError } from '../api-error.ts';
import type { EventBus } from '../aws/eventbridge.ts';
import type { WorkQueue } from '../aws/sqs.ts';
import type { Durations } from '../durations.ts';
import type { Database } from '../dynamodb/client.ts';
import type { ItemKey } from '../dynamodb/keys.ts';
import {
  deadLettered,
  kindOf,
  postponed,
  type ScheduledWork,
  type ScheduleShard,
  scheduledWork,
  schedulePages,
  scheduleShards,
  turnOf,
} from '../dynamodb/scheduled-work.ts';
import type { Write } from '../dynamodb/writes.ts';
import type { EventNotice } from '../events/model.ts';
import type { Clock } from '../time.ts';
import { scheduledKinds, type WorkerQueue } from './scheduled-kinds.ts';

/** What a sweep works with. */
export type Sweep = {
  readonly db: Database;
  /** Writes one thing; false when somebody was faster. */
  readonly save: (write: Write) => Promise<boolean>;
  readonly queues: Readonly<Record<WorkerQueue, WorkQueue>>;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly durations: Durations;
  /** When to stop, in milliseconds since 1970. */
  readonly deadline: number;
};

/** Where a sweep goes on that the one before had no time to end: from an entry of a shard of the index. */
export type SweepStop = { readonly shard: ScheduleShard; readonly from: string };

/** What a sweep came to. */
export type Swept = {
  notified: number;
  /** How long the oldest of it had been due, in milliseconds. */
  oldest_ms: number;
  deadLettered: number;
  /** What nobody is woken for: an unknown kind, or an item that does not say whom to wake. It is postponed. */
  readonly unknown: ItemKey[];
  /** What went wrong; everything else was woken all the same. */
  readonly failures: unknown[];
  /** Where there was no time to go on; null where all was seen. */
  left: SweepStop | null;
};

/** An event that so many republications have not brought to its fan-out's end, for seven hours, is set aside. */
const republications_max = 12;

/**
 * Wakes what is overdue, in rounds: in each, every business has a turn for every kind of work in every shard, so that
 * nobody waits for another's backlog; rounds go on until nothing is due that may be woken, or time is over. What cannot be
 * woken holds up nothing else.
 */
export const sweepAll = async (sweep: Sweep, begin: SweepStop | null): Promise<Swept> => {
  const swept: Swept = { notified: 0, oldest_ms: 0, deadLettered: 0, unknown: [], failures: [], left: null };
  const stopped = new Set<string>();
  let shards = beginningAt(begin?.shard);
  let from = begin?.from ?? '';
  while (shards.length > 0) {
    const moved: ScheduleShard[] = [];
    for (const shard of shards) {
      if (stopped.has(shard.table)) continue;
      if (await sweepShard({ shard, from }, sweep, swept, stopped)) moved.push(shard);
      if (swept.left) return swept;
      from = '';
    }
    shards = moved;
  }
  return swept;
};

/** All shards, beginning with one of them, which comes once more: the sweep may begin in its midst. */
const beginningAt = (first: ScheduleShard | undefined): readonly ScheduleShard[] => {
  const at = scheduleShards.findIndex(({ table, shard }) => table === first?.table && shard === first.shard);
  return at < 0 ? scheduleShards : [...scheduleShards.slice(at), ...scheduleShards.slice(0, at + 1)];
};

/** One turn of everybody in a shard; whether anything was woken, so that there may be more. */
const sweepShard = async ({ shard, from }: SweepStop, sweep: Sweep, swept: Swept, stopped: Set<string>) => {
  const { clock, durations, db } = sweep;
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const moment = {
    now: now.toISOString(),
    soonest: (kind: string) => before(kind === 'event' ? durations.dispatch_ms : 0),
    helped: before(-durations.wake_up_wait_min_ms),
  };
  const { notified } = swept;
  try {
    for await (const { entries, next } of schedulePages(db, shard, from, moment)) {
      const wanted = entries.filter(({ key }) => !stopped.has(laneOf(key)));
      if (wanted.length > 0) await notify(await scheduledWork(db, wanted), sweep, swept, stopped);
      if (next !== null && clock.now().getTime() >= sweep.deadline) swept.left = { shard, from: next };
      if (swept.left) break;
    }
  } catch (error) {
    stopped.add(shard.table);
    swept.failures.push(error);
  }
  if (clock.now().getTime() >= sweep.deadline) swept.left ??= { shard, from: '' };
  return swept.notified > notified;
};

/** Transitions what is due ahead, then wakes it. A lane or table that failed is left alone for the rest of the sweep. */
const notify = async (
  due: readonly ScheduledWork[],
  sweep: Sweep,
  swept: Swept,
  stopped: Set<string>,
): Promise<void> => {
  const ours = (await Promise.all(due.map((item) => postpone(item, sweep, swept, stopped)))).flat();
  const now_ms = sweep.clock.now().getTime();
  const ages = ours.map(({ scheduled_at }) => now_ms - Date.parse(turnOf(scheduled_at).at));
  swept.oldest_ms = Math.max(swept.oldest_ms, ...ages.filter(Number.isFinite));
  const known = ours.flatMap((item) => notificationOf(item, swept));
  const lanes = Object.entries(Object.groupBy(known, ({ lane }) => lane));
  await Promise.all(
    lanes.map(async ([lane, some = []]) => {
      try {
        await send(some, sweep, swept);
      } catch (error) {
        stopped.add(lane);
        swept.failures.push(error);
      }
    }),
  );
};

type Known =
  | { readonly lane: WorkerQueue; readonly message: { readonly body: object; readonly group: string } }
  | { readonly lane: 'bus'; readonly notice: EventNotice };

const laneOf = (key: ItemKey): string => scheduledKinds[kindOf(key)]?.lane ?? 'none';

/** Whom to wake for an item. What nobody is woken for has been postponed as all else, and is told of. */
const notificationOf = ({ key, item }: ScheduledWork, swept: Swept): Known[] => {
  const kind = scheduledKinds[kindOf(key)];
  try {
    if (kind?.lane === 'bus') return [{ lane: 'bus', notice: kind.notification(item) }];
    if (kind) return [{ lane: kind.lane, message: kind.notification(item) }];
  } catch (error) {
    swept.failures.push(error);
  }
  swept.unknown.push(key);
  return [];
};

const send = async (some: readonly Known[], { queues, bus }: Sweep, swept: Swept): Promise<void> => {
  const notices = some.flatMap((one) => (one.lane === 'bus' ? [one.notice] : []));
  const refused = notices.length > 0 ? (await bus.publish(notices)).length : 0;
  for (const [name, queue] of Object.entries(queues)) {
    const messages = some.flatMap((one) =>
      'message' in one && one.lane === name ? [{ ...one.message, delay_seconds: 0 }] : [],
    );
    if (messages.length > 0) await queue.send(messages);
  }
  swept.notified += some.length - refused;
  if (refused > 0) throw new Error(`the bus refused ${refused} events`);
};

/** The item where it is ours to wake; nothing where somebody was faster, where it cannot be written, or is set aside. */
const postpone = async (item: ScheduledWork, { save, clock, durations }: Sweep, swept: Swept, stopped: Set<string>) => {
  const wait = Math.min(durations.wake_up_wait_max_ms, durations.wake_up_wait_min_ms * 2 ** item.sweeps);
  const isOver = kindOf(item.key) === 'event' && item.sweeps >= republications_max;
  const write = isOver ? deadLettered(item) : postponed(item, new Date(clock.now().getTime() + wait));
  try {
    if (!(await save(write))) return [];
  } catch (error) {
    // Not this one write is refused, but any to this table.
    if (error instanceof ApiError) stopped.add(item.key.table);
    swept.failures.push(error);
    return [];
  }
  if (isOver) swept.deadLettered += 1;
  return isOver ? [] : [item];
};
