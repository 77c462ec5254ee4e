import type { DynamoDBStreamEvent } from 'aws-lambda';
import { handler as deliverWebhook } from '../../functions/app/jobs/deliver-webhook.ts';
import { handler as fanOutEvent } from '../../functions/app/jobs/fan-out-event.ts';
import { handler as relayEvents } from '../../functions/app/jobs/relay-events.ts';
import { handler as sweepScheduledWork } from '../../functions/app/jobs/sweep-scheduled-work.ts';
import { deadLetterShard } from '../../functions/core/dynamodb/keys.ts';
import { positionOf } from '../../functions/core/dynamodb/scheduled-work.ts';
import { logger } from '../../functions/core/logging.ts';
import type { Changed } from '../helpers/engine-tables.ts';
import { aContext } from '../helpers/lambda-context.ts';
import { boundedQueue, simulatedQueue } from './queues.ts';
import { type Audience, beginReceivers, type Receivers } from './receivers.ts';
import type { Rules } from './rules.ts';
import { reach } from './services.ts';
import { type SimulatedTables, simulatedTables } from './tables.ts';
import {
  asProcess,
  between,
  chance,
  isGone,
  note,
  type Process,
  violated,
  world,
} from './world.ts';

/** The pipeline whole, from the outbox's stream to the endpoints. */
export type Machine = {
  readonly dynamodb: SimulatedTables;
  readonly receivers: Receivers;
  /** Lets things happen until a moment, or until nothing is left to happen; stops where a rule was broken. */
  readonly run: (until: number) => Promise<void>;
  /** Has the sweeper look once. */
  readonly sweep: () => Promise<void>;
  /** Whether nothing is left to happen. */
  readonly isQuiet: () => boolean;
};

/** How a machine differs from the one that runs of a seed have. */
type Limits = {
  /** After so many turns it goes round. */
  readonly turns_max?: number;
  /** So many batches of deliveries are worked on at once, fair among webhooks; absent: all, in any order. */
  readonly batches_max?: number;
};

/** Starts it, empty. Indexes lag by up to so many milliseconds. */
export const startMachine = (
  lag_ms_max: number,
  rules: readonly Rules[],
  limits: Limits = {},
): Machine => {
  const { turns_max = turns_of_a_run, batches_max } = limits;
  const { timeline } = world();
  const due = dueTimes();
  const watch = (changes: readonly Changed[]) => {
    for (const { id, after } of changes) note('wrote', id, after?.status ?? after?.state ?? '');
    for (const change of changes) due.changed(change);
    stream(changes);
    for (const rule of rules) rule.written?.(changes, dynamodb);
  };
  const lag = () => between(0, chance(0.1) ? lag_ms_max : 10);
  const dynamodb = simulatedTables(() => timeline.now, lag, watch);
  const deliver =
    batches_max === undefined
      ? simulatedQueue('deliver-webhook', () => deliverWebhook)
      : boundedQueue('deliver-webhook', () => deliverWebhook, batches_max);
  const webhooks = simulatedQueue('fan-out-event', () => fanOutEvent);
  reach({ dynamodb, queues: { deliver, webhooks } });
  const receivers = beginReceivers(audienceOf(rules, dynamodb));
  const sweeper = startSweeper();
  const nextSweep = () => Math.max(sweeper.next(), nextMinute(due.earliest()));
  const isQuiet = () =>
    timeline.next() === Number.POSITIVE_INFINITY && due.earliest() === Number.POSITIVE_INFINITY;
  let turns = 0;
  const run = async (until: number) => {
    while (world().violations.length === 0) {
      const sweep = nextSweep();
      if (Math.min(timeline.next(), sweep) > until || isQuiet()) break;
      if (sweep <= timeline.next()) timeline.at(sweep, sweeper.sweep);
      const turn = timeline.advance();
      // A timer that was cleared is no turn.
      if (!turn) continue;
      turns += 1;
      if (turns === turns_max) violated('it goes round and round');
      await turn;
    }
    if (Number.isFinite(until)) timeline.now = Math.max(timeline.now, until);
  };
  const sweep = () => {
    timeline.at(timeline.now, sweeper.sweep);
    return run(timeline.now + minute_ms);
  };
  return { dynamodb, receivers, run, sweep, isQuiet };
};

/** Every rule sees what arrives. */
const audienceOf = (rules: readonly Rules[], dynamodb: SimulatedTables): Audience => ({
  arrived: (post) => {
    note('posted', post.host, post.event_id, post.attempt);
    for (const rule of rules) rule.arrived?.(post, dynamodb);
  },
  accepted: (post) => {
    for (const rule of rules) rule.accepted?.(post, dynamodb);
  },
});

const minute_ms = 60_000;

/** A sweep of each minute of twelve days, which is as long as a run is troubled, takes most of it; the mean run takes 4 000. */
const turns_of_a_run = 1_000_000;

const nextMinute = (time: number): number => Math.ceil(time / minute_ms) * minute_ms;

/** When the sweeper has something to look at; before that it would only look. */
const dueTimes = () => {
  const times = new Map<string, number>();
  let earliest: number | undefined = Number.POSITIVE_INFINITY;
  return {
    changed: ({ table, id, after }: Changed) => {
      const at =
        typeof after?.scheduled_at === 'string' && after.schedule_shard !== deadLetterShard
          ? after.scheduled_at
          : undefined;
      // An event has a minute to be confirmed.
      const time =
        at === undefined
          ? undefined
          : Date.parse(positionOf(at).at) + (table === 'outbox' ? minute_ms : 0);
      if (time === undefined ? times.delete(id) : times.get(id) !== time) earliest = undefined;
      if (time !== undefined) times.set(id, time);
    },
    earliest: () => {
      earliest ??= times
        .values()
        .reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
      return earliest;
    },
  };
};

/** One at a time, each minute at most. */
const startSweeper = () => {
  let swept = 0;
  let under_way: Process | undefined;
  const sweep = () => {
    swept = world().timeline.now;
    if (under_way && !isGone(under_way)) return;
    void asProcess('sweep-scheduled-work', 55_000, async (process) => {
      under_way = process;
      await sweepScheduledWork({}, aContext(55_000)).catch((error: unknown) =>
        note('sweep failed', String(error)),
      );
      under_way = undefined;
    });
  };
  return { sweep, next: () => swept + minute_ms };
};

const retries_max = 10;

/** New events that may have subscribers, in batches; what the relay does not take comes again, but not for ever. */
const stream = (changes: readonly Changed[]): void => {
  const images = changes.flatMap(({ table, before, after }) =>
    table === 'outbox' && !before && after?.schedule_shard ? [after] : [],
  );
  if (images.length === 0) return;
  const Records = images.map((image, position) => ({
    dynamodb: { SequenceNumber: String(position), NewImage: imageOf(image) },
  }));
  relay(Records as never, 0);
};

const imageOf = (item: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, { S: String(value) }]));

const relay = (Records: DynamoDBStreamEvent['Records'], tries: number): void => {
  if (Records.length === 0 || tries > retries_max || chance(world().faults.drop)) return;
  const { timeline } = world();
  let answered = false;
  timeline.at(timeline.now + between(50, 500) + tries * 2_000, () => {
    void asProcess('relay-events', 30_000, async (process) => {
      const failed: (string | undefined)[] = await relayEvents({ Records }).then(
        ({ batchItemFailures }) => batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
        () => Records.map(({ dynamodb }) => dynamodb?.SequenceNumber),
      );
      if (isGone(process)) return;
      answered = true;
      relay(
        Records.filter(({ dynamodb }) => failed.includes(dynamodb?.SequenceNumber)),
        tries + 1,
      );
    });
    timeline.at(timeline.now + 30_000, () => {
      if (!answered) relay(Records, tries + 1);
    });
  });
};

/** The lines that functions log of trouble: an outage is one of ours, everything else is a bug. */
const print = (level: string) => (message: unknown, details?: unknown) => {
  const {
    name,
    message: said,
    stack,
  } = ((details as { error?: Error })?.error ?? {}) as Partial<Error>;
  note(level, message, name ?? '', said ?? '');
  const isExpected =
    name === undefined || expected.has(name) || /^the (bus|queue) rejected/.test(said ?? '');
  if (level === 'error' && !isExpected) violated(`${message}: ${stack ?? said}`);
};

const expected = new Set(['ThrottlingException', 'TimeoutError', 'ApiError', 'AbortError']);

Object.assign(logger, { info: () => {}, warn: print('warn'), error: print('error') });
