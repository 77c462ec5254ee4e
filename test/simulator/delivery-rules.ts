import type { Item } from '../../functions/core/dynamodb/client.ts';
import { positionOf } from '../../functions/core/dynamodb/scheduled-work.ts';
import { attemptIn } from '../../functions/delivery/deliveries/attempts-table.ts';
import type { Attempt } from '../../functions/delivery/deliveries/model.ts';
import { attempts_max } from '../../functions/delivery/deliveries/schedule.ts';
import type { Changed } from '../helpers/engine-tables.ts';
import { isDelivery, isOf, objectIn, type Rules } from './rules.ts';
import { violated, world } from './world.ts';

/** From where to where a delivery goes by itself; written out, so that the table that the service has cannot excuse itself. */
const onwards: Readonly<Record<string, readonly string[]>> = {
  pending: ['pending', 'retrying', 'succeeded', 'failed', 'paused', 'canceled'],
  retrying: ['retrying', 'succeeded', 'failed', 'paused', 'canceled'],
  paused: ['paused', 'pending', 'retrying', 'succeeded', 'failed', 'canceled'],
  succeeded: ['succeeded'],
  failed: ['failed', 'succeeded', 'canceled'],
  suppressed: ['suppressed', 'succeeded', 'canceled'],
  canceled: ['canceled'],
};

/** The rules of each delivery from one transaction to the next. */
export const deliveryRules = (): Rules => {
  const recovered = new Set<string>();
  return {
    written: (changes) => {
      const attempts = changes.filter(
        ({ table, id }) => table === 'deliveries' && id.includes(' attempt#'),
      );
      for (const change of changes.filter(isDelivery)) {
        const wrong = wrongWith(change, attempts, recovered);
        if (wrong)
          violated(
            `${change.id}: ${wrong}\n${JSON.stringify(change.before)}\n${JSON.stringify(change.after)}`,
          );
      }
      for (const { id, before, after } of changes.filter(isOf('deliveries', ' recovery'))) {
        const sent = Number(after?.sent) - Number(before?.sent ?? 0);
        const marked = changes.filter(
          (one) => isDelivery(one) && one.after?.recovery_id === after?.id,
        );
        if (sent !== marked.length)
          violated(`${id} says that it sent ${sent} more, and sent ${marked.length}`);
      }
    },
  };
};

const wrongWith = (
  { id, before, after }: Changed,
  attempts: readonly Changed[],
  recovered: Set<string>,
) => {
  if (!after) return 'a delivery vanished';
  const own = attempts.filter((one) => one.id.startsWith(`${id.slice(0, -' delivery'.length)} `));
  return (
    wrongPlan(after) ??
    (before
      ? wrongMove(before, after)
      : after.version === 1
        ? undefined
        : 'a delivery began in the midst of its life') ??
    (before && wrongCount(before, after, own)) ??
    (before && wrongLease(before, after)) ??
    wrongRecovery(before, after, recovered)
  );
};

/**
 * A waiting delivery is due, and one that is over is not. A paused one has its endpoint's health
 * due (endpoint-rules.ts).
 */
const wrongPlan = ({ status, scheduled_at, manual_due_at, lease }: Item) => {
  const isDue = typeof scheduled_at === 'string';
  if ((status === 'pending' || status === 'retrying') && !isDue) return 'it waits, and is not due';
  const isOver = status !== 'pending' && status !== 'retrying';
  if (isOver && manual_due_at !== null && !isDue) return 'a resend waits, and is not due';
  if (isOver && manual_due_at === null && lease === null && isDue) return 'it is over, and due';
};

const wrongMove = (before: Item, after: Item) => {
  const [version, next] = [Number(before.version), Number(after.version)];
  // The sweeper reschedules what is scheduled now, and changes nothing else.
  if (next !== version + 1 && next !== version)
    return `version ${next} was written over ${version}`;
  if (!onwards[String(before.status)]?.includes(String(after.status)))
    return `${before.status} became ${after.status}`;
};

const wrongCount = (before: Item, after: Item, attempts: readonly Changed[]) => {
  const made = Number(after.attempts_made) - Number(before.attempts_made);
  const steps = Number(after.schedule_step) - Number(before.schedule_step);
  // The first attempt is part of its delivery where it succeeded.
  const first = before.first_attempt === undefined && after.first_attempt;
  const written = [...attempts.map((one) => one.after?.attempt), ...(first ? [first] : [])];
  if (made !== written.length || made < 0 || made > 1)
    return `${made} attempts were counted, ${written.length} written`;
  const [attempt] = written;
  if (Number(after.schedule_step) > attempts_max)
    return 'it was attempted more often than its schedule says';
  const { trigger, started_at, number }: Partial<Attempt> =
    attempt === undefined ? {} : attemptIn(attempt, undefined);
  const takesStep = trigger === 'automatic' || trigger === 'test';
  if (steps !== (takesStep ? 1 : 0))
    return `${steps} steps were taken by an attempt that was ${trigger}`;
  if (!attempt) return undefined;
  if (number !== after.attempts_made || before.lease === null)
    return 'an attempt was recorded that nobody had claimed';
  const asked = before.manual_due_at;
  if (typeof asked === 'string' && String(started_at) < asked)
    return 'a resend was lost to an attempt before it';
};

const wrongLease = (before: Item, after: Item) => {
  const [held, taken] = [objectIn(before, 'lease'), objectIn(after, 'lease')];
  if (!taken || taken.token === held?.token) return undefined;
  const now = new Date(world().timeline.now).toISOString();
  if (held && String(held.until) > now) return 'two have leased it';
  const until = String(taken.until);
  if (after.status === 'paused' && typeof after.scheduled_at !== 'string') return undefined;
  if (positionOf(String(after.scheduled_at)).at < until)
    return 'it is scheduled before its lease ends';
};

/** No recovery sends anything twice. */
const wrongRecovery = (before: Item | undefined, after: Item, recovered: Set<string>) => {
  const { id, recovery_id } = after;
  if (recovery_id === undefined || recovery_id === before?.recovery_id) return undefined;
  const both = `${id} ${recovery_id}`;
  if (recovered.has(both)) return 'a recovery sent it twice';
  recovered.add(both);
};
