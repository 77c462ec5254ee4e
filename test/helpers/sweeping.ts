import {
  type Sweep,
  type SweepMemory,
  type SweepStop,
  sweepAll,
  sweepNext,
} from '../../functions/app/jobs/sweep.ts';
import { ApiError } from '../../functions/core/api-error.ts';
import type { Queued } from '../../functions/core/aws/sqs.ts';
import { commit, StaleDecision } from '../../functions/core/dynamodb/commit.ts';
import { schedule_shards } from '../../functions/core/dynamodb/keys.ts';
import type { Write } from '../../functions/core/dynamodb/writes.ts';
import { minute_ms } from './due.ts';
import { durations } from './durations.ts';
import { now } from './fixtures/cards.ts';
import { testDatabase } from './test-database.ts';

/** How often the sweeps of a test may look at the clock. */
const looks_max = 100_000;

/**
 * Sweeps over what was written; no worker processes what is notified. Time passes with each read of the tables. An index
 * that lags has what was written, and nothing that came after. With a memory a sweep is the next one of a process.
 */
export const sweeping = (writes: readonly Write[], { read_ms = 0, lags = false } = {}) => {
  const { db, connection, asked, give, lagging } = testDatabase(writes);
  if (lags) lagging();
  const sent: { queue_name: string; tenant: string; body: object }[] = [];
  const broken = new Set<string>();
  const faster = new Set<string>();
  const saves: string[] = [];
  let at = now.getTime();
  let left: SweepStop | null = null;
  let looks = 0;
  /** A sweep that never ends fails here: no timer of a test's limit comes between its steps. */
  const time = () => {
    looks += 1;
    if (looks > looks_max) throw new Error('the sweep does not end');
    return new Date(at);
  };
  const query: typeof db.query = (range) => {
    at += read_ms;
    if (broken.has(range.table)) throw new Error(`${range.table} is down`);
    return db.query(range);
  };
  const take = (queue_name: string, bodies: readonly object[]): number[] => {
    if (broken.has(queue_name)) throw new Error(`${queue_name} is down`);
    for (const body of bodies)
      sent.push({ queue_name, tenant: /biz_\w+/.exec(JSON.stringify(body))?.[0] ?? '', body });
    return [];
  };
  const save = async (one: Write): Promise<boolean> => {
    const deadline = { now: new Date(at), deadline: Date.now() + 60_000 };
    try {
      await commit(connection, { writes: [one], conditions: [] }, deadline);
      return true;
    } catch (error) {
      if (error instanceof StaleDecision) return false;
      throw error;
    }
  };
  const queue = (queue_name: string) => ({
    send: async (messages: readonly Queued[]) => {
      const bodies = messages.map(({ message }) => message);
      take(queue_name, bodies);
    },
  });
  const sweep = async (minutes = 0, budget_ms = 44_000, memory?: SweepMemory) => {
    at = Math.max(at, now.getTime() + minutes * minute_ms);
    const before = sent.length;
    const input: Omit<Sweep, 'shards'> = {
      db: { ...db, query },
      save: async (one) => {
        saves.push(one.key.pk);
        if (broken.has(one.key.pk)) throw new Error('refused');
        if (broken.has('every write')) throw new ApiError('unavailable');
        return !faster.has(one.key.pk) && save(one);
      },
      queues: {
        deliver: queue('deliver'),
        documents: queue('documents'),
        identity: queue('identity'),
        redactions: queue('redactions'),
        cards: queue('cards'),
        counters: queue('counters'),
      },
      bus: {
        publish: async (notices) => (broken.has('an event') ? [0] : take('bus', notices)),
      },
      clock: { now: time },
      durations,
      deadline: at + budget_ms,
    };
    const swept = memory
      ? await sweepNext(input, memory)
      : await sweepAll({ ...input, shards: schedule_shards.min }, left);
    left = swept.left;
    return { ...swept, sent: sent.slice(before) };
  };
  const of = (tenant: string) => sent.filter((one) => one.tenant === tenant);
  return { sweep, sent, of, asked, broken, faster, saves, db, give };
};
