import { randomFrom } from '../test/helpers/random.ts';

/**
 * A model of one environment under creates: partitions, the stream, EventBridge, queues and the concurrency of Lambda, in its own
 * time, the same for the same seed. Events are counted in groups of one tick; each stage takes them in order.
 */
export type Cell = {
  readonly seed: number;
  readonly seconds: number;
  readonly creates_per_second: number;
  /** Businesses of equal size beside the largest one, which makes this part of the creates over so many write shards. */
  readonly businesses: number;
  readonly largest: number;
  readonly shards: number;
  readonly due_shards: number;
  /** Shards of the outbox's stream, each of which has so many relays at a time. */
  readonly stream_shards: number;
  readonly parallel: number;
  /** Executions at a time: of each queue, and of the account. */
  readonly queue_executions: number;
  readonly executions: number;
  /** Events a second that EventBridge passes on. */
  readonly bus_events: number;
  /** How long a call takes: of the create, the relay of a batch, the fan-out and the delivery of ten, on the average. */
  readonly ms: Readonly<Record<'create' | 'relay' | 'fan_out' | 'deliver', number>>;
  /** The seconds in which EventBridge takes nothing. */
  readonly outage?: { readonly from: number; readonly to: number };
};

/** The outcome of it. */
export type Outcome = {
  readonly created: number;
  readonly rejected: number;
  readonly received: number;
  /** From the commit to the receipt, in milliseconds, of the events that were created outside the outage and two minutes after it. */
  readonly p50_ms: number;
  readonly p99_ms: number;
  /** The most write units of one second in the hottest partition of customers, and shard of due events. */
  readonly partition_units: number;
  readonly due_units: number;
  readonly executions: number;
  /** The most events that waited anywhere, and how many seconds after the outage none waited that was late. */
  readonly backlog: number;
  readonly drained_s: number | undefined;
};

/** Events of one tick. */
type Group = { readonly born: number; readonly ready: number; readonly count: number };

/** Groups in the order in which they are ready, of which those before `head` have gone. */
type Waiting = { groups: Group[]; head: number; count: number };

const empty = (): Waiting => ({ groups: [], head: 0, count: 0 });

const tick_ms = 50;
const batch = { relay: 100, queue: 10 };
/** A customer in a transaction, and an event that becomes due and is confirmed. */
const units = { customer: 2, due: 2 };
/** How long after an outage its backlog may be felt. */
const after_outage_ms = 120_000;
/** Work that waits less than so long is on its way, and no backlog. */
const late_ms = 2_000;

/** Plays a cell until everything has arrived. */
export const play = (cell: Cell): Outcome => {
  const random = randomFrom(cell.seed);
  const stages = { stream: empty(), webhooks: empty(), deliver: empty() };
  const waits = new Map<number, number>();
  const hot = partitions(cell, random);
  let [created, rejected, received, backlog, executions, last_late] = [0, 0, 0, 0, 0, 0];
  const { ms, outage } = cell;
  const isOut = (now: number) =>
    outage !== undefined && now >= outage.from * 1000 && now < outage.to * 1000;
  const bounds = () => ({
    relay: rate(cell.stream_shards * cell.parallel, batch.relay, ms.relay),
    fan_out: rate(cell.queue_executions, batch.queue, ms.fan_out),
    deliver: rate(cell.queue_executions, batch.queue, ms.deliver),
  });
  for (let now = 0; now < cell.seconds * 1000 || received < created; now += tick_ms) {
    if (now > cell.seconds * 4_000) break; // It will never arrive.
    const busy = (count: number, of: number, lasts: number) => (count / of) * (lasts / tick_ms);
    let free = cell.executions;
    const asked = now < cell.seconds * 1000 ? arrivals(cell, random) : 0;
    const accepted = Math.min(asked, Math.floor((free * tick_ms) / ms.create));
    free -= busy(accepted, 1, ms.create);
    created += accepted;
    rejected += asked - accepted;
    hot.write(accepted, now);
    const jitter = (mean: number) => mean * (0.5 - 0.7 * Math.log(1 - random()));
    put(stages.stream, { born: now, ready: now + jitter(ms.create), count: accepted });
    const can = bounds();
    const bus = isOut(now) ? 0 : (cell.bus_events * tick_ms) / 1000;
    for (const [from, to, bound, of, lasts] of [
      [stages.stream, stages.webhooks, Math.min(can.relay, bus), batch.relay, ms.relay],
      [stages.webhooks, stages.deliver, can.fan_out, batch.queue, ms.fan_out],
      [stages.deliver, undefined, can.deliver, batch.queue, ms.deliver],
    ] as const) {
      const most = Math.floor(Math.min(bound, (Math.max(0, free) * of * tick_ms) / lasts));
      for (const { born, count } of taken(from, most, now)) {
        free -= busy(count, of, lasts);
        const ready = now + jitter(lasts);
        if (to) put(to, { born, ready, count });
        else {
          received += count;
          const isUsual =
            outage === undefined ||
            born < outage.from * 1000 ||
            born > outage.to * 1000 + after_outage_ms;
          const wait = Math.round((ready - born) / 10) * 10;
          if (isUsual) waits.set(wait, (waits.get(wait) ?? 0) + count);
        }
      }
    }
    executions = Math.max(executions, cell.executions - free);
    const waiting = Object.values(stages);
    backlog = Math.max(
      backlog,
      waiting.reduce((sum, { count }) => sum + count, 0),
    );
    if (waiting.some(({ groups, head }) => now - (groups[head]?.born ?? now) > late_ms))
      last_late = now;
  }
  const drained_s =
    outage && received === created ? Math.max(0, last_late / 1000 - outage.to) : undefined;
  const [p50_ms, p99_ms] = [quantile(waits, 0.5), quantile(waits, 0.99)];
  return {
    created,
    rejected,
    received,
    p50_ms,
    p99_ms,
    ...hot.most(),
    executions: Math.ceil(executions),
    backlog,
    drained_s,
  };
};

/** How many a tick so many executions take, in batches that last so long. */
const rate = (executions: number, of: number, lasts: number): number =>
  (executions * of * tick_ms) / lasts;

const put = (queue: Waiting, group: Group): void => {
  if (group.count === 0) return;
  queue.count += group.count;
  let at = queue.groups.length;
  while (at > queue.head && (queue.groups[at - 1]?.ready ?? 0) > group.ready) at -= 1;
  queue.groups.splice(at, 0, group);
};

/** The first that are ready, at most so many. */
const taken = (queue: Waiting, most: number, now: number): Group[] => {
  const found: Group[] = [];
  for (let left = most; left > 0; ) {
    const group = queue.groups[queue.head];
    if (!group || group.ready > now) break;
    const count = Math.min(left, group.count);
    found.push({ ...group, count });
    left -= count;
    queue.count -= count;
    if (count === group.count) queue.head += 1;
    else queue.groups[queue.head] = { ...group, count: group.count - count };
  }
  if (queue.head > 1_000) [queue.groups, queue.head] = [queue.groups.slice(queue.head), 0];
  return found;
};

/** Creates of a tick: around the average, by a tenth. */
const arrivals = ({ creates_per_second }: Cell, random: () => number): number =>
  Math.round(((creates_per_second * tick_ms) / 1000) * (0.9 + 0.2 * random()));

/** Write units of each partition, second by second. */
const partitions = ({ businesses, largest, shards, due_shards }: Cell, random: () => number) => {
  let second = 0;
  let customers = new Map<number, number>();
  let due = new Map<number, number>();
  let [partition_units, due_units] = [0, 0];
  const add = (to: Map<number, number>, key: number, count: number) => {
    const sum = (to.get(key) ?? 0) + count;
    to.set(key, sum);
    return sum;
  };
  return {
    write: (count: number, now: number): void => {
      if (Math.floor(now / 1000) !== second)
        [second, customers, due] = [Math.floor(now / 1000), new Map(), new Map()];
      for (let each = 0; each < count; each += 1) {
        const key =
          random() < largest
            ? Math.floor(random() * shards)
            : shards + Math.floor(random() * businesses);
        partition_units = Math.max(partition_units, add(customers, key, units.customer));
        due_units = Math.max(due_units, add(due, Math.floor(random() * due_shards), units.due));
      }
    },
    most: () => ({ partition_units, due_units }),
  };
};

const quantile = (waits: ReadonlyMap<number, number>, part: number): number => {
  const sorted = [...waits].sort(([one], [other]) => one - other);
  let left = part * sorted.reduce((sum, [, count]) => sum + count, 0);
  for (const [wait, count] of sorted) {
    left -= count;
    if (left <= 0) return wait;
  }
  return 0;
};
