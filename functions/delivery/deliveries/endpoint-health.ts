import { retryOnConflict } from '../../core/dynamodb/commit.ts';
import { writeOne } from '../../core/dynamodb/write-one.ts';
import { clock, durations, workAt } from '../../core/jobs/batch.ts';
import { logEvent, serializeError } from '../../core/logging.ts';
import type { WebhookKey } from '../../core/messages.ts';
import { commitWork, type Work } from '../../core/outbox/unit-of-work.ts';
import { webhookAndHealth } from '../webhooks/changes.ts';
import {
  type AttemptOutcome,
  failingStep,
  type Health,
  health_limits,
  healthAfter,
  isOpen,
  slowCallHealth,
  warnedHealth,
  withProbesStopped,
} from '../webhooks/health.ts';
import {
  findHealth,
  reconcileNow,
  type StoredHealth,
  saveHealth,
} from '../webhooks/health-table.ts';
import { disabledByEndpoint, endpointEvent, type Webhook } from '../webhooks/model.ts';
import { type Endpoint, findEndpoint } from '../webhooks/table.ts';
import type { LeasedDelivery } from './claim.ts';
import { type AttemptResult, type Delivery, pauseAsked } from './model.ts';
import { notifyEndpoint } from './notify.ts';

/** An endpoint whose webhook is not deleted. */
export type KnownEndpoint = Endpoint & { readonly webhook: Webhook };

/** The result of an attempt, as far as its endpoint is concerned. */
type Ended = {
  readonly endpoint: KnownEndpoint;
  readonly delivery: Pick<Delivery, 'lease'>;
  readonly result: AttemptResult;
};

/**
 * The changes that disable a webhook whose endpoint answered 410: the webhook with its event, and the job that pauses its
 * open deliveries. Empty if it is disabled or deleted already.
 */
export const disabledAsGone = async ({ tenant_id, id }: Webhook, work: Work) => {
  const { webhook, health } = await findEndpoint(work.db, tenant_id, id);
  return (webhook && disabled({ webhook, health }, 'gone', health, work.deadline.now)) ?? [];
};

/**
 * Makes the request of an attempt. Where its answer takes longer than a slow call, the attempt becomes the probe while it
 * waits. Returns the result with the endpoint's health as it is known then.
 */
export const withSlowCallDetection = async <T>(
  { delivery, health }: LeasedDelivery,
  work: Work,
  request: () => Promise<T>,
): Promise<{ readonly outcome: T; readonly health: StoredHealth }> => {
  let saving: Promise<StoredHealth> | undefined;
  const save = () => {
    saving = saveSlowCall({ delivery, health }, work).catch((error: unknown) => {
      logEvent('warn', 'slow_call_unrecorded', {
        webhook_id: delivery.webhook_id,
        error: serializeError(error),
      });
      return health;
    });
  };
  const timer = isOpen(health) ? undefined : setTimeout(save, health_limits.slow_call_ms);
  try {
    const outcome = await request();
    return { outcome, health: (await saving) ?? health };
  } finally {
    clearTimeout(timer);
  }
};

/** One of many slow calls becomes the probe; the others find the breaker half open. */
const saveSlowCall = (
  { delivery, health }: Pick<LeasedDelivery, 'delivery' | 'health'>,
  work: Work,
): Promise<StoredHealth> => {
  const { tenant_id, webhook_id, lease } = delivery;
  const owner = { id: webhook_id, tenant_id };
  const { connection, db, deadline } = workAt(work, clock.now());
  return retryOnConflict(
    async () => {
      const read = await findHealth(db, owner);
      const slow = lease && slowCallHealth(read, lease, deadline.now);
      if (!slow) return read;
      await writeOne(connection, saveHealth(owner, { ...read, ...slow }, deadline.now), deadline);
      return { ...read, ...slow, version: read.version + 1 };
    },
    { exhausted: () => health },
  );
};

/** The maximum of tries, for when many attempts of one endpoint end at once. */
const triesMax = 5;

/**
 * Records the health of an endpoint after an attempt. If it fails, a count is lost, never a delivery: the lease of a probe
 * ends by itself. A success that changes nothing reads and writes nothing.
 */
export const recordHealth = async (
  { endpoint, delivery, result }: Ended,
  work: Work,
): Promise<void> => {
  const { now } = work.deadline;
  const { id: webhook_id, tenant_id } = endpoint.webhook;
  const outcome: AttemptOutcome = {
    succeeded: result.error === null,
    pause_ms: pauseAsked(result, now) || null,
    token: delivery.lease?.token ?? null,
  };
  let known: Endpoint | undefined = endpoint;
  const recorded = await retryOnConflict(
    async () => {
      const { webhook, ...read } = known ?? (await findEndpoint(work.db, tenant_id, webhook_id));
      known = undefined;
      const after =
        webhook && healthAfter(read.health, outcome, { now, durations, random: Math.random() });
      if (!after) return null;
      await commitWork(work, {
        changes: healthChanges({ ...read, webhook }, after, now),
        conditions: [],
      });
      return { before: read.health, after };
    },
    { times: triesMax, exhausted: () => null },
  );
  if (recorded) await notifyAfter({ tenant_id, webhook_id }, recorded.before, recorded.after, now);
};

/**
 * The changes that follow from the health of an endpoint, in one transaction with it. They are an
 * event that it fails or has recovered, a disabled webhook, and the job that resumes paused
 * deliveries when the breaker closes.
 */
export const healthChanges = (
  { webhook, health: before }: Omit<KnownEndpoint, 'suspended'>,
  health: Health,
  now: Date,
) => {
  const closes = isOpen(before) && !isOpen(health);
  const after: StoredHealth = { ...(closes ? reconcileNow(before, now) : before), ...health };
  const step = webhook.status === 'enabled' ? failingStep(health, { now, durations }) : null;
  const gaveUp = step === 'give_up' && disabled({ webhook, health: before }, 'give_up', after, now);
  if (gaveUp) return gaveUp;
  if (step === 'warn')
    return webhookAndHealth(
      endpointEvent(webhook, 'webhook.failing', now),
      warnedHealth(after, now),
      now,
    );
  if (before.warnings > 0 && closes)
    return webhookAndHealth(endpointEvent(webhook, 'webhook.recovered', now), after, now);
  return [saveHealth(webhook, after, now)];
};

const disabled = (
  { webhook, health }: Omit<KnownEndpoint, 'suspended'>,
  action: 'gone' | 'give_up',
  after: StoredHealth,
  now: Date,
) => {
  const transition = disabledByEndpoint(webhook, action, now);
  const stopped = { ...after, ...withProbesStopped(after, now), version: health.version };
  return transition && webhookAndHealth(transition, reconcileNow(stopped, now), now);
};

/** Notifies when the breaker changed: paused deliveries are resumed, or the next probe is planned. */
const notifyAfter = async (of: WebhookKey, before: Health, after: Health, now: Date) => {
  if (isOpen(before) && !isOpen(after)) return notifyEndpoint(of, now);
  if (isOpen(after) && before.next_probe_at !== after.next_probe_at)
    return notifyEndpoint(of, now, after.next_probe_at);
};
