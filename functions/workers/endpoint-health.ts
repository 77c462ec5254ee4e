import type { AttemptResult } from '../domain/deliveries/attempt.ts';
import { type Delivery, pauseAsked } from '../domain/deliveries/delivery.ts';
import { failingStep, warnedHealth } from '../domain/webhooks/failing.ts';
import { type AttemptOutcome, type Health, healthAfter, isOpen, restedHealth } from '../domain/webhooks/health.ts';
import { disabledByEndpoint, toldOfEndpoint, type Webhook } from '../domain/webhooks/webhook.ts';
import { decide } from '../store/decide.ts';
import { alignNow, type StoredHealth, saveHealth } from '../store/webhooks/health.ts';
import { type EndpointStanding, findStanding } from '../store/webhooks/webhooks.ts';
import { commitWork, type Work } from '../unit-of-work/unit-of-work.ts';
import { webhookAndHealth } from '../unit-of-work/webhooks.ts';
import { wakeEndpoint } from './wake.ts';
import { clock } from './work.ts';

const { waitDivisor } = clock;

/** What is known of a webhook that is there. */
export type Known = EndpointStanding & { readonly webhook: Webhook };

/** An attempt that ended, as far as it says something of its endpoint. */
type Ended = {
  readonly standing: Known;
  readonly delivery: Pick<Delivery, 'lease'>;
  readonly result: AttemptResult;
};

/**
 * What disables a webhook whose endpoint said 410: the webhook, with the event that tells its owner, and the alignment that
 * parks what is open. Nothing when it is disabled or deleted already.
 */
export const disabledAsGone = async ({ tenant_id, id }: Webhook, work: Work) => {
  const { webhook, health } = await findStanding(work.db, tenant_id, id);
  return (webhook && disabled({ webhook, health }, 'gone', health, work.deadline.now)) ?? [];
};

/** How often it is tried when many attempts of one endpoint end at once. */
const triesMax = 5;

/**
 * Records how an endpoint does. What gets lost here is a count, never a delivery: a probe that nobody heard of ends by itself.
 * A success that says nothing new reads and writes nothing.
 */
export const recordHealth = async ({ standing, delivery, result }: Ended, work: Work): Promise<void> => {
  const { now } = work.deadline;
  const { id: webhook_id, tenant_id } = standing.webhook;
  const outcome: AttemptOutcome = {
    succeeded: result.error === null,
    duration_ms: result.duration_ms,
    pause_ms: pauseAsked(result, now) || null,
    token: delivery.lease?.token ?? null,
    unnoted: unnoted.get(webhook_id) ?? 0,
  };
  let known: EndpointStanding | undefined = standing;
  const noted = await decide(
    async () => {
      const { webhook, ...read } = known ?? (await findStanding(work.db, tenant_id, webhook_id));
      known = undefined;
      const after = webhook && healthAfter(read.health, outcome, { now, waitDivisor, random: Math.random() });
      if (!after) return null;
      await commitWork(work, { changes: consequencesOf({ ...read, webhook }, after, now), facts: [] });
      return { before: read.health, after };
    },
    { times: triesMax, exhausted: () => null },
  );
  remember(webhook_id, noted ? 0 : outcome.unnoted + (outcome.succeeded ? 1 : 0));
  if (noted) await wakeAfter({ tenant_id, webhook_id }, noted.before, noted.after);
};

/**
 * What follows from an endpoint's health, in one transaction with it: its owner is warned, or told that it is back; its
 * webhook is disabled; what was parked comes back once the breaker closes.
 */
export const consequencesOf = ({ webhook, health: before }: Omit<Known, 'suspended'>, health: Health, now: Date) => {
  const closes = isOpen(before) && !isOpen(health);
  const after: StoredHealth = { ...(closes ? alignNow(before, now) : before), ...health };
  const step = webhook.status === 'enabled' ? failingStep(health, { now, waitDivisor }) : null;
  const gaveUp = step === 'give_up' && disabled({ webhook, health: before }, 'give_up', after, now);
  if (gaveUp) return gaveUp;
  if (step === 'warn')
    return webhookAndHealth(toldOfEndpoint(webhook, 'webhook.failing', now), warnedHealth(after, now), now);
  if (before.warnings > 0 && closes)
    return webhookAndHealth(toldOfEndpoint(webhook, 'webhook.recovered', now), after, now);
  return [saveHealth(webhook, after, now)];
};

/** Successes that nobody has noted yet, by webhook: what of them this process knows goes with the next note. */
const unnoted = new Map<string, number>();

/** So many webhooks are remembered at most; the oldest go first. */
const unnotedMax = 1_000;

const remember = (webhookId: string, count: number) => {
  unnoted.delete(webhookId);
  if (count > 0) unnoted.set(webhookId, count);
  if (unnoted.size > unnotedMax) unnoted.delete(unnoted.keys().next().value ?? '');
};

const disabled = (
  { webhook, health }: Omit<Known, 'suspended'>,
  action: 'gone' | 'give_up',
  after: StoredHealth,
  now: Date,
) => {
  const moved = disabledByEndpoint(webhook, action, now);
  const rested = { ...after, ...restedHealth(after, now), version: health.version };
  return moved && webhookAndHealth(moved, alignNow(rested, now), now);
};

/** Where the breaker moved somebody looks soon: what was parked comes back, or the next probe is made. */
const wakeAfter = async (of: { tenant_id: string; webhook_id: string }, before: Health, after: Health) => {
  if (isOpen(before) && !isOpen(after)) return wakeEndpoint(of);
  if (isOpen(after) && before.next_probe_at !== after.next_probe_at) return wakeEndpoint(of, after.next_probe_at);
};
