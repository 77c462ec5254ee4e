import { deadLetterShard } from '../../../functions/core/dynamodb/keys.ts';
import { positionOf } from '../../../functions/core/dynamodb/scheduled-work.ts';
import { isSoak } from '../../helpers/crash-points.ts';
import type { Tables } from '../../helpers/tables.ts';
import { sweepingOf } from '../sweeping.ts';
import type { World } from '../world.ts';

/** A sweep comes within each step. */
const step_ms = 65_000;
/** Workers that nothing strikes have done by then what they are sent at once. */
const first_ms = 5_000;

/** The tables whose items can be due. */
const scheduling = ['resources', 'outbox', 'deliveries'] as const;

/**
 * Lets the time pass in which the work for a business is done, so long at most, and one more sweep, which finds nothing. No time
 * passes while all that the business has to wait for is a time, and nothing sweeps while all that it waits for is a message.
 * Sweeps, which would find nothing then, are most of what a worker's work costs here. The soak lets all of the time pass.
 */
export const untilRest = async (world: World, tenant: string, most_ms: number): Promise<void> => {
  const { clock, queues, tables } = world;
  if (isSoak) return clock.advance(most_ms);
  const end = clock.now() + most_ms;
  const isAnyQueued = (): boolean =>
    queues.all.some((queue) => Object.values(queue.depth()).some((messages) => messages > 0));
  const setSweeping = sweepingOf(world);
  for (let [isDone, ms] = [false, first_ms]; !isDone && clock.now() < end; ms = step_ms) {
    await clock.advance(ms);
    const due = await soonestDue(tables, tenant);
    const isQueued = isAnyQueued();
    setSweeping(!isQueued || due < clock.now() + step_ms);
    if (isQueued) continue;
    isDone = due > end;
    if (!isDone && due > clock.now() + step_ms) clock.take(due - clock.now() - 1);
  }
  setSweeping(true);
  await clock.advance(step_ms);
};

/** When the first thing of a business is due: milliseconds since 1970, or never. */
const soonestDue = async (tables: Tables, tenant: string): Promise<number> => {
  const items = await Promise.all(scheduling.map((table) => tables.items(table, tenant)));
  const times = items.flat().flatMap(({ scheduled_at, schedule_shard }) => {
    const isDue = typeof scheduled_at === 'string' && schedule_shard !== deadLetterShard;
    // The figures of a business are compared again and again.
    return isDue && !scheduled_at.includes('/counters-comparison/')
      ? [Date.parse(positionOf(scheduled_at).at)]
      : [];
  });
  return Math.min(...times);
};
