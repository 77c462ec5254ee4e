import { randomUUID } from 'node:crypto';
import { isPaused, type JobPass, lastPassAt } from '../../core/job.ts';
import { clock, durations } from '../../core/jobs/batch.ts';
import type { Batch, JobKind } from '../../core/jobs/run-job.ts';
import type { RecoveryMessage } from '../../core/messages.ts';
import type { StoredEvent } from '../../core/outbox/model.ts';
import { eventsAt, typesOfEvents } from '../../core/outbox/table.ts';
import type { Work } from '../../core/outbox/unit-of-work.ts';
import { unreachable } from '../deliveries/claim-rules.ts';
import { type Delivery, deliveryMessage } from '../deliveries/model.ts';
import { idOfDelivery, makeDelivery } from '../deliveries/new-delivery.ts';
import { notify } from '../deliveries/notify.ts';
import { notificationDelay } from '../deliveries/schedule.ts';
import { saveDelivery } from '../deliveries/table.ts';
import { isOpen } from '../webhooks/health.ts';
import { shareOf, subscribesTo, type Webhook } from '../webhooks/model.ts';
import { findEndpoint, webhookConditions } from '../webhooks/table.ts';
import {
  completedRecovery,
  ended,
  isToRecover,
  pacedAfter,
  passedAgain,
  pausesUntil,
  type Recovery,
  recoveredDelivery,
} from './model.ts';
import { deliveriesAt, failedDeliveries, findRecovery, saveRecovery } from './table.ts';

/** How many deliveries change in one transaction, beside the recovery. */
const changed_max = 19;

/** The recovery, and its webhook. */
type Recovering = Recovery & { readonly webhook: Webhook | undefined };

/** The work of a recovery: a stored delivery again, or an event without one. */
type Found = { readonly at: string } & (
  | { readonly delivery: Delivery }
  | { readonly event: StoredEvent }
);

/**
 * Sends again what a webhook missed. Each batch is saved with the progress of the recovery and marks what it sends, so a crash
 * loses nothing, and the second pass sends nothing twice.
 */
export const deliveryRecovery = (
  { tenant_id, webhook_id, recovery_id }: Omit<RecoveryMessage, 'kind'>,
  notification: typeof notify = notify,
): JobKind<Recovering> => ({
  once: true,
  find: async (work) => {
    const recovery = await findRecovery(work.db, tenant_id, recovery_id);
    const goesOn = recovery?.status === 'running' || recovery?.passes_again;
    if (!recovery || !goesOn || isPaused(recovery, work.deadline.now)) return undefined;
    const { webhook, health } = await findEndpoint(work.db, tenant_id, recovery.webhook_id);
    // While the breaker is open the recovery waits for the sweeper. The breaker of a disabled webhook never closes.
    return isOpen(health) && unreachable(webhook) === null ? undefined : { ...recovery, webhook };
  },
  batch: (recovery, pass, work) =>
    recovery.webhook && unreachable(recovery.webhook) === null
      ? send(recovery, recovery.webhook, pass, { ...work, notification })
      : Promise.resolve(failed(recovery, work)),
  save: (next, { webhook: _read, ...read }) => {
    const pace = { now: clock.now(), durations };
    if (!next && read.passes_again) return saveRecovery(passedAgain(read), read);
    if (!next && read.status === 'running')
      return saveRecovery(completedRecovery(read, randomUUID(), pace), read);
    if (!next) return saveRecovery(ended(read, 'complete', null, pace.now), read);
    const { webhook: _next, ...going } = next;
    return saveRecovery(
      { ...going, version: read.version + 1, updated_at: clock.now().toISOString() },
      read,
    );
  },
  notifyAgain: () =>
    notification([{ message: { kind: 'recovery', tenant_id, webhook_id, recovery_id } }]),
});

/** Its webhook is deleted or disabled. */
const failed = (recovery: Recovering, work: Work): Batch<Recovering> => {
  const { status, status_reason } = ended(
    recovery,
    'fail',
    unreachable(recovery.webhook),
    work.deadline.now,
  );
  return { changes: [], conditions: [], cursor: null, moved: true, job: { status, status_reason } };
};

const send = async (
  recovery: Recovering,
  webhook: Webhook,
  { cursor, started_at }: JobPass,
  work: Sending,
): Promise<Batch<Recovering>> => {
  const { now } = work.deadline;
  const page = await (recovery.scope === 'failed' ? failedOf : missingOf)(
    recovery,
    webhook,
    cursor,
    work,
  );
  const some = page.found.slice(0, changed_max);
  let { paced_until } = recovery;
  const sent = some.map((found) => {
    const at = pacedAfter({ ...recovery, paced_until }, { now, durations });
    paced_until = at.toISOString();
    return changeOf(found, recovery, webhook, { at, now, durations });
  });
  const next = some.length < page.found.length ? (some.at(-1)?.at ?? null) : page.next;
  const pause = next === null ? null : pausesUntil(paced_until, { now, durations });
  const progress = {
    matched: recovery.matched + some.length,
    sent: recovery.sent + some.length,
    paced_until,
  };
  // The end of the second pass is a change only if it has sent something.
  const changed = recovery.passes_again && next === null && some.length > 0;
  const version = changed && { version: recovery.version + 1, updated_at: now.toISOString() };
  return {
    changes: sent.map(({ after, before }) => saveDelivery(after, before)),
    // Nothing is sent if the webhook is disabled or deleted meanwhile.
    conditions: sent.length > 0 ? webhookConditions(recovery) : [],
    cursor: next,
    moved: sent.length > 0,
    job: {
      ...progress,
      ...version,
      ...(pause !== null && { scheduled_at: pause, held_until: null }),
    },
    after: async () => {
      const deliveries = sent.map(({ after }) => after);
      const last = lastPassAt(recovery, durations);
      const continues = next === null && started_at < last ? last : pause;
      await notifyAll(work.notification, recovery, deliveries, continues, now);
    },
  };
};

type Sending = Work & { readonly notification: typeof notify };

type Pace = Parameters<typeof recoveredDelivery>[2];

const changeOf = (found: Found, recovery: Recovering, webhook: Webhook, pace: Pace) => {
  if ('delivery' in found) return recoveredDelivery(found.delivery, recovery, pace);
  const { at, now, durations } = pace;
  const made = makeDelivery(found.event, webhook, 'automatic', { now: at, durations });
  const born = {
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    recovery_id: recovery.id,
  };
  return { before: undefined, after: { ...made, ...born } };
};

type Walked = { readonly found: readonly Found[]; readonly next: string | null };

const failedOf = async (
  recovery: Recovering,
  _: Webhook,
  cursor: string | null,
  work: Work,
): Promise<Walked> => {
  const { items, next } = await failedDeliveries(work.db, recovery, cursor);
  const fitting = items.filter(
    (one) => wants(recovery, one.event_type) && isToRecover(one, recovery, work.deadline.now),
  );
  return { found: fitting.map((delivery) => ({ at: delivery.id, delivery })), next };
};

/** Events in its time without a delivery or with a suppressed one, except tests of other webhooks. */
const missingOf = async (
  recovery: Recovering,
  webhook: Webhook,
  cursor: string | null,
  work: Work,
): Promise<Walked> => {
  const { db, deadline } = work;
  const { tenant_id } = recovery;
  const since = recovery.since > webhook.created_at ? recovery.since : webhook.created_at;
  const page = await typesOfEvents(db, tenant_id, {
    since,
    until: recovery.until,
    below: cursor ?? undefined,
  });
  const wanted = page.items.filter(
    ({ type }) => wants(recovery, type) && subscribesTo(webhook.event_types, type),
  );
  const ids = wanted.map(({ event_id }) => idOfDelivery(event_id, webhook.id));
  const rows = await deliveriesAt(db, tenant_id, ids);
  const gone = wanted.filter((_, position) => rows[position] === undefined).slice(0, changed_max);
  const events = new Map(
    (await eventsAt(db, tenant_id, gone)).map((event) => [event.event_id, event]),
  );
  const found = wanted.flatMap(({ event_id: at }, position): Found[] => {
    const delivery = rows[position];
    if (delivery) return isToRecover(delivery, recovery, deadline.now) ? [{ at, delivery }] : [];
    const event = events.get(at);
    return event && shareOf(webhook, event) === 'send' && !isTest(event) ? [{ at, event }] : [];
  });
  // After the last event that was read, more may be missing.
  const last = gone.at(-1)?.event_id;
  if (gone.length < changed_max || last === undefined) return { found, next: page.next };
  return { found, next: last };
};

const wants = ({ event_types }: Recovery, type: string): boolean =>
  event_types === null || subscribesTo(event_types, type);

const isTest = ({ body }: StoredEvent): boolean => JSON.parse(body).test === true;

/** Notifies of each delivery when it is due, and of the recovery when it continues. */
const notifyAll = (
  notification: typeof notify,
  { tenant_id, webhook_id, id: recovery_id }: Recovering,
  sent: readonly Delivery[],
  goesOn: string | null,
  now: Date,
): Promise<void> => {
  const delayTo = (at: string | null) => (at && notificationDelay(at, now)) || 0;
  const message = { kind: 'recovery', tenant_id, webhook_id, recovery_id } as const;
  const on =
    goesOn === null || goesOn <= now.toISOString()
      ? []
      : [{ message, delay_seconds: delayTo(goesOn) }];
  const deliveries = sent.map((one) => ({
    message: deliveryMessage(one),
    delay_seconds: delayTo(one.manual_due_at ?? one.next_attempt_at),
  }));
  return notification([...deliveries, ...on]);
};
